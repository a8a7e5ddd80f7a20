import { openChanges } from '@margay/store';
import { createDetectEngine, type DetectEngine, type PausedRule } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import { silentLogger } from '@margay/kit';
import { createRowEncoder, type Lake } from '@margay/lake';
import { openTemporaryLake, testLane } from '@margay/lake/testing';
import type { EventShape } from '@margay/model';
import { timestampTextOfDate } from '@margay/schema';
import { systemActor } from '../../api/actor.ts';
import { createAlertsWorld, type AlertsWorld } from '../alerts/testing.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { emptyRule } from '../detections/kinds/rule-definition.ts';
import { createDetectionsService, type DetectionsService } from '../detections/service.ts';
import { createScheduledQueries, type ScheduledQueriesDeps, type ScheduledQueriesDomain } from './index.ts';
import { queryReach } from '../detections/query-reach.ts';
import type { RunRecord } from './record.ts';
import type { Schedule } from '../detections/schedule.ts';
import { createTextReader } from '../../typed-text/reader.ts';

const doors: EventShape = {
  logType: 'Custom.Doors',
  version: 1,
  fields: [
    { name: 'door', type: { kind: 'string' } },
    { name: 'person', type: { kind: 'object', fields: [{ name: 'id', type: { kind: 'string' } }] } },
    { name: 'tags', type: { kind: 'array', element: { kind: 'string' } } },
  ],
};

