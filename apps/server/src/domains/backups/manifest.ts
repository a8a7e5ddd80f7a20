import type { SecretBox } from '@margay/auth';
import { invalidInput } from '@margay/kit';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { FolderVersion } from '../../data-folder/version-file.ts';

const fileName = 'manifest.json';
const backupFormat = 1;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Counts = z.record(z.string(), z.number().int().nonnegative());
/** Stays below the folder it is taken from or brought to. */
const Path = z
  .string()
  .refine((path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..'));

const BackedUpFile = z.object({ path: Path, bytes: z.number().int().nonnegative(), sha256: Digest });

/** What a backup says of itself. Written last: a backup without it is not finished. */
const Manifest = z.object({
  backupFormat: z.literal(backupFormat),
  takenAt: z.iso.datetime(),
  folder: FolderVersion,
  /** Tells whether a key is the one that the secrets inside were sealed with; gives nothing of it away. */
  keyFingerprint: Digest,
  hasSecretKey: z.boolean(),
  /** Rows by table. */
  state: Counts,
  lake: Counts,
  /** Accepted batches that wait in the spool. */
  batches: z.number().int().nonnegative(),
  /** With the empty ones, some of which the engines need. */
  folders: z.array(Path),
  files: z.array(BackedUpFile),
});
export type Manifest = z.output<typeof Manifest>;

/** `mac` is absent in backups of the first versions. */
const Sealed = z.object({ sha256: Digest, mac: Digest.optional(), manifest: z.unknown() });

const digestOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Only who has the installation's secret key can make it. */
const macOf = (manifest: unknown, secrets: Pick<SecretBox, 'deriveKey'>) =>
  createHmac('sha256', secrets.deriveKey('backup-manifest')).update(JSON.stringify(manifest)).digest('hex');

/** Survives a power cut when it resolves, and with it the backup. */
export async function writeManifest(
  folder: string,
  facts: Omit<Manifest, 'backupFormat'>,
  secrets: Pick<SecretBox, 'deriveKey'>,
): Promise<Manifest> {
  const manifest: Manifest = { backupFormat, ...facts };
  const file = join(folder, fileName);
  const handle = await open(`${file}.new`, 'wx', 0o600);
  await handle.writeFile(
    JSON.stringify({ sha256: digestOf(manifest), mac: macOf(manifest, secrets), manifest }),
  );
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
  const names = await open(folder, 'r');
  await names.sync();
  await names.close();
  return manifest;
}

export interface ReadManifest {
  manifest: Manifest;
  /** Whether it is what an installation with this key wrote; `unsigned` where it says nothing that could be checked. */
  provenBy(secrets: Pick<SecretBox, 'deriveKey'>): boolean | 'unsigned';
}

/** Throws `BackupUnusable`, naming the file and the reason, for a folder that is no finished, whole backup. */
export async function readManifest(folder: string): Promise<ReadManifest> {
  const file = join(folder, fileName);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR'
      ? unusable(`${folder} is no finished backup: it has no ${fileName}. Take another backup.`)
      : unusable(`${file} cannot be read (${error.code}). Check its rights.`);
  });
  const sealed = Sealed.safeParse(parseOrUndefined(text));
  if (!sealed.success || digestOf(sealed.data.manifest) !== sealed.data.sha256) {
    throw unusable(`${file} is damaged. Take another backup.`);
  }
  const manifest = Manifest.safeParse(sealed.data.manifest);
  const { mac, manifest: signed } = sealed.data;
  if (manifest.success)
    return {
      manifest: manifest.data,
      provenBy: (secrets) =>
        mac === undefined
          ? 'unsigned'
          : timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(signed, secrets))),
    };
  throw unusable(`${file} is of a format that this version does not read. Restore with a newer version.`);
}

export const unusable = (message: string, cause?: unknown) =>
  invalidInput(message, { code: 'BackupUnusable', cause });

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
