import { newId } from '@margay/kit';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectFacts, ObjectStore } from '../contract.ts';
import { behindEnd, limited } from '../limited.ts';
import { assertFolder, assertKey } from '../object-key.ts';

const unfinished = '.part';

/** Undefined where nothing is; other errors of the file system pass. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Objects as files below a folder, readable by its owner only. A process on another machine sees them when it shares the folder. */
export function openLocalObjects(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, assertKey(key));

  async function namesOf(folder: string): Promise<string[]> {
    return (await ifThere(readdir(join(root, assertFolder(folder))))) ?? [];
  }

  async function factsOf(key: string, path: string): Promise<ObjectFacts | undefined> {
    const facts = await ifThere(stat(path));
    return facts?.isFile() ? { key, byteCount: facts.size, writtenAt: facts.mtime } : undefined;
  }

  async function* list(folder: string): AsyncGenerator<ObjectFacts> {
    for (const name of await namesOf(folder)) {
      if (name.endsWith(unfinished)) continue;
      const facts = await factsOf(`${folder}/${name}`, join(root, folder, name));
      if (facts) yield facts;
    }
  }

  const objects: ObjectStore = {
    place: `the folder ${root}`,
    isShared: false,
    async put(key, content, { maxBytes }) {
      const path = pathOf(key);
      const folder = join(path, '..');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = `${path}.${newId()}${unfinished}`;
      let byteCount = 0;
      try {
        const file = await open(partial, 'wx', 0o600);
        try {
          const bytes = limited(key, content, { maxBytes, onBytes: (more) => (byteCount += more) });
          for await (const chunk of bytes) await file.writeFile(chunk);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await syncFolder(folder);
      return { byteCount };
    },
    find: (key) => factsOf(key, pathOf(key)),
    async read(key, range) {
      const file = await ifThere(open(pathOf(key), 'r'));
      if (file === undefined) return undefined;
      // Of the file that is open, since another one may take its name meanwhile.
      const { size } = await file.stat();
      const { from = 0, to = size } = range ?? {};
      if (range !== undefined && from >= size) {
        await file.close();
        throw behindEnd(key, range);
      }
      const byteCount = Math.min(to, size) - from;
      if (byteCount <= 0) {
        await file.close();
        return { byteCount: 0, body: new Blob([]).stream() };
      }
      const bytes = createReadStream('', { fd: file, start: from, end: from + byteCount - 1 });
      return { byteCount, body: Readable.toWeb(bytes) as ReadableStream<Uint8Array> }; // bytes: no encoding is set
    },
    list,
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeWrittenBefore(folder, moment) {
      let removed = 0;
      for await (const { key, writtenAt } of list(folder)) {
        if (writtenAt >= moment) continue;
        await rm(pathOf(key), { force: true });
        removed += 1;
      }
      return removed;
    },
    async removeUnfinished(folder, begunBefore) {
      for (const name of await namesOf(folder)) {
        if (!name.endsWith(unfinished)) continue;
        const path = join(root, folder, name);
        const facts = await ifThere(stat(path));
        if (facts && facts.mtime < begunBefore) await rm(path, { force: true });
      }
    },
    // The data folder was proved to be writable when it was claimed.
    check: () => Promise.resolve(),
    close: () => undefined,
  };
  return objects;
}
