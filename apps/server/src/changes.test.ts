import { createSecretBox } from '@margay/auth';
import type { DetectEngine } from '@margay/detect';
import { silentLogger } from '@margay/kit';
import { openChanges, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { field } from '@margay/settings';
import * as z from 'zod';
import { createTestAuditLog } from './domains/audit-log/testing.ts';
import { createDetectionsService } from './domains/detections/service.ts';
import { emptyRule } from './domains/detections/kinds/rule-definition.ts';
import { actorWith, idleEngine, ruleBody } from './domains/detections/testing.ts';
import { createLogSourcesService } from './domains/log-sources/service.ts';
import { createSchemasService } from './domains/schemas/service.ts';
import { migrations } from './testing/all-migrations.ts';
import { createTextReader } from './typed-text/reader.ts';

const key = randomBytes(32);
const ada = actorWith();
const patience = { timeout: 30_000 };
const spec = 'fields: [{ name: door, type: string }]';
const settings = (token: string) => ({ authMethod: 'Bearer', authBearerToken: token });
const transport = {
  id: 'HTTP',
  title: 'HTTP',
  description: '',
  streamTypes: ['Lines' as const],
  settings: z.object({
    authMethod: field(z.string(), { label: 'Method' }),
    authBearerToken: field(z.string(), { label: 'Token', secret: true }),
  }),
  fields: [],
  secretNames: ['authBearerToken'],
  ingestPath: () => undefined,
  transport: { kind: 'push' as const },
};
const source = (token: string) => ({
  label: 'doors',
  providerId: 'custom',
  ingestionType: 'HTTP',
  streamType: 'Lines' as const,
  streamOptions: {},
  logTypes: [],
  config: settings(token),
});

/** The services of one process; nothing but the store is shared with another. */
async function openProcess(store: Store) {
  const logger = silentLogger;
  const audit = createTestAuditLog(store);
  const changes = await openChanges({ store, logger, pollMs: 100 });
  const texts = createTextReader();
  const schemas = createSchemasService({ store, changes, audit, texts });
  const sources = createLogSourcesService({
    store,
    changes,
    audit,
    secrets: createSecretBox(key),
    providers: [],
    definitions: [transport],
    knownLogTypes: schemas.availableNames,
  });
  const loadedIds: string[][] = [];
  const engine: DetectEngine = {
    ...idleEngine,
    load(content) {
      loadedIds.push(content.rules.map(({ id }) => id));
      return idleEngine.load(content);
    },
  };
  const detections = createDetectionsService({
    store,
    changes,
    audit,
    engine,
    logger,
    texts,
    knownLogTypes: schemas.availableNames,
    accessOf: () => Promise.resolve(new Map()),
    logTypesOfQuery: () => ({ any: 'this test has no lake' }),
  });
  schemas.onChange(detections.reloadWhenStale);
  return {
    schemas,
    sources,
    detections,
    loadedIds,
    async close() {
      await changes.close();
      await texts.close();
    },
  };
}

describe('what one process changes', () => {
  let store: Store;
  let one: Awaited<ReturnType<typeof openProcess>>;
  let other: typeof one;
  beforeAll(async () => {
    store = await openTestStore(migrations);
    [one, other] = await Promise.all([openProcess(store), openProcess(store)]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await store.close();
  });

  it('is the secret by which another one receives, though it was remembered', async () => {
    const { id } = await one.sources.put(ada, source('first'));
    const tokenOf = async (process: typeof one) => (await process.sources.open(id))?.settings;
    expect(await tokenOf(other)).toEqual(settings('first'));
    await one.sources.put(ada, { ...source('second'), id });
    expect(await tokenOf(one)).toEqual(settings('second'));
    await vi.waitFor(async () => expect(await tokenOf(other)).toEqual(settings('second')), patience);
    await one.sources.remove(ada, id);
    expect(await one.sources.open(id)).toBeUndefined();
    await vi.waitFor(async () => expect(await other.sources.open(id)).toBeUndefined(), patience);
  });

  it('are the rules that another one runs, and whether their log types are known', async () => {
    await one.detections.put(ada, {
      kind: 'RULE',
      id: 'Door.Open',
      isNew: true,
      enabled: true,
      definition: { ...emptyRule, body: ruleBody, severity: 'LOW', logTypes: ['Custom.Door'] },
    });
    // Its log type has no schema yet, so that it does not run.
    await vi.waitFor(() => expect(other.loadedIds.at(-1)).toEqual([]), patience);
    await one.schemas.put(ada, { name: 'Custom.Door', spec });
    expect(one.loadedIds.at(-1)).toEqual(['Door.Open']);
    await vi.waitFor(() => expect(other.loadedIds.at(-1)).toEqual(['Door.Open']), patience);
    await one.schemas.setArchived(ada, 'Custom.Door', true);
    expect(one.loadedIds.at(-1)).toEqual([]);
    await vi.waitFor(() => expect(other.loadedIds.at(-1)).toEqual([]), patience);
    await one.schemas.setArchived(ada, 'Custom.Door', false);
    await other.detections.delete(ada, ['RULE'], ['Door.Open']);
    await vi.waitFor(() => expect(one.loadedIds.at(-1)).toEqual([]), patience);
  });
});
