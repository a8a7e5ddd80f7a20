import { pushOrLong } from '@margay/kit/testing';
import type { EventBuffer } from '@margay/ingest';
import type { Lake } from '@margay/lake';
import type { Sql, Store } from '@margay/store';

/**
 * How far apart the steps are at which a test lets a process die: the long form tries each. In a push the passes of a test
 * begin at different ones of the first three, so that between them they still come by every step.
 */
export const betweenDeaths = pushOrLong(3, 1);
/** Where the pass of this number begins, counted from 0. */
export const firstDeath = (pass: number): number => 1 + (pass % betweenDeaths);

/** A step towards an engine, by what it does: `insert panther_logs.custom_door`, a statement, `commit`, `let go`. */
export type Step = string;

/**
 * A process that dies at its n-th step towards an engine, or at the first that is meant, before or after the engine did it:
 * nothing follows.
 */
export function mortal(dieAt: number | ((step: Step) => boolean), isDoneBefore: boolean) {
  let steps = 0;
  let isDead = false;
  async function step<T>(what: Step, work: () => Promise<T>): Promise<T> {
    if (isDead) throw new Error('the process is gone');
    steps++;
    isDead = typeof dieAt === 'number' ? steps === dieAt : dieAt(what);
    const isLast = isDead;
    if (isLast && !isDoneBefore) throw new Error('the process is gone');
    const result = await work();
    if (isLast) throw new Error('the process is gone');
    return result;
  }
  const sqlOf = (sql: Sql): Sql => ({
    query: (text, params) => step(text, () => sql.query(text, params)),
    exec: (text) => step(text, () => sql.exec(text)),
  });
  return {
    isDead: () => isDead,
    store: (store: Store): Store => ({
      ...sqlOf(store),
      engine: store.engine,
      transaction: (work) => step('commit', () => store.transaction((tx) => work(sqlOf(tx)))),
      listen: (channel, onNews) => store.listen(channel, onNews),
      snapshot: (folder, meanwhile) => store.snapshot(folder, meanwhile),
      close: () => store.close(),
    }),
    lake: (lake: Lake): Lake => ({
      ...lake,
      query: (request) => step(request.sql, () => lake.query(request)),
      insert: (layout, ...rest) =>
        step(`insert ${layout.database}.${layout.table}`, () => lake.insert(layout, ...rest)),
    }),
    buffer: (buffer: EventBuffer): EventBuffer => ({
      ...buffer,
      done: (ref) => step('let go', () => buffer.done(ref)),
    }),
  };
}
