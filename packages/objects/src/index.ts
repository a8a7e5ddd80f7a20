import type { ObjectStore } from './contract.ts';
import { openLocalObjects } from './local/local-objects.ts';
import type { S3Options } from './s3/s3-objects.ts';

export type { ByteRange, ObjectContent, ObjectFacts, ObjectStore } from './contract.ts';
export { readS3Address, type S3Address } from './s3/s3-address.ts';
export type { S3Credentials } from './s3/s3-objects.ts';

/** A folder of this machine, or a storage that several machines share. */
export type ObjectsTarget = { folder: string } | { s3: S3Options };

/** Opens a place for files and proves that it can be used. Throws what a person has to change. */
export async function openObjects(target: ObjectsTarget): Promise<ObjectStore> {
  if ('folder' in target) return openLocalObjects(target.folder);
  // Its library is large, and most installations have one machine.
  const { openS3Objects } = await import('./s3/s3-objects.ts');
  const objects = openS3Objects(target.s3);
  try {
    await objects.check();
  } catch (error) {
    objects.close();
    throw error;
  }
  return objects;
}
