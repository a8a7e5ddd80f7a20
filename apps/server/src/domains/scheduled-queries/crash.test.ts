import { silentLogger } from '@margay/kit';
import { pushOrLong } from '@margay/kit/testing';
import type { Lake } from '@margay/lake';
import type { Store } from '@margay/store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { betweenDeaths, firstDeath, mortal } from '../../pipeline/testing/mortal.ts';
import { rowLimits } from './ask-rows.ts';
import { createRunner } from './runner.ts';
import { admin, openScheduledWorld, type ScheduledWorld } from './testing.ts';

describe('a run of a scheduled query whose process is killed', () => {
  let world: ScheduledWorld;
  beforeAll(async () => {
    world = await openScheduledWorld();
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const runnerOver = (store: Store, lake: Lake) =>
    createRunner({
      ...world.deps,
      store,
      lake,
      limits: rowLimits,
      timeoutMinuteMs: 60_000,
      logger: silentLogger,
    });

  /** `pass`: which one the kill comes into. Before the second one, the rule is quarantined. */
  async function killAt(dieAt: number, isDoneBefore: boolean, pass: 1 | 2): Promise<boolean> {
    const place = `step ${dieAt} of pass ${pass}, ${isDoneBefore ? 'after' : 'before'} it was done`;
    await world.alerts.store.exec(
      'delete from alerts; delete from alert_windows; delete from scheduled_query_runs',
    );
    const { next: after } = await world.alerts.signals.readSignals({ after: 0, limit: 10_000 });
    world.alerts.later(1);
    await world.domain.close();
    const scheduledAt = world.alerts.now().toISOString().slice(0, 19).replace('T', ' ');
    await world.domain.service.runNow(admin, 'Q');
    if (pass === 2) {
      world.engine.pause('R', 'a test');
      const before = runnerOver(world.deps.store, world.lake);
      await before.wake();
      await before.idle();
      await before.close();
      expect(await world.alerts.list(), place).toEqual([]);
      world.engine.resume('R');
      world.alerts.later(1);
    }
    const dying = mortal(dieAt, isDoneBefore);
    const first = runnerOver(dying.store(world.deps.store), dying.lake(world.lake));
    await first.wake();
    await first.idle();
    await first.close();
    // Others wait until the hold of the dead one is over.
    world.alerts.later(2);
    const second = runnerOver(world.deps.store, world.lake);
    await second.wake();
    await second.idle();
    await second.close();
    expect(await world.runs('Q'), place).toMatchObject([{ state: 'SUCCEEDED', rowCount: 6, matchCount: 6 }]);
    expect(await world.alerts.list(), place).toMatchObject([{ eventCount: 6, type: 'SCHEDULED_RULE' }]);
    for (const database of ['panther_rule_matches', 'panther_signals']) {
      const count = `select count() from ${database}.scheduled_query_rows where p_scheduled_time = '${scheduledAt}'`;
      expect(await world.rows(count), `${database}, ${place}`).toEqual([['4']]);
      const typed = `select count(), uniqExact(p_row_id) from ${database}.custom_doors where p_parse_time = '${scheduledAt}'`;
      expect(await world.rows(typed), `${database}, ${place}`).toEqual([['2', '2']]);
    }
    expect(await world.deps.store.query('select 1 from finished_parts'), place).toEqual([]);
    const { signals } = await world.alerts.signals.readSignals({ after, limit: 100 });
    expect(
      signals.map(({ position }) => position),
      place,
    ).toEqual([1, 2, 3, 4, 5, 6].map((n) => after + n));
    expect(new Set(signals.map(({ id }) => id)).size, place).toBe(6);
    expect(await world.deps.store.query('select 1 from scheduled_query_rows'), place).toEqual([]);
    return dying.isDead();
  }

  it('is judged exactly once, wherever the kill comes', async () => {
    const text = `select door, count(*) as n, null as p_log_type from custom_doors group by door
      union all (select door, 1 as n, p_log_type from custom_doors limit 2)`;
    await world.putQuery('Q', text, { enabled: false });
    await world.putRule('R', ['Q']);
    let steps = 0;
    let tries = 0;
    for (const pass of [1, 2] as const)
      for (const isDoneBefore of [false, true]) {
        const first = firstDeath(tries++);
        for (let dieAt = first; await killAt(dieAt, isDoneBefore, pass); dieAt += betweenDeaths) steps++;
      }
    expect(steps).toBeGreaterThan(pushOrLong(15, 50));
  }, 300_000);
});
