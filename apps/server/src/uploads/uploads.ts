import { limitExceeded, newId } from '@margay/kit';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Actor } from '../api/actor.ts';

/** Large bodies of people: held on disk while they come and wait, and read one at a time, so that they share one budget of memory. */
export interface Uploads {
  /**
   * Writes the body to a file and gives that to `work` when its turn has come; the file is gone when this settles. Throws
   * what the body or `work` throws, and `limit-exceeded` (`TooManyUploads`) before a byte is read where too many wait.
   */
  take<T>(
    actor: Pick<Actor, 'id'>,
    body: ReadableStream<Uint8Array> | null,
    work: (file: string) => Promise<T>,
  ): Promise<T>;
}

/** Of one kind of upload. */
export const uploadsFolder = (dataDir: string, kind: string): string => join(dataDir, 'uploads', kind);

/** Of all people, at one time: what has a place on the disk. */
const mostHeld = 6;
const mostPerPerson = 3;

/** `folder` belongs to uploads alone; what a process that died left there is removed. */
export async function openUploads(folder: string): Promise<Uploads> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const held: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    async take({ id }, body, work) {
      const isPersons = held.filter((one) => one === id).length >= mostPerPerson;
      if (isPersons || held.length >= mostHeld)
        throw limitExceeded(
          `${isPersons ? `You have ${mostPerPerson}` : `There are ${mostHeld}`} uploads on the way at this moment. Send this one when one of them is done.`,
          { code: 'TooManyUploads', retryAfterSeconds: 10 },
        );
      held.push(id);
      const file = join(folder, newId());
      try {
        // Opened before a byte comes: a body that breaks off at once must not leave a file that is opened after it was removed.
        const target = await open(file, 'wx', 0o600);
        await pipeline(body ?? Readable.from([]), target.createWriteStream());
        return await inTurn(() => work(file));
      } finally {
        held.splice(held.indexOf(id), 1);
        await rm(file, { force: true });
      }
    },
  };
}
