import { internalError } from '@margay/kit';
import type { ObjectStore } from '@margay/objects';
import { createHash } from 'node:crypto';
import { tablesFolder } from '../../data-folder/tables-folder.ts';

/** The rows of versions at rest: one object for each content, named by its digest and never changed. */
export interface VersionFiles {
  /** Durable under its digest when it resolves. */
  write(digest: string, image: SharedArrayBuffer): Promise<void>;
  /** Throws, naming the remedy, when the object is missing or is not what was written. */
  read(digest: string): Promise<SharedArrayBuffer>;
  /** Removes every object but those of these digests that was written before a moment, with what was left half written. */
  keepOnly(digests: ReadonlySet<string>, writtenBefore: Date): Promise<void>;
}

const suffix = '.table';

const remedyOf = ({ isShared }: ObjectStore): string =>
  isShared
    ? 'Upload the table again.'
    : 'Upload the table again, or bring the file back from a backup. Where several processes share the state, first set MARGAY_OBJECTS_URL for all of them: without it each keeps such files in a folder of its own.';

export function digestOf(image: SharedArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(image)).digest('hex');
}

export function openVersionFiles(objects: ObjectStore): VersionFiles {
  const keyOf = (digest: string) => `${tablesFolder}/${digest}${suffix}`;
  return {
    async write(digest, image) {
      async function* content() {
        yield Buffer.from(image);
      }
      await objects.put(keyOf(digest), content(), { maxBytes: image.byteLength });
    },
    async read(digest) {
      const key = keyOf(digest);
      const lost = (reason: string, cause?: unknown) =>
        internalError(`The rows in ${key} of ${objects.place} ${reason}. ${remedyOf(objects)}`, { cause });
      const content = await objects.read(key).catch((cause: unknown) => {
        throw lost('cannot be read', cause);
      });
      if (content === undefined) throw lost('cannot be read');
      const image = new SharedArrayBuffer(content.byteCount);
      const bytes = new Uint8Array(image);
      let at = 0;
      for await (const chunk of content.body) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      if (digestOf(image) !== digest) throw lost('were changed since they were imported');
      return image;
    },
    async keepOnly(digests, writtenBefore) {
      const kept = new Set([...digests].map(keyOf));
      for await (const { key, writtenAt } of objects.list(tablesFolder)) {
        if (!kept.has(key) && writtenAt < writtenBefore) await objects.remove(key);
      }
      await objects.removeUnfinished(tablesFolder, writtenBefore);
    },
  };
}
