import { describe, expect, it, vi } from 'vitest';
import { tellWhenBroken } from './broken.ts';
import type { Engine } from './engine.ts';

/** An engine that fails with what the embedded one says. */
function failingEngine(message: string): Engine {
  const fail = () => Promise.reject(new Error(message));
  return {
    kind: 'chdb',
    parallelStatements: 1,
    run: fail,
    async *stream() {
      yield await fail();
    },
    insertRows: fail,
    close: () => Promise.resolve(),
  };
}
const insert = { table: { database: 'd', table: 't' }, columns: [], rows: new Uint8Array(), settings: {} };
const uses: [string, (engine: Engine) => Promise<unknown>][] = [
  ['a statement', (engine) => engine.run({ sql: 'select 1' })],
  ['a stream', (engine) => Array.fromAsync(engine.stream({ sql: 'select 1' }))],
  ['an insert', (engine) => engine.insertRows(insert)],
];

describe('an engine', () => {
  it.each(uses)('that is broken is told of once, found by %s', async (_, use) => {
    const onBroken = vi.fn();
    const message = 'Code: 236. DB::Exception: The server is shutting down due to a fatal error. (ABORTED)';
    const engine = tellWhenBroken(failingEngine(message), onBroken);
    await expect(use(engine)).rejects.toThrow('ABORTED');
    await expect(use(engine)).rejects.toThrow('ABORTED');
    expect(onBroken).toHaveBeenCalledOnce();
  });

  it.each(uses)('that refuses %s is not broken', async (_, use) => {
    const onBroken = vi.fn();
    const engine = tellWhenBroken(failingEngine('Code: 241. DB::Exception: Memory limit exceeded'), onBroken);
    await expect(use(engine)).rejects.toThrow('Memory limit');
    expect(onBroken).not.toHaveBeenCalled();
  });
});
