import { ofEachClass } from '@margay/kit/testing';
import { afterAll, expect, it } from 'vitest';
import { readRuntimeFiles } from '../host/runtime-files.ts';
import { childSettings } from '../settings.ts';
import { quickOptions } from '../testing/events.ts';
import { Generation } from './generation.ts';
import type { WireContent, WireOutcome } from './messages.ts';
import type { PythonWorker } from './python-worker.ts';
import { createWorkerSource } from './worker-source.ts';

/** Rules that no reading of their text would let share an interpreter, put there all the same. */
const made: PythonWorker[] = [];
const files = readRuntimeFiles();
const { budgets, ...settings } = childSettings(quickOptions, files);
const source = createWorkerSource(
  { ...settings, ...budgets, makeSnapshot: false, snapshot: null, waitMs: budgets.capMs },
  () => undefined,
);
afterAll(() => Promise.all(made.map((worker) => worker.end())));

const rule = (number: number, body: string) => ({
  number,
  id: `rule ${number}`,
  body,
  kind: 'RULE',
  logTypes: ['Test'],
  createAlert: true,
  wantsAnalysis: false,
});

async function outcomesOf(odd: string): Promise<WireOutcome[]> {
  const innocent = 'def rule(event):\n    return True';
  const content: WireContent = {
    globals: [],
    dataModels: [],
    rules: [rule(0, innocent), rule(1, `${odd}\n    return True`), rule(2, innocent)],
    limits: {},
  };
  const take = async () => {
    const worker = await source.take();
    made.push(worker);
    return worker;
  };
  const generation = await Generation.load({
    content,
    workers: 1,
    budgets,
    recycleBytes: settings.recycleBytes,
    source: { ...source, take },
  });
  const runs = [0, 1, 2].map((number) => ({ rule: number, start: 0, stop: 1, isSingle: false, timeouts: 0 }));
  const events = new TextEncoder().encode('[{}]');
  const { outcomes } = await generation.evaluate({ events, positions: new Uint8Array(4), runs }, () =>
    Promise.reject(new Error('nobody asks')),
  );
  generation.retire();
  return outcomes;
}

// Each starts an interpreter without a snapshot, for five seconds and more.
it.each(
  ofEachClass({
    names: [
      [
        'a name',
        `def rule(event):\n    from margay import evaluate\n    evaluate.run_auxiliary = lambda *a: {'dedup': 'forged'}`,
      ],
      ['a new name', `def rule(event):\n    from margay import evaluate\n    evaluate._batch = event`],
    ],
    code: [
      [
        'a function',
        `def rule(event):\n    from margay import functions\n    functions.run_auxiliary.__code__ = (lambda f, e, r, c: {'dedup': 'forged'}).__code__`,
      ],
      [
        'a method',
        `def rule(event):\n    type(event).udm.__code__ = (lambda self, *key, default=None: 5).__code__`,
      ],
    ],
  }),
)(
  'a rule that changes %s of the runtime where others run is found out, and the batch judged again without its doing',
  async (_name, body) => {
    const outcomes = await outcomesOf(body);
    const dedups = outcomes.flatMap(({ rule: number, matches }) =>
      matches.map((match) => [number, (match as { dedup: string }).dedup]),
    );
    expect(dedups.filter(([number]) => number !== 1)).toEqual([
      [0, 'defaultDedupString:rule 0'],
      [2, 'defaultDedupString:rule 2'],
    ]);
    const errors = outcomes.flatMap(({ rule: number, errors }) => errors.map(({ error }) => [number, error]));
    expect(errors).toMatchObject([[1, expect.stringContaining('SharedChange')]]);
  },
);
