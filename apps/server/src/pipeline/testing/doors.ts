import type { DetectEngine } from '@margay/detect';
import { openSpool, type EventBuffer } from '@margay/ingest';
import { silentLogger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { testLane } from '@margay/lake/testing';
import type { LakeDatabase, RuleMatch } from '@margay/model';
import { readSchema } from '@margay/schema';
import type { Store } from '@margay/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAlertsWorld, sampleRule } from '../../domains/alerts/testing.ts';
import { readBalance } from '../balance.ts';
import { startPipeline, type Pipeline } from '../pipeline.ts';
import { buildProcessingConfig } from '../processing-config.ts';

const specs = [
  `schema: Custom.Door
fields:
  - { name: door, type: string, required: true }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
`,
  // Without a time of its own: such an event happened when it was read.
  `schema: Custom.Gate
fields:
  - { name: gate, type: string, required: true }
`,
];
const sourceId = 'doors';

/** What a life of the pipeline works with instead of the engines themselves. */
export interface Engines {
  store: Store;
  lake: Lake;
  buffer: EventBuffer;
}

/** What there is of a unit's events. `rows` by table, each row once. */
export interface Outcome {
  alerts: { title: string; eventCount: number }[];
  doors: number;
  gates: number;
  signals: number;
  matches: number;
  inFeed: number;
  deliveries: number;
  balance: { received: number; stored: number; failed: number; inFlight: number };
}

/**
 * The stream of two log types over real engines, in lives that follow one another on one buffer. A unit is one batch: two
 * doors that `Open` finds and groups in one alert, one that `Quiet` finds, which makes none, one gate that `Open` finds, one
 * gate that nothing finds, and a line that fits no schema.
 */
export async function openDoors(lake: Lake) {
  const world = await createAlertsWorld();
  await world.reset();
  await world.addDestination('A');
  const rules = ['Open', 'Quiet'].map((id) =>
    sampleRule({ id, createAlert: id !== 'Quiet', logTypes: ['Custom.Door', 'Custom.Gate'] }),
  );
  for (const rule of rules) world.rules.set(rule.id, rule);
  const dir = await mkdtemp(join(tmpdir(), 'margay-doors-'));
  const schemas = specs.map((spec) => {
    const { schema } = readSchema(spec, { owner: 'user' });
    if (schema === undefined) throw new Error('the test schema is not valid');
    return { name: schema.name, version: 1, spec, owner: 'user' as const, schema };
  });
  const source = {
    id: sourceId,
    label: 'doors',
    streamType: 'Lines' as const,
    streamOptions: {},
    logTypes: schemas.map(({ name }) => name),
  };
  const { config, shapes } = await buildProcessingConfig({
    lake,
    sources: [source],
    schemas,
    ruledLogTypes: source.logTypes,
    revision: 1,
    failuresKey: new Uint8Array(32),
  });
  /** The rules as they are now: without them nothing is found, and events pass one that is quarantined. */
  let hasRules = true;
  let quarantined: string | undefined;
  /** The unit at which the program fails. */
  let broken: string | undefined;
  const stuck: { sourceIds: readonly string[]; error: string }[] = [];
  /** How many doors of the unit the lake had when it was written down which passed. */
  const hadWhenPassed: number[] = [];
  const engine: Partial<DetectEngine> = {
    eventFilters: () => undefined,
    evaluate({ json }) {
      const events = JSON.parse(new TextDecoder().decode(json)) as { door?: string; gate?: string }[];
      if (broken !== undefined && events.some(({ door, gate }) => (door ?? gate)?.startsWith(`${broken}-`)))
        return Promise.reject(new RangeError('Maximum call stack size exceeded'));
      const found = hasRules ? events.flatMap(matchesOf) : [];
      const [matches, passed] = [false, true].map((is) =>
        found.filter(({ ruleId }) => (ruleId === quarantined) === is),
      ) as [RuleMatch[], RuleMatch[]];
      const skipped = passed.map(({ ruleId, ruleVersionId }) => ({
        ruleId,
        events: events.length,
        reason: 'paused' as const,
        pause: { ruleId, ruleVersionId, since: 0, until: 0, reason: 'a test' },
      }));
      return Promise.resolve({ revision: 1, matches, errors: [], considered: [], perRule: [], skipped });
    },
  };
  const batchOf = (unit: string) =>
    [
      { door: `${unit}-open-1`, at: '2026-03-01T09:00:00Z' },
      { door: `${unit}-open-2`, at: '2026-03-01T09:01:00Z' },
      { door: `${unit}-quiet-1`, at: '2026-03-01T09:02:00Z' },
      { gate: `${unit}-open-3` },
      { gate: `${unit}-shut-1` },
    ]
      .map((event) => JSON.stringify(event))
      .concat('no event')
      .join('\n');

  return {
    world,
    hadWhenPassed,
    setRules(are: boolean): void {
      hasRules = are;
    },
    quarantine(ruleId: string | undefined): void {
      quarantined = ruleId;
    },
    breakAt(unit: string | undefined): void {
      broken = unit;
    },
    /** What was told of groups that were laid aside. */
    stuck,
    openBuffer: (): Promise<EventBuffer> => openSpool({ dir, logger: silentLogger }),
    send: (buffer: EventBuffer, unit: string) =>
      buffer.append(
        { sourceId, receivedAt: world.now(), format: { type: 'Lines' } },
        new TextEncoder().encode(batchOf(unit)),
      ),
    /** A process that works on the buffer. Its clock stands a minute later than that of the one before. */
    async live(engines: Engines): Promise<Pipeline> {
      world.later(1);
      const pipeline = await startPipeline({
        ...engines,
        processId: 'one',
        catchUpWithChanges: () => Promise.resolve(),
        engine: engine as DetectEngine, // the pipeline asks for nothing else
        logger: silentLogger,
        clock: world.now,
        shapeOf: (logType) => shapes.get(logType),
        ruleOf: (id) => world.rules.get(id),
        alertWriter: world.alerts.writer,
        signals: world.signals,
        async recordPassed() {
          const sql = `select count() from panther_logs.custom_door`;
          hadWhenPassed.push(Number((await lake.query({ lane: testLane, sql })).rows[0]?.[0]));
        },
        onFailures: () => Promise.resolve(),
        onStuck: (sourceIds, error) => Promise.resolve(void stuck.push({ sourceIds, error })),
      });
      pipeline.configure(config);
      return pipeline;
    },
    async outcome(unit: string): Promise<Outcome> {
      const count = async (database: LakeDatabase, columns: readonly string[]) => {
        const counts = await Promise.all(
          columns.map(async (column) => {
            if (lake.layout(database, `custom_${column}`) === undefined) return 0;
            const sql = `select count() from ${database}.custom_${column} where startsWith(${column}, '${unit}-')`;
            return Number((await lake.query({ lane: testLane, sql })).rows[0]?.[0]);
          }),
        );
        return counts.reduce((total, one) => total + one, 0);
      };
      const balance = await readBalance(world.store, sourceId, new Date(0));
      const sum = (key: 'received' | 'stored' | 'failed' | 'inFlight') =>
        balance.reduce((total, entry) => total + entry[key], 0);
      const { signals } = await world.signals.readSignals({ after: 0, limit: 10_000 });
      return {
        alerts: (await world.list()).map(({ title, eventCount }) => ({ title, eventCount })),
        doors: await count('panther_logs', ['door']),
        gates: await count('panther_logs', ['gate']),
        signals: await count('panther_signals', ['door', 'gate']),
        matches: await count('panther_rule_matches', ['door', 'gate']),
        inFeed: signals.filter(({ event }) => event.includes(`"${unit}-`)).length,
        deliveries: (await world.store.query('select 1 from deliveries')).length,
        balance: {
          received: sum('received'),
          stored: sum('stored'),
          failed: sum('failed'),
          inFlight: sum('inFlight'),
        },
      };
    },
    /** Nothing of earlier units is left in the state. */
    async clear(): Promise<void> {
      await world.store.exec(
        'delete from alerts; delete from alert_windows; delete from alert_rates; delete from event_balance',
      );
    },
    async close(): Promise<void> {
      await world.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type Doors = Awaited<ReturnType<typeof openDoors>>;

/** What there is of a unit at its end. */
export const wholeOutcome = (unit: string): Outcome => ({
  alerts: [{ title: `open ${unit}`, eventCount: 3 }],
  doors: 3,
  gates: 2,
  signals: 4,
  matches: 3,
  inFeed: 4,
  deliveries: 1,
  balance: { received: 6, stored: 5, failed: 1, inFlight: 0 },
});

function matchesOf(event: { door?: string; gate?: string }, eventIndex: number): RuleMatch[] {
  const [unit, kind] = (event.door ?? event.gate ?? '').split('-');
  const match = { ruleVersionId: 'v1', eventIndex, dedup: unit ?? '', title: `${kind} ${unit}` };
  if (kind === 'open') return [{ ruleId: 'Open', ...match }];
  if (kind === 'quiet') return [{ ruleId: 'Quiet', ...match }];
  return [];
}
