import { startS3Server, type S3Server } from '@margay/objects/testing';
import { emptyTestDatabase } from '@margay/store/testing';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readConfig } from './config.ts';
import type { RunningServer } from './server.ts';
import { consoleOf } from './testing/console-client.ts';
import { startServerOn } from './testing/server-on.ts';

const sharedKey = 'a-key-that-several-processes-share-1234';

/**
 * What several processes on one state need. With PostgreSQL they have folders of their own; on the embedded engine one
 * after the other takes the same folder.
 */
describe('processes on one state', () => {
  let storage: S3Server;
  let scratch: string;
  let database: Awaited<ReturnType<typeof emptyTestDatabase>>;
  let server: RunningServer | undefined;
  let url = '';

  beforeAll(async () => {
    storage = await startS3Server();
    scratch = await mkdtemp(join(tmpdir(), 'margay-shared-'));
    database = await emptyTestDatabase();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
    await storage.close();
    await rm(scratch, { recursive: true, force: true });
  });

  const folderOf = (process: string) => join(scratch, database === undefined ? 'one' : process);
  const shared = () => ({
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    MARGAY_OBJECTS_URL: storage.url('files'),
    AWS_ACCESS_KEY_ID: storage.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: storage.credentials.secretAccessKey,
  });
  const start = (process: string, environment: Record<string, string>) =>
    startServerOn(folderOf(process), { ...shared(), ...environment });

  it('writes the CSV of a search to the storage', async () => {
    server = await start('first', { MARGAY_SECRET_KEY: sharedKey });
    const ask = await consoleOf(server);
    const id = 'a'.repeat(32);
    const params = {
      databases: [],
      tables: [],
      language: 'sql',
      filters: "select 'written by the first' as who",
    };
    const ordered = await ask(
      'mutation ($input: StartAsyncDownloadInput!) { startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }',
      { input: { originalQueryId: id, params } },
    );
    expect(ordered).toMatchObject({ data: { startAsyncDownloadOfAllQueryResults: { error: null } } });
    const Files = z.object({ csvExports: z.array(z.object({ url: z.string().nullable() })) });
    const find = async () => {
      const reply = await ask('query ($id: ID!) { csvExports(queryId: $id) { url } }', { id });
      return Files.parse(reply.data).csvExports[0]?.url ?? null;
    };
    await expect.poll(find, { timeout: 120_000, interval: 200 }).not.toBeNull();
    url = (await find()) ?? '';
    const [key] = [...storage.objects.keys()].filter((name) => name.startsWith('files/exports/'));
    expect(String(storage.objects.get(key ?? '')?.bytes)).toMatch(/written by the first/);
    expect(await readdir(folderOf('first'))).not.toContain('exports');
    await server.stop();
    server = undefined;
  });

  it('gives it out from another process with the same key', async () => {
    server = await start('second', { MARGAY_SECRET_KEY: sharedKey });
    const reply = await fetch(new URL(url, server.url));
    expect(reply.status).toBe(200);
    expect(await reply.text()).toMatch(/^who\r\n.*written by the first\r\n$/);
    await server.stop();
    server = undefined;
  });

  it.each([
    [
      'in the setting',
      { MARGAY_SECRET_KEY: 'another-key-than-the-others-have-12345' },
      /the one in MARGAY_SECRET_KEY/,
    ],
    ['made by the process itself', {}, /the one of this process, in .*secret\.key/],
  ])('refuses to start with another key, %s, and says what to do', async (_name, environment, own) => {
    const started = start('third', environment);
    await expect(started).rejects.toMatchObject({ kind: 'conflict', code: 'SecretKeyDiffers' });
    await expect(started).rejects.toThrow(own);
    await expect(started).rejects.toThrow(
      /Set MARGAY_SECRET_KEY to the key that the other processes.*MARGAY_SECRET_KEY_IS_NEW=true/,
    );
  });

  it('takes a new key when told that the old one is lost, and for good', async () => {
    server = await start('third', { MARGAY_SECRET_KEY_IS_NEW: 'true' });
    await server.stop();
    server = undefined;
    await expect(start('second', { MARGAY_SECRET_KEY: sharedKey })).rejects.toMatchObject({
      code: 'SecretKeyDiffers',
    });
    const key = (await readFile(join(folderOf('third'), 'secret.key'), 'utf8')).trim();
    server = await start('second', { MARGAY_SECRET_KEY: key });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('refuses to start on a storage that cannot be used', async () => {
    const elsewhere = { MARGAY_OBJECTS_URL: storage.url('', 'not-there') };
    const started = startServerOn(join(scratch, 'fourth'), { ...shared(), ...elsewhere });
    await expect(started).rejects.toMatchObject({
      kind: 'invalid-input',
      message: expect.stringMatching(/there is no bucket "not-there".*MARGAY_OBJECTS_URL/),
    });
  });
});

it('settings of storage that cannot be right are named', () => {
  const read = (environment: Record<string, string>) => () => readConfig(environment);
  expect(read({ MARGAY_OBJECTS_URL: 's3://key:secret@bucket' })).toThrow(
    /^The configuration has a fault: MARGAY_OBJECTS_URL must not hold credentials.*\(it is "…"\)$/,
  );
  expect(read({ MARGAY_OBJECTS_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'x' })).toThrow(
    /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together/,
  );
  expect(read({ MARGAY_LAKE_CLUSTER: 'main' })).toThrow(/MARGAY_LAKE_CLUSTER needs CLICKHOUSE_URL/);
  expect(read({ AWS_ACCESS_KEY_ID: 'x' }), 'somebody else’s').not.toThrow();
});
