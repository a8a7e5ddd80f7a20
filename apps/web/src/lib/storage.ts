/** Told when the browser refuses to keep something. */
export type StorageFailure = (message: string) => void;

let onFailure: StorageFailure = (message) => console.warn(message);

/** Sets who shows storage failures; returns the way back. */
export function onStorageFailure(handler: StorageFailure): () => void {
  const before = onFailure;
  onFailure = handler;
  return () => {
    onFailure = before;
  };
}

function describeFailure(error: unknown): string {
  const isQuota = error instanceof DOMException && error.name === 'QuotaExceededError';
  const text = error instanceof Error ? error.message : String(error);
  return isQuota ? `The storage has insufficient space or the feature is disabled. ${text}` : text;
}

export interface StoredText {
  read(): string | undefined;
  write(value: string | undefined): void;
}

/** One text under a fixed key. Reading never throws; a write that fails is reported. */
function storedText(storageOf: () => Storage, key: string): StoredText {
  return {
    read() {
      try {
        return storageOf().getItem(key) ?? undefined;
      } catch {
        return undefined; // blocked storage reads as empty; the write below says so
      }
    },
    write(value) {
      try {
        if (value === undefined) storageOf().removeItem(key);
        else storageOf().setItem(key, value);
      } catch (error) {
        onFailure(describeFailure(error));
      }
    },
  };
}

export const localText = (key: string): StoredText => storedText(() => localStorage, key);
export const sessionText = (key: string): StoredText => storedText(() => sessionStorage, key);
