import type { BackupProgress } from './write-backup.ts';

/** How far a copy is, on one line of a terminal; nothing where nobody looks. */
export function createProgressLine() {
  const isSeen = process.stderr.isTTY;
  return {
    show({ doneBytes, totalBytes }: BackupProgress): void {
      if (isSeen)
        process.stderr.write(
          `\r${(doneBytes / 1e6).toFixed(0)} of ${(totalBytes / 1e6).toFixed(0)} MB copied`,
        );
    },
    end(): void {
      if (isSeen) process.stderr.write('\r\u001b[K');
    },
  };
}
