import type { DetectEngine } from '@margay/detect';
import { silentLogger, type Logger } from '@margay/kit';
import { pushOrLong } from '@margay/kit/testing';
import type { Lake } from '@margay/lake';
import type { EnginePool } from '@margay/replay';
import type { Store } from '@margay/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { betweenDeaths, mortal } from '../../../pipeline/testing/mortal.ts';
import { createCatchUpRunner } from './runner.ts';
import { bodyFor, doorRule, openCatchUpWorld, type CatchUpWorld } from './testing.ts';

/** Rules are not the matter here: it matches what the rule matches, without a Python process at low priority. */
const plainEngine: Partial<DetectEngine> = {
  load: ({ revision }) =>
    Promise.resolve({
      revision,
      loadedRules: 1,
      rejected: [],
      apart: [],
      prefilteredRules: 0,
      milliseconds: 0,
    }),
  resume: () => undefined,
  status: () => ({ revision: 1, restarts: 0, state: 'running', processIds: [] }),
  candidates: () => true,
  evaluate({ json }) {
    const events = JSON.parse(new TextDecoder().decode(json)) as { door: string }[];
    const matches = events.flatMap(({ door }, eventIndex) =>
      door.startsWith('d') ? [{ ruleId: doorRule, ruleVersionId: 'v', eventIndex, dedup: door }] : [],
    );
    return Promise.resolve({ revision: 1, matches, errors: [], considered: [], perRule: [], skipped: [] });
  },
};
const pool: EnginePool = {
  use: (_owner, _signal, work) => work(plainEngine as DetectEngine), // catching up asks for nothing else
  close: () => Promise.resolve(),
};

describe('catching up whose process is killed', () => {
  let world: CatchUpWorld;
  beforeAll(async () => {
    world = await openCatchUpWorld();
  }, 120_000);
  afterAll(() => world.close(), 120_000);

  /** Told with what fails, since the reason is not in the outcome. */
  let faults: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (...fault: unknown[]) => void faults.push(fault) };

  async function runUntilEnd(store: Store, lake: Lake): Promise<void> {
    faults = [];
    const runner = createCatchUpRunner({ ...world.deps, store, lake, pool, logger, longestMs: 86_400_000 });
    runner.wake();
    await runner.idle();
    await runner.close();
  }

  const stateOf = async (store: Store) =>
    (await store.query<{ state: string }>('select state from quarantines'))[0]?.state;

  let times = 0;
  async function killAt(dieAt: number, isDoneBefore: boolean): Promise<boolean> {
    const place = `step ${dieAt}, ${isDoneBefore ? 'after' : 'before'} it was done`;
    const { store } = world.deps;
    await store.exec('delete from quarantines; delete from alerts; delete from alert_windows');
    const { next: after } = await world.alerts.signals.readSignals({ after: 0, limit: 10_000 });
    const doors = ['a', 'b', 'c'].map((name) => `d${++times}-${name}`);
    world.quarantine();
    await world.pass([doors[0] ?? '', doors[1] ?? '', 'x']);
    await world.pass([doors[2] ?? '']);
    await store.exec(`update quarantines set state = 'CATCHING_UP'`);
    const dying = mortal(dieAt, isDoneBefore);
    await runUntilEnd(dying.store(store), dying.lake(world.lake));
    // Others wait until the hold of the dead one is over, and a minute after a fault of an engine.
    let tries = 0;
    do {
      world.alerts.later(2);
      await runUntilEnd(store, world.lake);
    } while (++tries < 3 && (await stateOf(store)) !== 'DONE');
    expect(await world.found(), `${place} ${JSON.stringify(faults)}`).toEqual(
      Object.fromEntries(doors.map((door) => [door, 1])),
    );
    const rows = await world.matchRows();
    expect(
      rows.filter((door) => doors.includes(String(door))),
      place,
    ).toEqual(doors);
    const { signals } = await world.alerts.signals.readSignals({ after, limit: 100 });
    expect(
      signals.map(({ position, dedupString }) => [position, dedupString]),
      place,
    ).toEqual(doors.map((door, i) => [after + 1 + i, door]));
    const [record] = await store.query('select state, passed, judged, match_count from quarantines');
    expect(record, place).toEqual({ state: 'DONE', passed: 4, judged: 4, match_count: 3 });
    expect(await store.query('select 1 from catch_up_findings'), place).toEqual([]);
    return dying.isDead();
  }

  it('judges everything exactly once, wherever the kill comes', async () => {
    await world.putRule({ body: bodyFor('d') });
    expect(world.engine.paused()).toEqual([]);
    let kills = 0;
    // Every other step dies before it is done, the ones between them after.
    for (let dieAt = 1; await killAt(dieAt, dieAt % 2 === 0); dieAt += betweenDeaths) kills++;
    expect(kills).toBeGreaterThan(pushOrLong(5, 15));
    world.engine.resume(doorRule);
  }, 900_000);
});
