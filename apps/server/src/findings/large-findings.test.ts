import { openTemporaryLake, testLane } from '@margay/lake/testing';
import type { Lake } from '@margay/lake';
import type { EventObject, EventShape } from '@margay/model';
import type { Store } from '@margay/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlertsWorld, sampleRule, type AlertsWorld } from '../domains/alerts/testing.ts';
import { mortal } from '../pipeline/testing/mortal.ts';
import type { UnitOfWork } from './commit-findings.ts';
import { commitFindings, findFinished, type Findings } from './index.ts';

const doors: EventShape = {
  logType: 'Custom.Door',
  version: 1,
  fields: [{ name: 'door', type: { kind: 'string' } }],
};
const doorEvent = (rowId: string, door: string): EventObject => ({
  door,
  p_log_type: 'Custom.Door',
  p_row_id: rowId,
  p_event_time: '2026-03-01 09:55:00.000000000',
  p_parse_time: '2026-03-01 09:56:00.000000000',
});

describe('many detections that find one large event', () => {
  let world: AlertsWorld;
  let lake: Lake;
  let remove: () => Promise<void>;
  const ruleIds = Array.from({ length: 60 }, (_, i) => `Large.${i}`);
  beforeAll(async () => {
    [world, { lake, remove }] = await Promise.all([createAlertsWorld(), openTemporaryLake()]);
    await world.reset();
    for (const id of ruleIds) world.rules.set(id, sampleRule({ id, logTypes: ['Custom.Door'] }));
  });
  afterAll(async () => {
    await world.close();
    await remove();
  });

  /** As a part of the stream commits what was found in it, also when it is repeated. */
  async function commit(
    store: Store,
    over: Lake,
    found: Findings,
    shapeOf: UnitOfWork['shapeOf'] = () => doors,
  ) {
    const finished = await findFinished(store, found.unitId);
    await commitFindings(
      {
        store,
        lake: over,
        alertWriter: world.alerts.writer,
        signals: world.signals,
      },
      {
        ruleOf: (id) => world.rules.get(id),
        shapeOf,
        findings: finished?.findings ?? found,
        finished,
        isRepeat: true,
        isMarked: true,
        isKept: true,
      },
    );
  }
  const findingsOf = (
    unitId: string,
    rules: readonly string[],
    events: readonly EventObject[],
  ): Findings => ({
    unitId,
    now: world.now(),
    matches: events.flatMap((event, eventIndex) =>
      rules.map((ruleId) => ({
        match: { ruleId, ruleVersionId: 'v1', eventIndex },
        event,
      })),
    ),
    errors: [],
  });
  const count = async (database: string) => {
    const { rows } = await lake.query({
      lane: testLane,
      sql: `select count(), uniqExact(p_rule_id, p_row_id), sum(length(door)) from ${database}.custom_door`,
    });
    return rows[0]?.map(Number);
  };

  it('makes the event’s text as often for forty detections as for two', async () => {
    const timesRead = async (rules: number) => {
      let times = 0;
      const event = Object.defineProperty(doorEvent(`read-${rules}`, 'a'), 'counted', {
        enumerable: true,
        get: () => ++times,
      });
      const found = findingsOf(`read-${rules}`, ruleIds.slice(0, rules), [event]);
      // No table, so that only what is made of findings before is counted.
      await commit(world.store, lake, found, () => undefined);
      return times;
    };
    const forTwo = await timesRead(2);
    expect(forTwo).toBeGreaterThan(0);
    expect(await timesRead(40)).toBe(forTwo);
  });

  it('makes every alert and row once, though their texts together are longer than a text can be', async () => {
    await world.store.exec('delete from alerts; delete from alert_windows; delete from alert_rates');
    const length = 9_000_000;
    const events = [doorEvent('large', 'x'.repeat(length)), doorEvent('small', 'y')];
    for (const [isStep, isDoneBefore] of [
      [(step: string) => step === 'commit', true],
      [(step: string) => step.startsWith('insert panther_signals.'), true],
    ] as const) {
      const dying = mortal(isStep, isDoneBefore);
      const found = findingsOf('large', ruleIds, events);
      const life = commit(dying.store(world.store), dying.lake(lake), found);
      await expect(life).rejects.toThrow('the process is gone');
    }
    await commit(world.store, lake, {
      ...findingsOf('large', ruleIds, events),
      matches: [],
    });

    const alerts = await world.store.query<{
      detection_id: string;
      event_count: number;
    }>('select detection_id, event_count from alerts order by detection_id');
    expect(alerts).toEqual(ruleIds.toSorted().map((id) => ({ detection_id: id, event_count: 2 })));
    const whole = [120, 120, ruleIds.length * (length + 1)];
    expect(await count('panther_signals')).toEqual(whole);
    expect(await count('panther_rule_matches')).toEqual(whole);
  }, 300_000);
});
