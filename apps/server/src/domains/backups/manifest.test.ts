import { createSecretBox } from '@margay/auth';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownVersion } from '../../data-folder/version-file.ts';
import { readManifest, writeManifest } from './manifest.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'margay-manifest-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const secretsOf = (key: string) => createSecretBox(new TextEncoder().encode(key));
const facts = (path: string) => ({
  takenAt: new Date(0).toISOString(),
  folder: ownVersion([]),
  keyFingerprint: 'a'.repeat(64),
  hasSecretKey: false,
  state: { 'public.users': 1 },
  lake: {},
  batches: 0,
  folders: ['state'],
  files: [{ path, bytes: 1, sha256: 'b'.repeat(64) }],
});

it('a manifest comes back as it was written, and a folder without one is no backup', async () => {
  await expect(readManifest(folder)).rejects.toThrow(/is no finished backup/);
  const written = await writeManifest(folder, facts('state/PG_VERSION'), secretsOf('k'));
  const { manifest, provenBy } = await readManifest(folder);
  expect(manifest).toEqual(written);
  expect([provenBy(secretsOf('k')), provenBy(secretsOf('other'))]).toEqual([true, false]);
});

it('a manifest that was changed and given a new digest is not what the installation wrote', async () => {
  const file = join(folder, 'manifest.json');
  const sealed = JSON.parse(await readFile(file, 'utf8')) as { manifest: { batches: number }; mac?: string };
  sealed.manifest.batches = 7;
  const sha256 = createHash('sha256').update(JSON.stringify(sealed.manifest)).digest('hex');
  await writeFile(file, JSON.stringify({ ...sealed, sha256 }));
  expect((await readManifest(folder)).provenBy(secretsOf('k'))).toBe(false);
  await writeFile(file, JSON.stringify({ sha256, manifest: sealed.manifest }));
  expect((await readManifest(folder)).provenBy(secretsOf('k'))).toBe('unsigned');
});

it('a manifest that was changed is damaged, and one that leads elsewhere is not read', async () => {
  const file = join(folder, 'manifest.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"bytes":1', '"bytes":2'));
  await expect(readManifest(folder)).rejects.toThrow(/manifest.json is damaged/);
  for (const path of ['../outside', '/etc/passwd', 'state/../../outside', '']) {
    const manifest = { backupFormat: 1, ...facts(path) };
    const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
    await writeFile(file, JSON.stringify({ sha256, manifest }));
    await expect(readManifest(folder), path).rejects.toMatchObject({ code: 'BackupUnusable' });
  }
});
