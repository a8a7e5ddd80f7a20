import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';

const batchIdLine = /^[0-9a-f]{32}$/;

/**
 * Batch ids of named deliveries whose segments are already gone, so that a late repetition is still recognised. Holds
 * the newest `capacity` ids. The file is advisory: losing its last lines in a power cut makes a repetition
 * possible again, and the lake's own de-duplication by batch id still catches it.
 */
export async function openKnownDeliveries(path: string, capacity: number) {
  const lines = await readFile(path, 'utf8').then(
    (text) => text.split('\n').filter((line) => batchIdLine.test(line)),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  let ids = new Set(lines.slice(-capacity));
  let linesOnDisk = lines.length;
  let writing: Promise<void> = Promise.resolve();

  async function write(id: string): Promise<void> {
    if (linesOnDisk < capacity * 2) {
      linesOnDisk++;
      return appendFile(path, `${id}\n`, { mode: 0o600 });
    }
    await writeFile(`${path}.new`, `${[...ids].join('\n')}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
    linesOnDisk = ids.size;
  }

  return {
    has: (id: string) => ids.has(id),
    add(id: string): Promise<void> {
      ids.add(id);
      if (ids.size > capacity) ids = new Set([...ids].slice(-Math.ceil(capacity * 0.9)));
      writing = writing.catch(() => undefined).then(() => write(id));
      return writing;
    },
  };
}

export type KnownDeliveries = Awaited<ReturnType<typeof openKnownDeliveries>>;
