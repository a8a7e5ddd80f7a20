import { openChanges } from '@margay/store';
import { createDetectEngine, createMemoryCache, type DetectEngine } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import { silentLogger } from '@margay/kit';
import { openTemporaryLake } from '@margay/lake/testing';
import { createAlertsWorld, type AlertsWorld } from '../alerts/testing.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createDetectionsService, type DetectionsService } from '../detections/service.ts';
import type { PolicyDefinition } from '../detections/kinds/policy.ts';
import { createResourcesService, type ResourcesService } from './service.ts';
import { judgeDue, type JudgeDeps } from './judge.ts';
import { findAttributes } from './store.ts';
import { createTextReader } from '../../typed-text/reader.ts';

/** For the domain's tests: a policy that wants `Encrypted`. */
export const policyDefinition = (over: Partial<PolicyDefinition> = {}): PolicyDefinition => ({
  displayName: 'Encryption',
  description: 'What it is',
  severity: 'HIGH',
  reference: '',
  runbook: 'What to do',
  reports: {},
  tags: [],
  tests: [],
  outputIds: [],
  createdByExternal: '',
  body: 'def policy(resource):\n    return resource["Encrypted"]',
  resourceTypes: ['AWS.S3.Bucket'],
  suppressions: [],
  ...over,
});

/** A bucket as an upload holds it. */
export const bucket = (id: string, attributes: Record<string, unknown> = {}) => ({
  id,
  type: 'AWS.S3.Bucket',
  integrationId: '111122223333',
  integrationLabel: 'prod',
  attributes: { Name: id, ...attributes },
});

/** The domain on a real store with real Python; tests judge when they want to. */
export interface ResourcesWorld {
  world: AlertsWorld;
  detections: DetectionsService;
  engine: DetectEngine;
  resources: ResourcesService;
  judgeDeps: JudgeDeps;
  /** Jobs that were asked for. */
  wakes: number;
  putPolicy(id: string, definition?: Partial<PolicyDefinition>, enabled?: boolean): Promise<void>;
  upload(...batch: ReturnType<typeof bucket>[]): Promise<void>;
  judge(over?: Partial<JudgeDeps>): Promise<void>;
  /** `policy resource status`, suppressed ones in brackets; sorted. */
  entries(): Promise<string[]>;
  /** `type title` of alerts, oldest first. */
  alerts(): Promise<string[]>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function createResourcesWorld(): Promise<ResourcesWorld> {
  const world = await createAlertsWorld();
  const { store } = world;
  const engine = createDetectEngine({
    workers: 1,
    cacheDir: testCacheDir,
    hostCalls: {
      cache: createMemoryCache(),
      lookup: () => Promise.resolve(undefined),
      resource: (id) => findAttributes(store, id),
    },
  });
  const audit = createTestAuditLog(store);
  const changes = await openChanges({ store, logger: silentLogger });
  const detections = createDetectionsService({
    store,
    changes,
    audit,
    texts: createTextReader(),
    engine,
    logger: silentLogger,
    knownLogTypes: () => Promise.resolve([]),
    accessOf: () => Promise.resolve(new Map()),
    logTypesOfQuery: () => ({ any: 'this test has no lake' }),
  });
  await detections.reload();
  const { lake, remove } = await openTemporaryLake();
  const { signals } = world;
  const common = { store, detections, alertWriter: world.alerts.writer, clock: world.now };
  const judgeDeps: JudgeDeps = { ...common, lake, signals, engine, logger: silentLogger };
  const own: ResourcesWorld = {
    world,
    detections,
    engine,
    judgeDeps,
    wakes: 0,
    resources: createResourcesService({
      ...common,
      audit,
      wakeJudge() {
        own.wakes++;
        return Promise.resolve();
      },
    }),
    async putPolicy(id, definition = {}, enabled = true) {
      const before = await detections.find(id, ['POLICY']);
      await detections.put(world.ada, {
        kind: 'POLICY',
        id,
        isNew: before === undefined,
        enabled,
        definition: policyDefinition(definition),
      });
    },
    async upload(...batch) {
      await own.resources.upload(world.ada, batch);
    },
    judge: (over = {}) => judgeDue({ ...judgeDeps, ...over }, new AbortController().signal),
    async entries() {
      const rows = await store.query<
        Record<'policy_id' | 'resource_id' | 'status', string> & { suppressed: boolean }
      >('select policy_id, resource_id, status, suppressed from compliance order by policy_id, resource_id');
      return rows.map((row) => {
        const text = `${row.policy_id} ${row.resource_id} ${row.status}`;
        return row.suppressed ? `[${text}]` : text;
      });
    },
    async alerts() {
      const rows = await store.query<{ text: string }>(
        `select type || ' ' || title as text from alerts order by created_at, id`,
      );
      return rows.map(({ text }) => text);
    },
    async reset() {
      await store.exec('update content_items set managed = false');
      const policies = await detections.list(['POLICY', 'GLOBAL']);
      const ids = policies.map(({ id }) => id);
      if (ids.length > 0) await detections.delete(world.ada, ['POLICY', 'GLOBAL'], ids);
      await store.exec('delete from compliance; delete from resources; delete from policy_scans');
      await world.reset();
      own.wakes = 0;
    },
    async close() {
      await changes.close();
      await engine.close();
      await world.close();
      await remove();
    },
  };
  return own;
}
