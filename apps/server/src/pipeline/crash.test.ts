import { pushOrLong } from '@margay/kit/testing';
import { openLake, type Lake } from '@margay/lake';
import { openTemporaryLake, startClickhouseFront, testLane } from '@margay/lake/testing';
import { silentLogger } from '@margay/kit';
import type { Store } from '@margay/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDoors, wholeOutcome, type Doors, type Engines, type Outcome } from './testing/doors.ts';
import { betweenDeaths, firstDeath, mortal, type Step } from './testing/mortal.ts';

async function openServerLake() {
  const front = await startClickhouseFront();
  const lake = await openLake({ url: front.url }, { logger: silentLogger });
  const remove = async () => {
    await lake.close();
    await front.close();
  };
  return { lake, remove };
}

describe.each([
  ['embedded', openTemporaryLake],
  ['on a server', openServerLake],
] as const)('parts of the stream, with the lake %s', (place, openIt) => {
  let lake: Lake;
  let doors: Doors;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ lake, remove } = await openIt());
    doors = await openDoors(lake);
  }, 120_000);
  afterAll(async () => {
    await doors.close();
    await remove();
  });

  const { timeout, interval } = { timeout: 60_000, interval: 10 };
  const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout, interval });

  /** A life over these engines, until everything is at its end or, where it is mortal, it has died. */
  async function live(over: (engines: Engines) => Engines, isDead = () => false): Promise<void> {
    const buffer = await doors.openBuffer();
    try {
      const pipeline = await doors.live(over({ store: doors.world.store, lake, buffer })).catch((error) => {
        if (isDead()) return undefined;
        throw error;
      });
      if (pipeline === undefined) return;
      let isIdle = false;
      void pipeline.idle().then(() => (isIdle = true));
      await until(() => isIdle || isDead());
      await pipeline.stop();
    } finally {
      await buffer.close();
    }
  }

  const lastLife = () => live((engines) => engines);

  async function lifeThatEnds(
    dieAt: number | ((step: Step) => boolean),
    isDoneBefore: boolean,
    over = (engines: Engines) => engines,
  ): Promise<boolean> {
    const dying = mortal(dieAt, isDoneBefore);
    const { isDead } = dying;
    await live(
      ({ store, lake: own, buffer }) =>
        over({ store: dying.store(store), lake: dying.lake(own), buffer: dying.buffer(buffer) }),
      isDead,
    );
    return isDead();
  }

  async function send(unit: string): Promise<void> {
    await doors.clear();
    const buffer = await doors.openBuffer();
    await doors.send(buffer, unit);
    await buffer.close();
  }

  const expectWhole = (unit: string, when: string) => expectOutcome(unit, wholeOutcome(unit), when);

  async function expectOutcome(unit: string, outcome: Outcome, when: string): Promise<void> {
    expect(await doors.outcome(unit), when).toEqual(outcome);
    for (const table of ['ingest_groups', 'finished_parts', 'balance_in_flight'])
      expect(await doors.world.store.query(`select 1 from ${table}`), `${table}, ${when}`).toEqual([]);
    const buffer = await doors.openBuffer();
    expect(buffer.stats().segments, when).toBe(0);
    await buffer.close();
  }

  /** Events of the stream reach the lake only when their alerts are there. */
  const slowLake = (engines: Engines): Engines => ({
    ...engines,
    lake: {
      ...engines.lake,
      async insert(layout, ...rest) {
        if (layout.database === 'panther_logs')
          await until(async () => (await doors.world.store.query('select 1 from finished_parts')).length > 0);
        await engines.lake.insert(layout, ...rest);
      },
    },
  });

  /** Each try is three lives. In a push a part of the steps is tried, and of most of the named ones below one side. */
  const betweenTries = pushOrLong(3, 1) * betweenDeaths;
  it('are at their end once, wherever two kills in a row come', { timeout: 900_000 }, async ({ skip }) => {
    if (pushOrLong(place !== 'embedded', false)) return skip('the long form tries it on each engine');
    let kills = 0;
    for (const isDoneBefore of [false, true])
      for (let dieAt = firstDeath(isDoneBefore ? 1 : 0); ; dieAt += betweenTries) {
        const unit = `${isDoneBefore ? 'a' : 'b'}${dieAt}`;
        await send(unit);
        const isDead = await lifeThatEnds(dieAt, isDoneBefore);
        await lifeThatEnds(dieAt, isDoneBefore);
        await lastLife();
        await expectWhole(unit, `step ${dieAt}, ${isDoneBefore ? 'after' : 'before'} it was done`);
        if (!isDead) break;
        kills++;
      }
    expect(kills).toBeGreaterThan(pushOrLong(5, 20));
  });

  const places: [name: string, isPlace: (step: Step) => boolean][] = [
    ['their events go into the lake', (step) => step === 'insert panther_logs.custom_door'],
    ['the next log type goes into the lake', (step) => step === 'insert panther_logs.custom_gate'],
    ['what matched no schema is kept', (step) => step.startsWith('insert panther_monitor.')],
    ['signals go into the lake', (step) => step.startsWith('insert panther_signals.')],
    ['matches go into the lake', (step) => step.startsWith('insert panther_rule_matches.')],
    ['the balance is booked', (step) => step.startsWith('insert into event_balance')],
    ['their batch is let go', (step) => step === 'let go'],
    ['they are forgotten', (step) => step.startsWith('delete from ingest_groups')],
  ];
  it.each(places)('are whole after two kills when %s', { timeout: 120_000 }, async (name, isPlace) => {
    const nth = places.findIndex(([other]) => other === name);
    const one = (nth % 2 === 0) !== (place === 'embedded');
    for (const isDoneBefore of pushOrLong([one], [false, true])) {
      const unit = `${isDoneBefore ? 'after' : 'before'}${nth}`;
      await send(unit);
      for (const life of [1, 2]) {
        const isLetGo = life === 2 && isDoneBefore && name.includes('let go');
        expect(await lifeThatEnds(isPlace, isDoneBefore, slowLake), `life ${life}`).toBe(!isLetGo);
        const { alerts, deliveries, inFeed, balance } = await doors.outcome(unit);
        const whole = wholeOutcome(unit);
        expect({ alerts, deliveries, inFeed }).toEqual({
          alerts: whole.alerts,
          deliveries: whole.deliveries,
          inFeed: whole.inFeed,
        });
        expect(balance.stored + balance.failed + balance.inFlight).toBe(balance.received);
      }
      await lastLife();
      await expectWhole(unit, name);
    }
  });

  it('keep what was found where a kill comes before the lake has it and the rules change meanwhile', async () => {
    await send('kept');
    const isEvents = (step: Step) => step.startsWith('insert panther_logs.');
    expect(await lifeThatEnds(isEvents, false, slowLake)).toBe(true);
    doors.setRules(false);
    await lastLife();
    doors.setRules(true);
    await expectWhole('kept', 'without rules');
  });

  it('say which events passed a quarantined detection only when the lake has them', async () => {
    await send('passed');
    doors.quarantine('Quiet');
    const before = (await lake.query({ lane: testLane, sql: 'select count() from panther_logs.custom_door' }))
      .rows;
    await lastLife();
    doors.quarantine(undefined);
    expect(doors.hadWhenPassed).toEqual([Number(before[0]?.[0]) + 3]);
    await expectOutcome('passed', { ...wholeOutcome('passed'), signals: 3, inFeed: 3 }, 'it passed Quiet');
  });

  it('make their alerts while the lake refuses, and the events come when it answers', async () => {
    await send('refused');
    const buffer = await doors.openBuffer();
    let isAway = true;
    let refusals = 0;
    const pipeline = await doors.live({
      store: doors.world.store,
      buffer,
      lake: {
        ...lake,
        async insert(...insert) {
          if (isAway) {
            refusals++;
            throw new Error('the lake is away');
          }
          await lake.insert(...insert);
        },
      },
    });
    await until(async () => (await doors.world.list()).length > 0 && refusals > 4);
    const { alerts, deliveries, inFeed, ...rest } = await doors.outcome('refused');
    expect(alerts).toEqual(wholeOutcome('refused').alerts);
    expect({ deliveries, inFeed }).toEqual({ deliveries: 1, inFeed: 4 });
    expect(rest).toEqual({
      doors: 0,
      gates: 0,
      signals: 0,
      matches: 0,
      balance: { received: 6, stored: 0, failed: 0, inFlight: 6 },
    });
    expect(buffer.stats().segments).toBe(1);
    isAway = false;
    await pipeline.idle();
    await pipeline.stop();
    await buffer.close();
    await expectWhole('refused', 'the lake is back');
  });

  it.each([
    ['everything', (step: Step) => step !== 'let go', { doors: 0, alerts: 0 }],
    [
      'the balance',
      (step: Step) => step.startsWith('delete from balance_in_flight'),
      { doors: 3, alerts: 1 },
    ],
  ])(
    'are not let go while the state store refuses %s',
    { timeout: 120_000 },
    async (name, isRefused, meanwhile) => {
      const unit = name.replaceAll(' ', '');
      await send(unit);
      const buffer = await doors.openBuffer();
      const { store } = doors.world;
      let isAway = true;
      let refusals = 0;
      const query: Store['query'] = (text, params) => within(store).query(text, params);
      const within = <S extends Pick<Store, 'query' | 'exec'>>(sql: S): Pick<Store, 'query' | 'exec'> => ({
        exec: (text) => sql.exec(text),
        query(text, params) {
          if (!isAway || !isRefused(text)) return sql.query(text, params);
          refusals++;
          return Promise.reject(new Error('the store is away'));
        },
      });
      isAway = false;
      const pipeline = await doors.live({
        lake,
        buffer,
        store: { ...store, query, transaction: (work) => store.transaction((tx) => work(within(tx))) },
      });
      isAway = true;
      await until(() => refusals > 1);
      const { doors: rows, alerts } = await doors.outcome(unit);
      expect({ doors: rows, alerts: alerts.length }).toEqual(meanwhile);
      expect(buffer.stats().segments).toBe(1);
      isAway = false;
      await pipeline.idle();
      await pipeline.stop();
      await buffer.close();
      await expectWhole(unit, 'the store is back');
    },
  );
});
