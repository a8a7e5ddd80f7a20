import { openChanges } from '@margay/store';
import { unrestrictedAccess } from '@margay/auth';
import { createDetectEngine, createIsolatedHostCalls, type DetectEngine } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import { newId, silentLogger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { openTemporaryLake, testLane } from '@margay/lake/testing';
import { commitPart, type CommitDeps } from '../../../pipeline/commit-part.ts';
import { buildProcessingConfig } from '../../../pipeline/processing-config.ts';
import { createProcessor } from '../../../pipeline/thread/process.ts';
import { createAlertsWorld, type AlertsWorld } from '../../alerts/testing.ts';
import { createTestAuditLog } from '../../audit-log/testing.ts';
import { emptyRule } from '../../detections/kinds/rule-definition.ts';
import { createDetectionsService, type DetectionsService } from '../../detections/service.ts';
import { createSchemasService } from '../../schemas/service.ts';
import { createProfiler, type ProfilerDeps, type ProfilerDomain } from '../index.ts';
import type { Profile } from '../service.ts';
import { createTextReader } from '../../../typed-text/reader.ts';

const spec = `schema: Custom.Door
fields:
  - { name: door, type: string, required: true }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
`;
export const doorRule = 'Door.Opened';
/** Matches doors whose name begins with these letters. */
export const bodyFor = (start: string) =>
  `def rule(event):\n    return event.get("door", "").startswith("${start}")\n\ndef dedup(event):\n    return event.get("door")\n`;

/** The stream, the detections and the profiler on real engines, with a clock that stands still. */
export interface CatchUpWorld {
  alerts: AlertsWorld;
  lake: Lake;
  engine: DetectEngine;
  detections: DetectionsService;
  deps: ProfilerDeps;
  profiler: ProfilerDomain;
  commitDeps: CommitDeps;
  putRule(over?: { body?: string; threshold?: number; dedupPeriodMinutes?: number }): Promise<void>;
  /** Events that open these doors come, as one part of the stream. */
  pass(
    doors: readonly string[],
    over?: { partId?: string; isRepeat?: boolean; batchId?: string },
  ): Promise<void>;
  quarantine(): void;
  /** What the ingest role does every few seconds; then waits for what it began. */
  look(): Promise<void>;
  profile(): Promise<Profile>;
  /** Doors of the alerts there are, with their numbers of events. */
  found(): Promise<Record<string, number>>;
  /** Doors in the table of matches. */
  matchRows(): Promise<unknown[]>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openCatchUpWorld(): Promise<CatchUpWorld> {
  const [alerts, { lake, remove }] = await Promise.all([createAlertsWorld(), openTemporaryLake()]);
  const { store, ada } = alerts;
  const clock = alerts.now;
  const engine = createDetectEngine({ workers: 1, cacheDir: testCacheDir, clock: () => clock().getTime() });
  const audit = createTestAuditLog(store);
  const texts = createTextReader();
  const changes = await openChanges({ store, logger: silentLogger });
  const schemas = createSchemasService({ store, changes, audit, texts });
  await schemas.put(ada, { spec, name: 'Custom.Door' });
  const detections = createDetectionsService({
    store,
    changes,
    audit,
    texts,
    engine,
    knownLogTypes: schemas.availableNames,
    accessOf: () => Promise.resolve(new Map()),
    logTypesOfQuery: () => ({ any: 'this test has no lake' }),
    logger: silentLogger,
  });
  const { config, shapes } = await buildProcessingConfig({
    lake,
    sources: [],
    schemas: await schemas.active(['Custom.Door']),
    ruledLogTypes: ['Custom.Door'],
    revision: 1,
    failuresKey: new Uint8Array(32),
  });
  const processor = createProcessor();
  processor.configure({
    ...config,
    sources: [{ source: { id: 's1', label: 'doors', logTypes: ['Custom.Door'] }, format: { type: 'Lines' } }],
  });
  const deps: ProfilerDeps = {
    store,
    lake,
    engine,
    detections,
    schemas,
    lookupTables: { enrichment: () => [] },
    audit,
    clock,
    jobs: {
      // The queue itself is tested in packages/jobs.
      async send() {
        profiler.runner.wake();
        return null;
      },
    },
    alertWriter: alerts.alerts.writer,
    signals: alerts.signals,
    logger: silentLogger,
    retentionDays: 90,
    // Short, so that a rule that hangs does not hold up the tests.
    catchUpEngine: {
      hostCalls: createIsolatedHostCalls(),
      cacheDir: testCacheDir,
      deadlines: { baseMs: 300, eventMs: 100, graceMs: 50 },
    },
  };
  const profiler: ProfilerDomain = await createProfiler(deps);
  const ruleOf = (id: string) => detections.loaded()?.content.rules.find((rule) => rule.id === id);
  const commitDeps: CommitDeps = {
    store,
    lake,
    engine,
    clock,
    logger: silentLogger,
    ruleOf,
    shapeOf: (logType) => shapes.get(logType),
    alertWriter: alerts.alerts.writer,
    signals: alerts.signals,
    recordPassed: profiler.recordPassed,
  };
  return {
    alerts,
    lake,
    engine,
    detections,
    deps,
    profiler,
    commitDeps,
    async putRule({ body = bodyFor('d'), ...over } = {}) {
      const definition = {
        ...emptyRule,
        displayName: 'Door opened',
        logTypes: ['Custom.Door'],
        severity: 'HIGH' as const,
        body,
        ...over,
      };
      const isNew = (await detections.find(doorRule, ['RULE'])) === undefined;
      await detections.put(ada, { kind: 'RULE', id: doorRule, isNew, enabled: true, definition });
    },
    async pass(doors, { partId = newId(), isRepeat = false, batchId = newId() } = {}) {
      const lines = doors.map((door) => JSON.stringify({ door, at: clock().toISOString() }));
      const piece = {
        batchId,
        sourceId: 's1',
        receivedAt: clock().getTime(),
        format: { type: 'Lines' as const },
        isLast: true,
        bytes: new TextEncoder().encode(lines.join('\n')),
      };
      processor.filterEvents(engine.eventFilters());
      const part = processor.process([piece], clock());
      await commitPart(commitDeps, partId, part, { isRepeat, isHeld: () => Promise.resolve(true) });
    },
    quarantine: () => engine.pause(doorRule, 'it is slow'),
    async look() {
      await profiler.service.watch(new Map());
      await profiler.runner.idle();
    },
    async profile() {
      const [profile] = await profiler.service.profiles(unrestrictedAccess, 24);
      if (profile === undefined) throw new Error('the rule has no profile');
      return profile;
    },
    async found() {
      const all = (await alerts.list()).filter(({ type }) => type === 'RULE');
      return Object.fromEntries(all.map(({ dedupString, eventCount }) => [dedupString, eventCount]));
    },
    async matchRows() {
      const sql = `select door from panther_rule_matches.custom_door order by door`;
      if (lake.layout('panther_rule_matches', 'custom_door') === undefined) return [];
      return (await lake.query({ lane: testLane, sql })).rows.map(([door]) => door);
    },
    async reset() {
      engine.resume(doorRule);
      await store.exec('delete from quarantines; delete from content_items; delete from finished_parts');
      await alerts.reset();
      for (const database of ['panther_logs', 'panther_rule_matches', 'panther_signals'] as const)
        await lake.removeArrivedBefore(database, new Date('2200-01-01'));
      await detections.reload();
    },
    async close() {
      await changes.close();
      await profiler.close();
      await engine.close();
      await alerts.close();
      await remove();
    },
  };
}
