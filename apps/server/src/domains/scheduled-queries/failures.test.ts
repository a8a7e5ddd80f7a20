import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, openScheduledWorld, type ScheduledWorld } from './testing.ts';

const all = 'select door from custom_doors';
/** Every opening with every other one, three times over: long enough to be cancelled. */
const endless = `select count(*) as n from custom_doors a cross join custom_doors b cross join custom_doors c cross join custom_doors d
  where a.door || b.door || c.door || d.door ilike '%zz%'`;

describe('runs of scheduled queries that fail or return too much', () => {
  let world: ScheduledWorld;
  beforeAll(async () => {
    world = await openScheduledWorld({ limits: { rows: 7, bytes: 600 }, timeoutMinuteMs: 40 });
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('cancels a query in the lake at its time-out, tries three times, and then raises a system error', async () => {
    await world.putQuery('Endless', endless, { schedule: { rateMinutes: 1440, timeoutMinutes: 5 } });
    await world.putRule('Every row', ['Endless']);
    await world.beat(15 * 60);
    expect((await world.runs('Endless'))[0]).toMatchObject({ state: 'PENDING', attempts: 1 });
    expect(
      await world.rows(
        "select count() from system.processes where Settings['log_comment'] like 'scheduled:%'",
      ),
    ).toEqual([['0']]);
    await world.beat(0);
    expect((await world.runs('Endless'))[0], 'it waits before it tries again').toMatchObject({ attempts: 1 });
    await world.beat(1);
    expect((await world.runs('Endless'))[0]).toMatchObject({ state: 'PENDING', attempts: 2 });
    expect(await world.alerts.list({ type: 'SYSTEM_ERROR' })).toEqual([]);
    await world.beat(4);
    const [run] = await world.runs('Endless');
    expect(run).toMatchObject({ state: 'FAILED', attempts: 3 });
    expect(run?.error).toBe(
      'The query Endless ran longer than its time-out of 5 min and was cancelled. Narrow its time range, add a filter, or give it a longer time-out.',
    );
    expect(await world.alerts.list({ type: 'SYSTEM_ERROR' })).toMatchObject([
      {
        title: 'The scheduled query Endless failed',
        systemError: { type: 'SAVED_QUERY_FAILED', relatedComponent: 'SAVED_QUERY', relatedId: 'Endless' },
      },
    ]);
  }, 60_000);

  it('does not try again what is wrong with the text', async () => {
    await world.putQuery('Wrong', 'select nobody from custom_doors');
    await world.beat(30);
    const [run] = await world.runs('Wrong');
    expect(run).toMatchObject({ state: 'FAILED', attempts: 1 });
    expect(run?.error).toMatch(/no column "nobody"/);
  });

  it('cuts what returns more rows or bytes than a run may, and marks it', async () => {
    await world.putQuery('Many', all);
    await world.putQuery('Large', "select listagg(p_row_id, ',') as text from custom_doors group by door");
    await world.putRule('Every row', ['Many']);
    await world.beat(30);
    expect((await world.runs('Many'))[0]).toMatchObject({ rowCount: 7, matchCount: 7, isCut: true });
    expect((await world.runs('Large'))[0]).toMatchObject({ rowCount: 2, isCut: true });
  });

  it('runs at once when somebody asks for it, also while it is disabled, and never twice at a time', async () => {
    await world.putQuery('Asked', `${all} limit 2`, { enabled: false });
    await world.putRule('Every row', ['Asked']);
    const [first, second] = await Promise.allSettled([
      world.domain.service.runNow(admin, 'Asked'),
      world.domain.service.runNow(admin, 'Asked'),
    ]);
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    await world.domain.idle();
    expect(await world.runs('Asked')).toMatchObject([
      { trigger: 'MANUAL', state: 'SUCCEEDED', matchCount: 2 },
    ]);
    expect((await world.alerts.onlyAlert()).eventCount).toBe(2);
  });

  it('is begun once by a process that stands still longer than its lease while it works', async () => {
    await world.putQuery('Stalled', all, { enabled: false });
    await world.putRule('Every row', ['Stalled']);
    const { lake } = world;
    const ask = vi.spyOn(lake, 'query');
    const released = Promise.withResolvers<void>();
    ask.mockImplementationOnce(async (request) => {
      await released.promise;
      return lake.query(request);
    });
    try {
      await world.domain.service.runNow(admin, 'Stalled');
      await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
      world.alerts.later(5);
      await world.domain.tick();
      released.resolve();
      await world.domain.idle();
      expect(ask, 'the call that waited, and what it handed on').toHaveBeenCalledTimes(2);
    } finally {
      ask.mockRestore();
    }
    expect(await world.runs('Stalled')).toMatchObject([{ state: 'SUCCEEDED', attempts: 1, matchCount: 7 }]);
  });

  it('cannot be deleted while a rule refers to it', async () => {
    await world.putQuery('Used', all);
    await world.putRule('Uses it', ['Used']);
    await expect(world.detections.delete(admin, ['SAVED_QUERY'], ['Used'])).rejects.toThrow(/Uses it/);
    await world.detections.delete(admin, ['SCHEDULED_RULE'], ['Uses it']);
    expect(await world.detections.delete(admin, ['SAVED_QUERY'], ['Used'])).toEqual(['Used']);
  });
});
