import { createSecretBox } from '@margay/auth';
import { openSpool } from '@margay/ingest';
import { conflict, invalidInput, silentLogger } from '@margay/kit';
import { openLake } from '@margay/lake';
import { openStore, type Migration } from '@margay/store';
import { lstat, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDataFolder } from '../../data-folder/claim-folder.ts';
import { readRestoreMark, restoreMark, writeRestoreMark } from '../../data-folder/restore-mark.ts';
import { refuseNewer } from '../../data-folder/version-file.ts';
import { forgetSecretKey } from '../../secret-key-check.ts';
import { copyInThread, type CopyWatch } from './copy-in-thread.ts';

import { readManifest, unusable, type Manifest, type ReadManifest } from './manifest.ts';
import { countLake, countState } from './take-snapshot.ts';
import { keyFingerprint } from './write-backup.ts';

export interface RestoreOrder {
  backup: string;
  dataDir: string;
  /** The changes of the state store that this program knows. */
  migrations: readonly Migration[];
  /** Moves what the data folder holds aside instead of refusing it. */
  force: boolean;
  /** For a backup that does not hold it. `lost`: go on without, stored secrets cannot be read then. */
  secretKey: { text: string; isSetting: boolean } | 'lost' | undefined;
  /** Also one without signature, as the first versions wrote it. */
  allowUnproven: boolean;
}

/** Where `force` puts what was there, inside the data folder: that may be a disk of its own. */
const asidePrefix = 'before-restore-';
const mayStay = (name: string) =>
  name.startsWith(restoreMark) || name === 'lock' || name.startsWith(asidePrefix);

/**
 * Brings a backup into a data folder and proves that it is whole: digests while it is copied, rows of every table
 * afterwards. Until then a mark lies in the folder, with which no server starts, and from which another restore goes on.
 */
export async function restoreBackup(order: RestoreOrder, watch: CopyWatch): Promise<Manifest> {
  const { backup, dataDir } = order;
  const read = await readManifest(backup);
  const { manifest } = read;
  refuseNewer(manifest.folder, `The backup ${backup}`, order.migrations);
  checkKey(order, manifest);
  await checkOrigin(order, read);
  await checkFiles(backup, manifest);
  const claimed = await claimDataFolder(dataDir, 'replaced');
  try {
    await makeRoom(order);
    await copyBack(order, manifest, watch);
    await checkRows(dataDir, manifest, order.secretKey === 'lost');
    await rm(join(dataDir, restoreMark));
  } finally {
    await claimed.release();
  }
  return manifest;
}

function checkKey({ backup, secretKey }: RestoreOrder, manifest: Manifest): void {
  if (manifest.hasSecretKey || secretKey === 'lost') return;
  if (secretKey === undefined) {
    throw invalidInput(
      `The backup ${backup} does not hold the secret key, and stored secrets (of destinations and log sources) cannot be read without it. Give it with --secret-key-file or MARGAY_SECRET_KEY, or go on without it with --without-secret-key and enter those secrets again.`,
      { code: 'SecretKeyMissing' },
    );
  }
  if (keyFingerprint(boxOf(secretKey.text)) === manifest.keyFingerprint) return;
  throw invalidInput('This is not the secret key that the secrets of the backup were sealed with.', {
    code: 'SecretKeyWrong',
  });
}

const boxOf = (keyText: string) => createSecretBox(new TextEncoder().encode(keyText));

/** A key that a person gives counts more than one that lies in the backup: who changed the backup could have put it there. */
async function checkOrigin(order: RestoreOrder, { manifest, provenBy }: ReadManifest): Promise<void> {
  const { backup, secretKey, allowUnproven } = order;
  const given = typeof secretKey === 'object' ? secretKey.text : undefined;
  const inside = join(backup, 'data', 'secret.key');
  const text = given ?? (manifest.hasSecretKey ? await readKeyFile(inside) : undefined);
  if (text === undefined) return; // it is lost, and a person said so
  const isProven = provenBy(boxOf(text));
  if (isProven === true || (isProven === 'unsigned' && allowUnproven)) return;
  if (isProven === false)
    throw unusable(
      `The backup ${backup} was changed since it was written, or by an installation with another secret key. Take another backup.`,
    );
  throw unusable(
    `Nothing proves that the backup ${backup} is what was backed up: it bears no signature, as those of early versions. Use --unproven to restore it where you know that nobody could change it.`,
  );
}

