import { silentLogger } from '@margay/kit';
import { openTemporaryLake, type TemporaryLake } from '@margay/lake/testing';
import { openObjects } from '@margay/objects';
import { readSchema } from '@margay/schema';
import { openChanges, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { betweenDeaths, mortal } from '../../pipeline/testing/mortal.ts';
import { openUploads } from '../../uploads/uploads.ts';
import { createTextReader, type TextReader } from '../../typed-text/reader.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createLookupTablesService } from './service.ts';

const spec = `schema: Custom.People
fields:
  - { name: name, type: string, required: true }
  - { name: team, type: string }
`;
const ada = person('ada');
/** More than an upload takes towards the state store. */
const mostSteps = 60;

let place: TemporaryLake;
let folder: string;
let store: Store;
let texts: TextReader;
beforeAll(async () => {
  [place, store, folder] = await Promise.all([
    openTemporaryLake(),
    openTestStore(migrations),
    mkdtemp(join(tmpdir(), 'margay-tables-')),
  ]);
  texts = createTextReader();
});
afterAll(async () => {
  await texts.close();
  await store.close();
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

/** The service as a process has it from its start on. */
async function startOn(on: Store) {
  const { schema } = readSchema(spec, { owner: 'user' });
  if (schema === undefined) throw new Error('the test schema is not valid');
  const active = { name: schema.name, version: 1, spec, owner: 'user' as const, schema };
  const changes = await openChanges({ store, logger: silentLogger });
  const service = await createLookupTablesService({
    store: on,
    lake: place.lake,
    changes,
    audit: createTestAuditLog(on),
    texts,
    uploads: await openUploads(join(folder, 'uploads')),
    schemas: { active: () => Promise.resolve([active]) },
    objects: await openObjects({ folder }),
    processId: 'one',
    clock: () => new Date(),
    logger: silentLogger,
  });
  const stop = async () => {
    await service.close();
    await changes.close();
  };
  return { service, stop };
}
const bodyOf = (team: string) => new Blob([`name,team\nada,${team}\nbob,${team}\n`]).stream();

it(
  'an upload whose process dies at any step leaves the old version whole, or the new one',
  { timeout: 300_000 },
  async () => {
    const first = await startOn(store);
    const { table } = await first.service.put(ada, {
      name: 'people',
      enabled: true,
      schemaName: 'Custom.People',
      primaryKey: 'name',
      logTypeMap: [],
    });
    await first.service.upload(ada, table.id, { body: bodyOf('old'), format: 'csv' });
    await first.stop();

    const outcomes: string[] = [];
    for (let dieAt = 1; dieAt < mostSteps; dieAt += betweenDeaths) {
      for (const isDoneBefore of [false, true]) {
        const team = `team-${dieAt}-${isDoneBefore}`;
        const life = mortal(dieAt, isDoneBefore);
        const before = outcomes.at(-1) ?? 'old';
        const dying = await startOn(life.store(store)).catch(() => undefined);
        const done = await dying?.service.upload(ada, table.id, { body: bodyOf(team), format: 'csv' }).then(
          () => true,
          () => false,
        );
        await dying?.stop();

        const next = await startOn(store);
        const shown = await next.service.byId(table.id);
        const found = ['ada', 'bob'].map((name) => next.service.find('people', name)?.['team']);
        expect(shown?.fault).toBe(null);
        expect(found[0], 'half of a version').toBe(found[1]);
        expect([before, team]).toContain(found[0]);
        if (done) expect(found[0], 'an upload that was answered is lost').toBe(team);
        await next.stop();
        const lakeRows = await place.lake.query({
          lane: { pool: 'interactive', owner: 'test' },
          sql: 'select distinct team from panther_lookups.people',
          tag: `look-${team}`,
        });
        expect(lakeRows.rows, 'the lake after the next start').toEqual([[found[0]]]);
        outcomes.push(String(found[0]));
        if (!life.isDead()) {
          expect(new Set(outcomes).size).toBeGreaterThan(1);
          return;
        }
      }
    }
    throw new Error(`an upload takes more than ${mostSteps} steps`);
  },
);
