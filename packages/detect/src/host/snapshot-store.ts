import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const digestBytes = 32;

/** Start-up snapshots of the interpreter in a folder of the server's: digest first, then the memory image. */
export interface SnapshotStore {
  /** Undefined when there is none for this runtime, or it is damaged. */
  read(): Promise<Uint8Array | undefined>;
  /** Replaces those of other runtimes. */
  write(snapshot: Uint8Array): Promise<void>;
}

export function createSnapshotStore(folder: string, fingerprint: string): SnapshotStore {
  const name = `python-${fingerprint}.snapshot`;
  const file = path.join(folder, name);
  return {
    async read() {
      const bytes = await readFile(file).catch(() => undefined);
      if (!bytes || bytes.length <= digestBytes) return undefined;
      const image = bytes.subarray(digestBytes);
      return digestOf(image).equals(bytes.subarray(0, digestBytes)) ? image : undefined;
    },
    async write(snapshot) {
      await mkdir(folder, { recursive: true });
      const draft = `${file}.${process.pid}.draft`;
      await writeFile(draft, Buffer.concat([digestOf(snapshot), snapshot]), { mode: 0o600 });
      await rename(draft, file);
      const old = (await readdir(folder)).filter(
        (other) => /^python-.*\.snapshot$/.test(other) && other !== name,
      );
      await Promise.all(old.map((other) => rm(path.join(folder, other), { force: true })));
    },
  };
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