/** Before anything is touched: every file is there with its length, itself and no link. Their bytes are looked at while they are copied. */
async function checkFiles(backup: string, manifest: Manifest): Promise<void> {
  for (const path of ['', ...manifest.folders]) {
    const place = join(backup, 'data', path);
    const facts = await lstat(place).catch(() => undefined);
    if (facts?.isDirectory() !== true)
      throw unusable(`The backup is damaged: ${place} is no folder, or a link to one.`);
  }
  for (const { path, bytes } of manifest.files) {
    const place = join(backup, 'data', path);
    const facts = await lstat(place).catch(() => undefined);
    if (facts === undefined) throw unusable(`The backup is damaged: ${place} is missing.`);
    const { size } = facts;
    if (!facts.isFile()) throw unusable(`The backup is damaged: ${place} is no file, or a link to one.`);
    if (size !== bytes)
      throw unusable(`The backup is damaged: ${place} has ${size} bytes instead of ${bytes}.`);
  }
}

async function makeRoom({ dataDir, force, backup }: RestoreOrder): Promise<void> {
  const mark = await readRestoreMark(dataDir);
  const names = (await readdir(dataDir)).filter((name) => !mayStay(name));
  if (mark === undefined && names.length > 0 && !force) {
    throw conflict(
      `The data folder ${dataDir} is not empty. Name another one with MARGAY_DATA_DIR, or use --force to move what it holds aside.`,
      { code: 'DataFolderNotEmpty' },
    );
  }
  if (mark?.step !== 'copying') {
    // An earlier restore that ended while it moved things aside goes on with the same place.
    const aside = mark?.aside ?? `${asidePrefix}${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    await writeRestoreMark(dataDir, { step: 'moving', aside, backup });
    if (names.length > 0) await mkdir(join(dataDir, aside), { recursive: true, mode: 0o700 });
    for (const name of names) await rename(join(dataDir, name), join(dataDir, aside, name));
    await writeRestoreMark(dataDir, { step: 'copying', aside, backup });
    return;
  }
  for (const name of names) await rm(join(dataDir, name), { recursive: true, force: true });
}

async function copyBack(order: RestoreOrder, manifest: Manifest, watch: CopyWatch): Promise<void> {
  const { backup, dataDir, secretKey } = order;
  const from = join(backup, 'data');
  const copied = await copyInThread({ from, to: dataDir, tree: manifest }, watch);
  const wanted = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  const damaged = copied.find((file) => wanted.get(file.path) !== file.sha256);
  if (damaged !== undefined)
    throw unusable(`The backup is damaged: ${join(from, damaged.path)} is not what was written.`);
  if (manifest.hasSecretKey || secretKey === undefined || secretKey === 'lost' || secretKey.isSetting) return;
  const file = await open(join(dataDir, 'secret.key'), 'wx', 0o600);
  await file.writeFile(secretKey.text);
  await file.sync();
  await file.close();
}

/** With the engines themselves, as the server will see it. */
async function checkRows(dataDir: string, manifest: Manifest, isKeyLost: boolean): Promise<void> {
  const store = await openStore({ dataDir });
  const state = await countState(store);
  if (isKeyLost && !manifest.hasSecretKey) await forgetSecretKey(store);
  await store.close();
  const lake = await openLake({ dataDir }, { logger: silentLogger });
  const rows = await countLake(lake);
  await lake.close();
  const spool = await openSpool({ dir: join(dataDir, 'spool'), logger: silentLogger });
  const { segments } = spool.stats();
  await spool.close();
  compare('state', manifest.state, state);
  compare('data lake', manifest.lake, rows);
  compare('spool', { batches: manifest.batches }, { batches: segments });
}

function compare(what: string, wanted: Record<string, number>, found: Record<string, number>): void {
  const [wrong] = Object.entries(wanted).filter(([name, rows]) => (found[name] ?? 0) !== rows);
  if (wrong === undefined) return;
  const [name, rows] = wrong;
  throw unusable(
    `The restored ${what} differs from the backup: ${name} has ${found[name] ?? 0} instead of ${rows}. The data folder stays marked as unfinished.`,
  );
}

/** The key in a file, as the server keeps it. */
export async function readKeyFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw invalidInput(`The secret key cannot be read from ${file}.`);
  });
  return text.trim();
}
