import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyFor, doorRule, openCatchUpWorld, type CatchUpWorld } from './testing.ts';

// Three engines and two Python processes: slow where the machine is busy.
describe('catching up after a quarantine', { timeout: 180_000 }, () => {
  let world: CatchUpWorld;
  beforeAll(async () => {
    world = await openCatchUpWorld();
  }, 180_000);
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const release = (passed: 'JUDGE' | 'SKIP') =>
    world.profiler.service.release(world.alerts.ada, doorRule, passed);

  it('judges what passed, once, and nothing that was judged before', async () => {
    await world.putRule();
    await world.pass(['d1', 'd2', 'x']);
    world.quarantine();
    await world.pass(['d2', 'd3', 'x']);
    await world.pass(['d4']);
    expect(await world.found()).toEqual({ d1: 1, d2: 1 });
    expect(await world.profile()).toMatchObject({ state: 'QUARANTINED', quarantine: { passed: 4 } });

    await release('JUDGE');
    await world.profiler.runner.idle();
    expect(await world.found()).toEqual({ d1: 1, d2: 2, d3: 1, d4: 1 });
    expect(await world.matchRows()).toEqual(['d1', 'd2', 'd2', 'd3', 'd4']);
    expect(await world.profile()).toMatchObject({
      state: 'IN_BUDGET',
      quarantine: null,
      catchUp: { state: 'DONE', passed: 4, judged: 4, matches: 3, errors: 0 },
    });

    await world.pass(['d5']);
    await world.look();
    expect(await world.matchRows()).toEqual(['d1', 'd2', 'd2', 'd3', 'd4', 'd5']);
    for (const table of ['passed_events', 'catch_up_findings'])
      expect(await world.deps.store.query(`select 1 from ${table}`)).toEqual([]);
  });

  it('judges by the text as it is after a change, without anybody releasing it', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1', 'e1']);
    await world.putRule({ body: bodyFor('e') });
    expect(await world.profile()).toMatchObject({ quarantine: null });
    await world.look();
    expect(await world.found()).toEqual({ e1: 1 });
  });

  it('goes on by itself when the time of a quarantine is over', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1']);
    await world.look();
    expect(await world.found()).toEqual({});
    world.alerts.later(61);
    await world.look();
    expect(await world.found()).toEqual({ d1: 1 });
  });

  it('skips what passed where a person wants it so, also what was under way', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1']);
    const [pause] = world.engine.paused();
    await release('SKIP');
    if (pause === undefined) throw new Error('it was not paused');
    const late = { pause, partId: 'late', logType: 'Custom.Door', events: 1, passedAt: world.alerts.now() };
    await world.deps.store.transaction((tx) =>
      world.profiler.recordPassed(tx, [{ ...late, rowRanges: [], firstSecond: 0, lastSecond: 0 }]),
    );
    await world.look();
    expect(await world.found()).toEqual({});
    expect(await world.profile()).toMatchObject({ catchUp: { state: 'SKIPPED', judged: 0 } });
    expect(await world.deps.store.query('select 1 from passed_events')).toEqual([]);
  });

  it('judges what is written down after it thought it had ended', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1']);
    const { engine } = world.commitDeps;
    world.commitDeps.engine = {
      ...engine,
      // The release comes between the judging of a part of the stream and its being written down.
      async evaluate(batch) {
        const evaluation = await engine.evaluate(batch);
        await release('JUDGE');
        await world.profiler.runner.idle();
        return evaluation;
      },
    };
    await world.pass(['d9']);
    world.commitDeps.engine = engine;
    expect(await world.found()).toEqual({ d1: 1 });
    await world.look();
    expect(await world.found()).toEqual({ d1: 1, d9: 1 });
  });

  it('groups by when the events passed, and makes its alerts now', async () => {
    await world.putRule({
      threshold: 2,
      dedupPeriodMinutes: 15,
      body: 'def rule(event):\n    return True\n',
    });
    world.quarantine();
    for (const door of ['d1', 'd2', 'd3']) {
      await world.pass([door]);
      world.alerts.later(10);
    }
    await release('JUDGE');
    await world.profiler.runner.idle();
    // d1 and d2 within a quarter of an hour; d3 alone, though all three were judged at once.
    const all = (await world.alerts.list()).filter(({ type }) => type === 'RULE');
    expect(all).toMatchObject([{ eventCount: 2, createdAt: world.alerts.now() }]);
  });

  it('stops when a person cancels it', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1']);
    await world.deps.store.exec(`update quarantines set next_attempt_at = '9999-01-01'`);
    await world.deps.store.exec(`update quarantines set state = 'CATCHING_UP'`);
    world.engine.resume(doorRule);
    await world.profiler.service.cancelCatchUp(world.alerts.ada, doorRule);
    await world.look();
    expect(await world.found()).toEqual({});
    expect(await world.profile()).toMatchObject({ catchUp: { state: 'CANCELLED', judged: 0 } });
    await expect(world.profiler.service.cancelCatchUp(world.alerts.ada, doorRule)).rejects.toThrow(
      'has no events to catch up with',
    );
  });

  it('says how many events waited too long', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1', 'd2']);
    world.alerts.later(7 * 24 * 60 + 1);
    await world.look();
    expect(await world.found()).toEqual({});
    const [record] = await world.deps.store.query('select state, passed, judged, too_old from quarantines');
    expect(record).toEqual({ state: 'DONE', passed: 2, judged: 0, too_old: 2 });
  });

  it('waits for a detection that does not run, and goes on once it does', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(['d1']);
    await world.detections.setEnabled(world.alerts.ada, [doorRule], false);
    await world.look();
    expect(await world.profile()).toMatchObject({
      catchUp: { state: 'FAILED', error: expect.stringContaining('disabled') },
    });
    await world.detections.setEnabled(world.alerts.ada, [doorRule], true);
    await world.look();
    expect(await world.found()).toEqual({ d1: 1 });
  });

  it('gives up on events the detection hangs on, and judges them by a mended text', async () => {
    await world.putRule();
    world.quarantine();
    await world.pass(Array.from({ length: 12 }, (_, i) => `d${i}`));
    await world.putRule({ body: 'def rule(event):\n    while True:\n        pass\n' });
    await world.look();
    expect(await world.profile()).toMatchObject({
      catchUp: { state: 'FAILED', judged: 0, error: expect.stringContaining('ran out of time') },
    });
    await world.putRule({ body: bodyFor('d1') });
    await world.look();
    expect(await world.found()).toEqual({ d1: 1, d10: 1, d11: 1 });
  }, 180_000);

  it('a part repeated after a crash stays unjudged by a detection that was set aside at its first attempt', async () => {
    await world.putRule();
    world.quarantine();
    const part = { partId: 'part-1', batchId: '0'.repeat(31) + '1' };
    await world.pass(['d1'], part);
    world.engine.resume(doorRule);
    await world.pass(['d1'], { ...part, isRepeat: true });
    expect(await world.found()).toEqual({});
    expect(await world.matchRows()).toEqual([]);
    await world.look();
    expect(await world.found()).toEqual({ d1: 1 });
    expect(await world.matchRows()).toEqual(['d1']);
  });
});
