import { silentLogger } from '@margay/kit';
import { openTemporaryLake, type TemporaryLake } from '@margay/lake/testing';
import { openObjects, type ObjectStore } from '@margay/objects';
import { startS3Server, type S3Server } from '@margay/objects/testing';
import { readSchema } from '@margay/schema';
import { openChanges, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { person } from '../../api/testing-console.ts';
import { readConfig } from '../../config.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTextReader, type TextReader } from '../../typed-text/reader.ts';
import { openUploads } from '../../uploads/uploads.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createLookupTablesService } from './service.ts';

const spec = `schema: Custom.People
fields:
  - { name: name, type: string, required: true }
  - { name: team, type: string }
`;
const ada = person('ada');
const rows = () => new Blob(['name,team\nada,blue\n']).stream();

let place: TemporaryLake;
let scratch: string;
/** Where uploads wait. */
let waiting: string;
let store: Store;
let texts: TextReader;
let storage: S3Server;
beforeAll(async () => {
  [place, store, scratch, storage] = await Promise.all([
    openTemporaryLake(),
    openTestStore(migrations),
    mkdtemp(join(tmpdir(), 'margay-several-')),
    startS3Server(),
  ]);
  waiting = await mkdtemp(join(tmpdir(), 'margay-waiting-'));
  texts = createTextReader();
});
afterAll(async () => {
  await texts.close();
  await store.close();
  await storage.close();
  await place.remove();
  for (const folder of [scratch, waiting]) await rm(folder, { recursive: true, force: true });
});
beforeEach(() => store.query('delete from processes'));

const ownFolder = (name: string): Promise<ObjectStore> => openObjects({ folder: join(scratch, name) });
const shared = (): Promise<ObjectStore> =>
  openObjects(
    readConfig({
      MARGAY_OBJECTS_URL: storage.url('files'),
      AWS_ACCESS_KEY_ID: storage.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: storage.credentials.secretAccessKey,
    }).objects,
  );

/** The service as a living process of that name has it. */
async function begin(name: string, objects: ObjectStore, roles: readonly string[] = ['api', 'detect']) {
  await store.query(
    `insert into processes (id, roles, host, lease_until) values ($1, $2::text[], $1, now() + interval '1 hour')`,
    [name, roles],
  );
  const { schema } = readSchema(spec, { owner: 'user' });
  if (schema === undefined) throw new Error('the test schema is not valid');
  const active = { name: schema.name, version: 1, spec, owner: 'user' as const, schema };
  const changes = await openChanges({ store, logger: silentLogger });
  const service = await createLookupTablesService({
    store,
    lake: place.lake,
    changes,
    audit: createTestAuditLog(store),
    texts,
    uploads: await openUploads(join(waiting, name)),
    schemas: { active: () => Promise.resolve([active]) },
    objects,
    processId: name,
    clock: () => new Date(),
    logger: silentLogger,
  });
  const end = async () => {
    await service.close();
    await changes.close();
    await store.query('delete from processes where id = $1', [name]);
  };
  return { service, changes, end };
}

const table = (name: string) => ({
  name,
  enabled: true,
  schemaName: 'Custom.People',
  primaryKey: 'name',
  logTypeMap: [],
});

it('rows that another process could not read are refused, and nothing of them stays', async () => {
  const first = await begin('first', await ownFolder('first'));
  const second = await begin('second', await ownFolder('second'), ['detect']);
  const { table: made } = await first.service.put(ada, table('refused'));
  const upload = () => first.service.upload(ada, made.id, { body: rows(), format: 'csv' });
  await expect(upload()).rejects.toMatchObject({
    kind: 'conflict',
    code: 'StorageNotShared',
    message: expect.stringMatching(/^Lookup table refused: .*second \(detect\)\. Set MARGAY_OBJECTS_URL/),
  });
  expect(await first.service.byId(made.id)).toMatchObject({ active: null, fault: null });
  expect(await first.service.versions(made.id)).toEqual([]);
  expect(await readdir(scratch)).toEqual([]);

  await second.end();
  // What delivers alerts or takes events in asks no table.
  const third = await begin('third', await ownFolder('third'), ['ingest', 'alert']);
  expect(await upload()).toMatchObject({ version: 1 });
  const again = await begin('second', await ownFolder('second'));
  await expect(first.service.restore(ada, made.id, 1)).rejects.toMatchObject({ code: 'StorageNotShared' });
  for (const process of [again, third, first]) await process.end();
});

it('a process that joins later and cannot read the rows makes the table faulty for everybody', async () => {
  const first = await begin('first', await ownFolder('first'));
  const { table: made } = await first.service.put(ada, table('joined'));
  await first.service.upload(ada, made.id, { body: rows(), format: 'csv' });
  const healthy = { host: 'first', roles: ['api', 'detect'], version: 1, fault: null };
  expect(await first.service.byId(made.id)).toMatchObject({ fault: null, processes: [healthy] });

  const late = await begin('late', await ownFolder('late'));
  expect(late.service.find('joined', 'ada')).toBeUndefined();
  const reason = /rows in .* cannot be read\. .*first set MARGAY_OBJECTS_URL for all of them/;
  const broken = { ...healthy, host: 'late', fault: expect.stringMatching(reason) };
  const seen = await first.service.byId(made.id);
  expect(seen?.processes).toEqual([healthy, broken]);
  expect(seen?.fault).toMatch(/^The process on late \(api, detect\) does not use it: The rows in /);
  expect(first.service.find('joined', 'ada')).toMatchObject({ team: 'blue' });
  expect((await late.service.list()).find(({ table: { id } }) => id === made.id)?.fault).toMatch(reason);

  await late.end();
  expect(await first.service.byId(made.id)).toMatchObject({ fault: null, processes: [healthy] });
  await first.end();
});

it('with one storage for all, each process reads what another one was given', async () => {
  const first = await begin('first', await shared());
  const second = await begin('second', await shared(), ['detect']);
  const { table: made } = await first.service.put(ada, table('shared'));
  await first.service.upload(ada, made.id, { body: rows(), format: 'csv' });
  await second.changes.settle();
  expect(second.service.find('shared', 'ada')).toMatchObject({ team: 'blue' });
  const seen = await first.service.byId(made.id);
  expect(seen?.fault).toBeNull();
  expect(seen?.processes).toEqual([
    { host: 'first', roles: ['api', 'detect'], version: 1, fault: null },
    { host: 'second', roles: ['detect'], version: 1, fault: null },
  ]);
  await second.end();
  await first.end();
});
