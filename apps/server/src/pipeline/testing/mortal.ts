import { pushOrLong } from '@margay/kit/testing';
import type { Lake } from '@margay/lake';
import type { Sql, Store } from '@margay/store';

/**
 * How far apart the steps are at which a test lets a process die: the long form tries each. In a push the passes of a test
 * begin at different ones of the first three, so that between them they still come by every step.
 */
export const betweenDeaths = pushOrLong(3, 1);
/** Where the pass of this number begins, counted from 0. */
export const firstDeath = (pass: number): number => 1 + (pass % betweenDeaths);

/** A process that dies at its n-th step towards an engine, before or after the engine did it: nothing follows. */
export function mortal(dieAt: number, isDoneBefore: boolean) {
  let steps = 0;
  async function step<T>(work: () => Promise<T>): Promise<T> {
    const isLast = ++steps === dieAt;
    if (steps > dieAt || (isLast && !isDoneBefore)) throw new Error('the process is gone');
    const result = await work();
    if (isLast) throw new Error('the process is gone');
    return result;
  }
  const sqlOf = (sql: Sql): Sql => ({
    query: (text, params) => step(() => sql.query(text, params)),
    exec: (text) => step(() => sql.exec(text)),
  });
  return {
    isDead: () => steps >= dieAt,
    store: (store: Store): Store => ({
      ...sqlOf(store),
      engine: store.engine,
      transaction: (work) => step(() => store.transaction((tx) => work(sqlOf(tx)))),
      listen: (channel, onNews) => store.listen(channel, onNews),
      snapshot: (folder, meanwhile) => store.snapshot(folder, meanwhile),
      close: () => store.close(),
    }),
    lake: (lake: Lake): Lake => ({
      ...lake,
      query: (request) => step(() => lake.query(request)),
      insert: (...insert) => step(() => lake.insert(...insert)),
    }),
  };
}
