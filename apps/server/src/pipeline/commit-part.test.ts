import type { DetectEngine } from '@margay/detect';
import { silentLogger } from '@margay/kit';
import { createRowEncoder, type Lake } from '@margay/lake';
import { openTemporaryLake, testLane } from '@margay/lake/testing';
import type { EventShape, RuleMatch } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlertsWorld, sampleRule, type AlertsWorld } from '../domains/alerts/testing.ts';
import { commitPart } from './commit-part.ts';
import type { ProcessedPart } from './messages.ts';

const shape: EventShape = {
  logType: 'Custom.Door',
  version: 1,
  fields: [{ name: 'door', type: { kind: 'string' } }],
};
const ruleIds = Array.from({ length: 100 }, (_, i) => `Many.${i}`);
const events = Array.from({ length: 2_000 }, (_, i) => ({
  door: 'a',
  p_log_type: 'Custom.Door',
  p_row_id: `row-${i}`,
  p_event_time: '2026-03-01 09:55:00.000000000',
  p_parse_time: '2026-03-01 09:56:00.000000000',
}));

/** The processing thread's part of these events. */
function partOf(lake: Lake): ProcessedPart {
  const layout = lake.layout('panther_logs', 'custom_door');
  if (layout === undefined) throw new Error('the table of doors is missing');
  const encoder = createRowEncoder(layout);
  for (const event of events) encoder.append({ event });
  const texts = events.map((event) => JSON.stringify(event));
  let next = 1;
  const starts = texts.map(({ length }) => (next += length + 1) - length - 1);
  return {
    logTypes: [
      {
        logType: 'Custom.Door',
        rows: encoder.take(),
        eventsJson: new TextEncoder().encode(`[${texts.join(',')}]`),
        eventStarts: Uint32Array.from([...starts, next]),
        count: events.length,
        rowRanges: [],
      },
    ],
    failures: null,
    balance: [{ sourceId: 's', minute: 0, received: 2_000, stored: 2_000, failed: 0, bytes: 1, retried: 0 }],
    volumes: [],
    replacedTimes: 0,
    failureSamples: [],
    discovered: [],
  };
}

describe('a part of the stream', () => {
  let world: AlertsWorld;
  let lake: Lake;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    [world, { lake, remove }] = await Promise.all([createAlertsWorld(), openTemporaryLake()]);
    for (const id of ruleIds) world.rules.set(id, sampleRule({ id, createAlert: false }));
    await lake.ensureTable('panther_logs', shape);
  });
  afterAll(async () => {
    await world.close();
    await remove();
  });

  it('may have more matches than a call may have arguments', { timeout: 300_000 }, async () => {
    const matches = ruleIds.flatMap((ruleId) =>
      events.map((_, eventIndex): RuleMatch => ({
        ruleId,
        ruleVersionId: 'v1',
        eventIndex,
      })),
    );
    const engine: Partial<DetectEngine> = {
      evaluate: () =>
        Promise.resolve({
          revision: 1,
          matches,
          errors: [],
          considered: [],
          perRule: [],
          skipped: [],
        }),
    };
    let told = 0;
    await commitPart(
      {
        store: world.store,
        lake,
        engine: engine as DetectEngine, // a part asks for nothing else
        alertWriter: world.alerts.writer,
        signals: world.signals,
        shapeOf: () => shape,
        ruleOf: (id) => world.rules.get(id),
        recordPassed: () => Promise.resolve(),
        onPart: (_part, found) => (told = found.matches.length),
        clock: world.now,
        logger: silentLogger,
      },
      'many',
      partOf(lake),
      { isRepeat: false, isHeld: () => Promise.resolve(true) },
    );
    const sql = 'select count(), uniqExact(p_rule_id, p_row_id) from panther_signals.custom_door';
    const { rows } = await lake.query({ lane: testLane, sql });
    expect(rows[0]?.map(Number)).toEqual([200_000, 200_000]);
    expect(told).toBe(200_000);
    const page = await world.signals.readSignals({
      after: 199_999,
      limit: 5,
    });
    expect(page).toMatchObject({
      missed: 0,
      signals: [{ id: 'many:199999', position: 200_000 }],
    });
  });
});
