import { invalidInput, messageOf } from '@margay/kit';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { contentLimits, isContentFile, isPassedOver } from './limits.ts';
import type { ContentFile } from './read-content.ts';

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;
const madeByUnix = 3;
const linkType = 0o120000;

/**
 * The YAML and Python files of a zip. It is taken whole or not at all: an archive that leads out of its folder, holds
 * links, says one thing and holds another or unpacks to more than the limits is refused with the entry at fault.
 */
export async function readContentZip(bytes: Uint8Array): Promise<ContentFile[]> {
  if (bytes.byteLength > contentLimits.zipBytes) {
    throw invalidInput(
      `The zip is larger than ${megabytes(contentLimits.zipBytes)}. Detection content is text: leave other files out, or upload folder by folder.`,
    );
  }
  const zip = await openZip(bytes);
  if (zip.entryCount > contentLimits.files) {
    throw invalidInput(
      `The zip holds ${zip.entryCount} entries; at most ${contentLimits.files} are allowed. Upload folder by folder.`,
    );
  }
  const files = new Map<string, string>();
  let total = 0;
  for await (const entry of entriesOf(zip)) {
    refuseUnsafe(entry);
    const path = entry.fileName;
    if (path.endsWith('/') || !isContentFile(path) || path.split('/').slice(0, -1).some(isPassedOver))
      continue;
    if (files.has(path))
      throw invalidInput(`The zip holds ${path} twice. Remove one of the two and zip again.`);
    total += entry.uncompressedSize;
    if (total > contentLimits.totalBytes) {
      throw invalidInput(
        `The zip unpacks to more than ${megabytes(contentLimits.totalBytes)} of YAML and Python, at ${path}. Upload folder by folder.`,
      );
    }
    files.set(path, await textOf(zip, entry));
  }
  return [...files].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function openZip(bytes: Uint8Array): Promise<ZipFile> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await fromBufferPromise(data, { lazyEntries: true, validateEntrySizes: true });
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown) =>
  invalidInput(`The zip cannot be read: ${messageOf(error)}. Zip the folder again and upload that.`);

/** The reader refuses absolute paths and paths that lead upwards by itself, while it walks. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw unreadable(error);
    });
    if (next.done === true) return;
    yield next.value;
  }
}

function refuseUnsafe(entry: Entry): void {
  const { fileName } = entry;
  const shown = JSON.stringify(fileName.slice(0, 80));
  if (fileName.length > contentLimits.pathLength) {
    throw invalidInput(
      `The zip holds an entry with a name of ${fileName.length} characters (${shown} …); at most ${contentLimits.pathLength} are allowed. Shorten it.`,
    );
  }
  if (fileName.includes('\0'))
    throw invalidInput(`The zip entry ${shown} has the character U+0000 in its name. Rename it.`);
  const mode = entry.externalFileAttributes >>> 16;
  if (entry.versionMadeBy >> 8 === madeByUnix && (mode & 0o170000) === linkType) {
    throw invalidInput(`The zip entry ${shown} is a link. Put the file itself in its place.`);
  }
  if (!isContentFile(fileName)) return;
  if (entry.isEncrypted())
    throw invalidInput(`The zip entry ${shown} is encrypted. Zip the folder without a password.`);
  if (entry.uncompressedSize > contentLimits.fileBytes) {
    throw invalidInput(
      `The zip entry ${shown} is larger than ${megabytes(contentLimits.fileBytes)}. Detection content is text; remove the file.`,
    );
  }
}

/** Reads no more than the entry's own size says; a longer one ends in an error. */
async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const about = JSON.stringify(entry.fileName);
  const data = await zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .catch((error: unknown) => {
      throw invalidInput(
        `The zip entry ${about} cannot be unpacked: ${messageOf(error)}. Zip the folder again.`,
      );
    });
  if (crc32(data) !== entry.crc32)
    throw invalidInput(`The zip entry ${about} is damaged. Zip the folder again.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw invalidInput(`The zip entry ${about} is not UTF-8 text. Save it as UTF-8 and zip again.`);
  }
}
