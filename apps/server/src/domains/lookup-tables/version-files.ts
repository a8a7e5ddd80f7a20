import { internalError, newId } from '@margay/kit';
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The rows of versions at rest: one file for each content, named by its digest and never changed. */
export interface VersionFiles {
  /** Durable under its digest when it resolves. */
  write(digest: string, image: SharedArrayBuffer): Promise<void>;
  /** Throws, naming the remedy, when the file is missing or is not what was written. */
  read(digest: string): Promise<SharedArrayBuffer>;
  /** Removes every file but those of these digests, drafts of uploads that never came to their end included. */
  keepOnly(digests: ReadonlySet<string>): Promise<void>;
}

const suffix = '.table';

export function digestOf(image: SharedArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(image)).digest('hex');
}

export function openVersionFiles(folder: string): VersionFiles {
  const pathOf = (digest: string) => join(folder, `${digest}${suffix}`);
  return {
    async write(digest, image) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${newId()}.new`);
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(Buffer.from(image));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, pathOf(digest));
      const names = await open(folder, 'r');
      try {
        await names.sync();
      } finally {
        await names.close();
      }
    },
    async read(digest) {
      const path = pathOf(digest);
      const lost = (reason: string, cause?: unknown) =>
        internalError(
          `The rows in ${path} ${reason}. Upload the table again, or bring the file back from a backup.`,
          {
            cause,
          },
        );
      const facts = await stat(path).catch((cause: unknown) => {
        throw lost('cannot be read', cause);
      });
      const image = new SharedArrayBuffer(facts.size);
      const file = await open(path, 'r');
      try {
        for (let at = 0; at < facts.size;) {
          const { bytesRead } = await file.read(Buffer.from(image), at, facts.size - at, at);
          if (bytesRead === 0) break;
          at += bytesRead;
        }
      } finally {
        await file.close();
      }
      if (digestOf(image) !== digest) throw lost('were changed since they were imported');
      return image;
    },
    async keepOnly(digests) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names) {
        if (name.endsWith(suffix) && digests.has(name.slice(0, -suffix.length))) continue;
        await rm(join(folder, name), { force: true });
      }
    },
  };
}