/** The domain on real engines with a clock that stands still. Doors open once a minute from 08:00 up to 12:00. */
export interface ScheduledWorld {
  alerts: AlertsWorld;
  lake: Lake;
  engine: DetectEngine;
  detections: DetectionsService;
  domain: ScheduledQueriesDomain;
  deps: ScheduledQueriesDeps;
  putQuery(id: string, text: string, over?: QueryOptions): Promise<void>;
  putRule(id: string, queries: string[], over?: { body?: string; enabled?: boolean }): Promise<void>;
  /** Moves the clock, lets the beat come and waits for what it began. */
  beat(minutes: number): Promise<void>;
  runs(queryId: string): Promise<RunRecord[]>;
  /** Rows of a table of the lake, as `select <columns> from <table>` gives them. */
  rows(select: string): Promise<unknown[][]>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

interface QueryOptions {
  schedule?: Partial<Schedule>;
  enabled?: boolean;
  lookbackWindowSeconds?: number;
  isNew?: boolean;
}

export const matchAll = 'def rule(event):\n    return True\n';

/** Where rules are not the matter: every rule that is not set aside matches every row, without Python. */
function agreeingEngine(): DetectEngine {
  let revision = 0;
  const paused = new Map<string, PausedRule>();
  const engine: Partial<DetectEngine> = {
    load(content) {
      revision = content.revision;
      return Promise.resolve({
        revision,
        loadedRules: 0,
        rejected: [],
        apart: [],
        prefilteredRules: 0,
        milliseconds: 0,
      });
    },
    check: () => Promise.resolve([]),
    evaluate({ selection = [] }) {
      const matches = selection
        .filter(({ ruleId }) => !paused.has(ruleId))
        .flatMap(({ ruleId, events }) =>
          [...events].map((eventIndex) => ({ ruleId, ruleVersionId: 'v', eventIndex })),
        );
      const skipped = selection.flatMap(({ ruleId, events }) => {
        const pause = paused.get(ruleId);
        return pause ? [{ ruleId, reason: 'paused' as const, events: events.length, pause }] : [];
      });
      return Promise.resolve({ revision, matches, errors: [], considered: [], perRule: [], skipped });
    },
    pause(ruleId, reason) {
      paused.set(ruleId, { ruleId, ruleVersionId: 'v', since: 0, until: Number.MAX_SAFE_INTEGER, reason });
    },
    resume: (ruleId) => void paused.delete(ruleId),
    status: () => ({ revision, restarts: 0, state: 'running', processIds: [] }),
    close: () => Promise.resolve(),
  };
  return engine as DetectEngine; // the domain asks for nothing else
}

/** `usesPython`: rules run as they do in the product. */
export async function openScheduledWorld({
  usesPython = false,
  ...over
}: Partial<ScheduledQueriesDeps> & { usesPython?: boolean } = {}): Promise<ScheduledWorld> {
  const [alerts, { lake, remove }] = await Promise.all([createAlertsWorld(), openTemporaryLake()]);
  const { store } = alerts;
  const engine = usesPython ? createDetectEngine({ workers: 1, cacheDir: testCacheDir }) : agreeingEngine();
  const audit = createTestAuditLog(store);
  const knownLogTypes = () => Promise.resolve(['Custom.Doors']);
  const changes = await openChanges({ store, logger: silentLogger });
  const detections = createDetectionsService({
    store,
    changes,
    audit,
    engine,
    knownLogTypes,
    accessOf: () => Promise.resolve(new Map()),
    logTypesOfQuery: (query) => queryReach(query, lake.catalog(), alerts.now()),
    logger: silentLogger,
    texts: createTextReader(),
  });
  const deps: ScheduledQueriesDeps = {
    store,
    lake,
    engine,
    detections,
    audit,
    alertWriter: alerts.alerts.writer,
    signals: alerts.signals,
    clock: alerts.now,
    logger: silentLogger,
    ...over,
  };
  await writeDoors(lake);
  await detections.reload();
  const domain = createScheduledQueries(deps);
  await domain.start();
  return {
    alerts,
    lake,
    engine,
    detections,
    domain,
    deps,
    async putQuery(id, text, { schedule, enabled = true, lookbackWindowSeconds, isNew = true } = {}) {
      const definition = {
        description: '',
        tags: [],
        text,
        key: 'Query' as const,
        ...(lookbackWindowSeconds === undefined ? {} : { lookback: true, lookbackWindowSeconds }),
        schedule: { timeoutMinutes: 5, ...(schedule ?? { rateMinutes: 30 }) },
      };
      await detections.put(admin, { kind: 'SAVED_QUERY', id, isNew, enabled, definition });
    },
    async putRule(id, scheduledQueries, { body = matchAll, enabled = true } = {}) {
      const { logTypes: _none, ...empty } = emptyRule;
      const definition = { ...empty, displayName: id, body, scheduledQueries };
      const isNew = (await detections.find(id, ['SCHEDULED_RULE'])) === undefined;
      await detections.put(admin, { kind: 'SCHEDULED_RULE', id, isNew, enabled, definition });
    },
    async beat(minutes) {
      alerts.later(minutes);
      await domain.tick();
      await domain.idle();
    },
    runs: (queryId) => domain.service.runs(queryId, { limit: 500 }),
    rows: async (sql) => (await lake.query({ lane: testLane, sql })).rows,
    async reset() {
      await alerts.reset();
      await store.exec(
        'delete from scheduled_query_runs; delete from scheduled_query_clocks; delete from content_items',
      );
      await detections.reload();
    },
    async close() {
      await changes.close();
      await domain.close();
      await engine.close();
      await alerts.close();
      await remove();
    },
  };
}

export const admin = {
  ...systemActor(new Set(['DataAnalyticsModify', 'RuleModify'])),
  id: 'ada',
  name: 'Ada',
};

async function writeDoors(lake: Lake): Promise<void> {
  const layout = await lake.ensureTable('panther_logs', doors);
  const encoder = createRowEncoder(layout);
  for (let minute = 0; minute < 240; minute++) {
    const at = timestampTextOfDate(new Date(Date.UTC(2026, 2, 1, 8, minute)));
    const event = {
      door: `d${minute % 4}`,
      person: { id: `p${minute}` },
      tags: ['a', 'b'],
      p_log_type: 'Custom.Doors',
      p_row_id: `row${minute}`,
      p_event_time: at,
      p_parse_time: at,
    };
    encoder.append({ event, raw: JSON.stringify(event) });
  }
  await lake.insert(layout, encoder.take(), { token: 'doors' });
}
