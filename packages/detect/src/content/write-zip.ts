import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ContentFile } from './read-content.ts';

/** The oldest moment a zip can hold: the same content gives the same bytes. */
const noTime = new Date(1980, 0, 1);

export function writeContentZip(files: readonly ContentFile[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const { path, text } of files) {
    zip.addBuffer(Buffer.from(text), path, { mtime: noTime, mode: 0o100644, forceDosTimestamp: true });
  }
  zip.end();
  return buffer(zip.outputStream);
}
