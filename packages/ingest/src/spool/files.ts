import * as fs from 'node:fs';
import { promisify } from 'node:util';

/** The few file operations the spool makes, so that a test can let the disk fill up or break. */
export interface SpoolFiles {
  create(path: string): Promise<number>;
  write(file: number, parts: Uint8Array[]): Promise<void>;
  /** The file's bytes and length survive a power cut. */
  sync(file: number): Promise<void>;
  close(file: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The folder's names survive a power cut. */
  syncFolder(path: string): Promise<void>;
}

const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);
const rename = promisify(fs.rename);
const unlink = promisify(fs.unlink);

/** A write may be cut short; goes on until every byte is handed over. */
async function writeAll(file: number, parts: Uint8Array[]): Promise<void> {
  let rest = parts.filter((part) => part.length > 0);
  while (rest.length > 0) {
    let { bytesWritten } = await writev(file, rest);
    while (bytesWritten > 0 && rest.length > 0) {
      const first = rest[0]!;
      if (bytesWritten < first.length) {
        rest = [first.subarray(bytesWritten), ...rest.slice(1)];
        break;
      }
      bytesWritten -= first.length;
      rest = rest.slice(1);
    }
  }
}

export const realFiles: SpoolFiles = {
  create: (path) => open(path, 'wx', 0o600),
  write: writeAll,
  sync: fdatasync,
  close,
  rename,
  remove: unlink,
  async syncFolder(path) {
    const folder = await open(path, 'r');
    try {
      await fsync(folder);
    } finally {
      await close(folder);
    }
  },
};
