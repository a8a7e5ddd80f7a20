import type { SpoolFiles } from './files.ts';

/** A finished temporary file that waits to become a segment. */
export interface Candidate {
  file: number;
  temporaryPath: string;
  /** Called in order of acceptance; gives the segment's final path. */
  assignPath(): string;
}

interface Waiting extends Candidate {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Makes files durable in rounds: everything that arrived during one round shares the next one's folder sync. Each
 * promise resolves only after its own bytes and its own name are on disk; after a failure its file is gone.
 */
export function createGroupCommit(
  folder: string,
  files: SpoolFiles,
): (candidate: Candidate) => Promise<void> {
  let waiting: Waiting[] = [];
  let isRunning = false;

  /** Syncs and renames one file; undefined when it failed and its sender has been told. */
  async function settle(one: Waiting): Promise<{ one: Waiting; path: string } | undefined> {
    try {
      try {
        await files.sync(one.file);
      } finally {
        await files.close(one.file);
      }
      const path = one.assignPath();
      await files.rename(one.temporaryPath, path);
      return { one, path };
    } catch (error) {
      await files.remove(one.temporaryPath).catch(() => undefined);
      one.reject(error);
      return undefined;
    }
  }

  async function runRounds(): Promise<void> {
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      const settled = (await Promise.all(round.map(settle))).filter((outcome) => outcome !== undefined);
      try {
        await files.syncFolder(folder);
        for (const { one } of settled) one.resolve();
      } catch (error) {
        // Whether the names would survive is unknown: take them back, so that a repeated delivery is not a second one.
        await Promise.allSettled(settled.map(({ path }) => files.remove(path)));
        for (const { one } of settled) one.reject(error);
      }
    }
    isRunning = false;
  }

  return (candidate) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...candidate, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // Errors reach the senders through their own promises; the loop itself cannot fail.
      void runRounds();
    });
}
