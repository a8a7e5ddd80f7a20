import { pushOrLong } from '@margay/kit/testing';
import { openTemporaryLake, testLane } from '@margay/lake/testing';
import type { Lake } from '@margay/lake';
import type { EventShape } from '@margay/model';
import { firstRow, type Sql, type Store } from '@margay/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlertsWorld, foundMatch, sampleRule, type AlertsWorld } from '../domains/alerts/testing.ts';
import { betweenDeaths, firstDeath, mortal } from '../pipeline/testing/mortal.ts';
import { commitFindings, findFinished, type Findings } from './index.ts';
import { detectionFactsOf } from '@margay/alert';

const doors: EventShape = {
  logType: 'Custom.Door',
  version: 1,
  fields: [{ name: 'door', type: { kind: 'string' } }],
};
const event = (door: string) => ({
  door,
  p_log_type: 'Custom.Door',
  p_row_id: `row-${door}`,
  p_event_time: '2026-03-01 09:55:00.000000000',
  p_parse_time: '2026-03-01 09:56:00.000000000',
});

/** A judge as the protocol sees it: how it commits, and again after a kill. */
interface Judge {
  commit(store: Store, lake: Lake, unitId: string): Promise<unknown>;
  /** By unit: what there must be in the end. */
  alerts: number;
  rows: number;
  signals: number;
}

describe('findings whose judge is killed while it commits them', () => {
  let world: AlertsWorld;
  let lake: Lake;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    [world, { lake, remove }] = await Promise.all([createAlertsWorld(), openTemporaryLake()]);
    await world.reset();
    await world.store.exec('create table own_work (id text primary key)');
    await world.addDestination('A');
    world.rules.set('Quiet', sampleRule({ id: 'Quiet', createAlert: false }));
    world.rules.set('Policy', sampleRule({ id: 'Policy', kind: 'POLICY' }));
  });
  afterAll(async () => {
    await world.close();
    await remove();
  });

  const unitOf = {
    ruleOf: (id: string) => world.rules.get(id),
    shapeOf: () => doors,
  };
  const depsOf = (store: Store, over: Lake) => ({
    store,
    lake: over,
    alertWriter: world.alerts.writer,
    signals: world.signals,
  });
  const work = (tx: Sql, id: string) => tx.query('insert into own_work (id) values ($1)', [id]);

  const judges: Record<string, Judge> = {
    /** As parts of the stream and passes of runs: a mark, and findings that are found again. */
    marked: {
      alerts: 1,
      rows: 3,
      signals: 2,
      async commit(store, over, unitId) {
        const finished = await findFinished(store, unitId);
        const several = foundMatch({ dedup: unitId }, event(`${unitId}-a`));
        const findings: Findings = {
          unitId,
          now: world.now(),
          matches: [
            {
              ...several,
              basis: { events: [event(`${unitId}-b`)], signals: [{ id: 's', position: 7 }], readUpTo: 9 },
            },
            foundMatch({ ruleId: 'Quiet' }, event(`${unitId}-c`)),
          ],
          errors: [],
        };
        await commitFindings(depsOf(store, over), {
          ...unitOf,
          findings,
          finished,
          isRepeat: true,
          isMarked: true,
          settle: async (tx) => void (await work(tx, unitId)),
        });
      },
    },
    /** As policies: rows of its own tell that it is done, and what is news is known under its locks. */
    unmarked: {
      alerts: 1,
      rows: 0,
      signals: 0,
      async commit(store, over, unitId) {
        const rule = world.rules.get('Policy') ?? sampleRule();
        const nothing: Findings = { unitId, now: world.now(), matches: [], errors: [] };
        await commitFindings(depsOf(store, over), {
          ...unitOf,
          findings: nothing,
          isRepeat: false,
          isMarked: false,
          async begin(tx) {
            if ((await firstRow(tx, 'select 1 from own_work where id = $1', [unitId])) !== undefined)
              return null;
            const verdict = {
              kind: 'match' as const,
              detection: detectionFactsOf(rule),
              at: world.now(),
              event: null,
              resource: { id: unitId, type: 'AWS.S3.Bucket' },
              texts: {},
            };
            return { ...nothing, verdicts: [verdict] };
          },
          settle: async (tx) => void (await work(tx, unitId)),
        });
      },
    },
  };

  const count = async (database: string, unitId: string) => {
    if (lake.layout(database as 'panther_signals', 'custom_door') === undefined) return 0;
    const { rows } = await lake.query({
      lane: testLane,
      sql: `select count() from ${database}.custom_door where startsWith(door, '${unitId}-')`,
    });
    return Number(rows[0]?.[0]);
  };

  it.each(Object.keys(judges))(
    '%s: each alert, row and signal once, wherever the kill comes',
    async (name) => {
      const judge = judges[name];
      if (judge === undefined) throw new Error(`there is no judge ${name}`);
      let kills = 0;
      for (const isDoneBefore of [false, true])
        for (let dieAt = firstDeath(isDoneBefore ? 1 : 0); ; dieAt += betweenDeaths) {
          const place = `${name}, step ${dieAt}, ${isDoneBefore ? 'after' : 'before'} it was done`;
          const unitId = `${name}${isDoneBefore ? 'a' : 'b'}${dieAt}`;
          // A group of its own: earlier units' alerts are none of this one's.
          await world.store.exec('delete from alerts; delete from alert_windows; delete from alert_rates');
          const head = (await world.signals.readSignals({ after: 0, limit: 10_000 })).next;
          const dying = mortal(dieAt, isDoneBefore);
          const first = judge.commit(dying.store(world.store), dying.lake(lake), unitId);
          await first.catch((error: unknown) =>
            expect(String(error), place).toContain('the process is gone'),
          );
          await judge.commit(world.store, lake, unitId);
          await judge.commit(world.store, lake, unitId);

          expect(await world.list(), place).toHaveLength(judge.alerts);
          expect(await world.store.query('select 1 from deliveries'), place).toHaveLength(judge.alerts);
          const own = await world.store.query('select 1 from own_work where id = $1', [unitId]);
          expect(own, place).toHaveLength(1);
          expect(await count('panther_signals', unitId), place).toBe(judge.rows);
          expect(await count('panther_rule_matches', unitId), place).toBe(Math.max(0, judge.rows - 1));
          const { signals, missed } = await world.signals.readSignals({ after: head, limit: 100 });
          expect(missed, place).toBe(0);
          expect(
            signals.map(({ id, position }) => [id, position]),
            place,
          ).toEqual(Array.from({ length: judge.signals }, (_, i) => [`${unitId}:${i}`, head + 1 + i]));
          if (!dying.isDead()) break;
          kills++;
        }
      expect(kills).toBeGreaterThan(pushOrLong(2, 6));
    },
    240_000,
  );

  it('keeps in the feed what a reader needs, of several events and without an alert', async () => {
    const { signals } = await world.signals.readSignals({ after: 0, limit: 2 });
    const [alert] = [signals[0]?.alertId];
    expect(signals).toMatchObject([
      {
        position: 1,
        detectionId: 'Test.Rule',
        detectionKind: 'RULE',
        severity: 'HIGH',
        logType: 'Custom.Door',
        eventTime: new Date('2026-03-01T09:55:00Z'),
        arrivedAt: new Date('2026-03-01T09:56:00Z'),
        isCut: false,
        basis: { signals: [{ id: 's', position: 7 }], readUpTo: 9 },
      },
      { position: 2, detectionId: 'Quiet', alertId: null, basis: null },
    ]);
    expect(alert).toEqual(expect.any(String));
    expect(signals[0]?.rowIds).toHaveLength(2);
    expect(JSON.parse(signals[1]?.event ?? '')).toMatchObject({ p_log_type: 'Custom.Door' });
  });
});
