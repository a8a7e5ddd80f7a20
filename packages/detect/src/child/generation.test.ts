import { describe, expect, it } from 'vitest';
import { Generation } from './generation.ts';
import type { Budgets, Run, WireContent, WorkerMessage, WorkerRequest } from './messages.ts';
import { type PythonWorker, WorkerLost } from './python-worker.ts';
import { orRetire } from './supervisor.ts';
import { dropUnit, readUnit } from './runs.ts';

const budgets: Budgets = {
  baseMs: 1000,
  perEventMs: 5,
  capMs: 15_000,
  eventMs: 1000,
  graceMs: 500,
  loadMs: 5000,
  testMs: 5000,
  hostCallMs: 2000,
  timeoutsToPause: 3,
};
const rule = (number: number) => ({
  number,
  id: `rule ${number}`,
  body: '',
  kind: 'SCHEDULED_RULE',
  logTypes: [],
  createAlert: true,
  wantsAnalysis: false,
});
const content: WireContent = { globals: [], dataModels: [], rules: [0, 1, 2].map(rule), limits: {} };
const run = (number: number): Run => ({ rule: number, start: 0, stop: 1, isSingle: false, timeouts: 0 });

type Tell = (message: WorkerMessage) => void;
interface Script {
  load?(request: Extract<WorkerRequest, { type: 'load' }>, tell: Tell): void;
  evaluate?(request: Extract<WorkerRequest, { type: 'evaluate' }>, tell: Tell): void;
}

/** The n-th interpreter that is asked for follows the n-th script; those beyond do all that is asked. */
function source(scripts: Script[]) {
  const excluded: number[][] = [];
  const evaluated: number[] = [];
  let made = 0;
  const take = async (): Promise<PythonWorker> => {
    const number = made++;
    const script = scripts[number] ?? {};
    const worker = {
      heapBytes: 0,
      isLost: false,
      end: async () => undefined,
      async request(request: WorkerRequest, tell: Tell) {
        if (request.type === 'load') {
          excluded.push(request.excluded);
          script.load?.(request, tell);
          return undefined;
        }
        if (request.type !== 'evaluate') return undefined;
        evaluated.push(number);
        if (script.evaluate) script.evaluate(request, tell);
        else for (const { rule: unit } of request.runs) tell(match(unit, 1));
        const none = request.runs.map(() => 0);
        return { microseconds: request.runs.map(() => 5), waited: none, grown: none };
      },
    };
    return worker as unknown as PythonWorker; // what a generation uses of one
  };
  return {
    excluded,
    evaluated,
    made: () => made,
    source: { take, giveBack: () => undefined, warmUp: async () => undefined },
  };
}

const match = (unit: number, sequence: number): WorkerMessage => ({
  type: 'outcome',
  outcome: { rule: unit, matches: [{ eventIndex: 0 }], errors: [], timeouts: 0, notEvaluated: 0 },
  sequence,
  characters: 10,
});
const lost = (unit: number | undefined, sequence = 9, changes = {}): never => {
  const call =
    unit === undefined
      ? undefined
      : { sequence, unit, budgetMs: 1000, position: 0, isSingle: false, ...changes };
  throw new WorkerLost('it broke', call, false);
};

async function evaluate(scripts: Script[], workers = 1) {
  const made = source(scripts);
  const generation = await Generation.load({
    content,
    workers,
    budgets,
    recycleBytes: 1,
    source: made.source,
  });
  const request = {
    events: new Uint8Array(),
    positions: new Uint8Array(4),
    runs: [run(0), run(1), run(2)],
  };
  const again = () => generation.evaluate(request, async () => new Uint8Array());
  const result = await again();
  return { ...made, generation, result, again, matched: result.outcomes.map((outcome) => outcome.rule) };
}

describe('a batch whose interpreter was lost', () => {
  it('goes on counting the time-outs it was told of', async () => {
    const runsOf: Run[][] = [];
    await evaluate([
      {
        evaluate(request, tell) {
          runsOf.push(request.runs);
          const told = { rule: 0, matches: [], errors: [], timeouts: 2, notEvaluated: 0 };
          tell({ type: 'outcome', outcome: told, sequence: 3, characters: 10 });
          lost(0, 9, { isSingle: false });
        },
      },
      { evaluate: (request) => void runsOf.push(request.runs) },
    ]);
    expect(runsOf.map(([first]) => first?.timeouts)).toEqual([0, 2]);
  });

  it('before it came to a rule begins again, and tells each match once', async () => {
    const { matched } = await evaluate([
      {
        evaluate(_, tell) {
          tell(match(0, 1));
          tell(match(1, 3));
          lost(undefined);
        },
      },
    ]);
    expect(matched).toEqual([0, 1, 2]);
  });

  it('goes on from the call that was seen, whatever it did before it ended', async () => {
    const { matched } = await evaluate([
      {
        evaluate(_, tell) {
          tell(match(0, 1));
          tell(match(1, 3));
          tell(match(2, 5));
          lost(1, 3);
        },
      },
    ]);
    expect(matched).toEqual([0, 1, 2]);
  });

  it('while the batch was let go of is done', async () => {
    const { matched, evaluated, again } = await evaluate([
      {
        evaluate({ runs }, tell) {
          for (const { rule: unit } of runs) tell(match(unit, 1));
          lost(dropUnit);
        },
      },
    ]);
    expect([matched, evaluated]).toEqual([[0, 1, 2], [0]]);
    expect((await again()).outcomes).toHaveLength(3);
  });

  it('goes on in an interpreter nothing has run in, not in another of the pool', async () => {
    const broken: Script = { evaluate: () => lost(0) };
    const { evaluated, matched } = await evaluate([broken, broken, {}], 2);
    expect(matched).toEqual([0, 1, 2]);
    expect(evaluated).toEqual([0, 2]);
  });

  it('goes on after a rule that ended it for good', async () => {
    const { evaluated, matched } = await evaluate([
      {
        evaluate(_, tell) {
          tell(match(0, 1));
          lost(0, 3, { position: 1 });
        },
      },
    ]);
    expect([matched, evaluated]).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
  });

  it('gives an answer when no interpreter can read it', async () => {
    const broken: Script = { evaluate: () => lost(readUnit) };
    const { result, evaluated } = await evaluate([broken, broken]);
    expect(result.outcomes.map(({ rule: unit, notEvaluated }) => [unit, notEvaluated])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(evaluated).toEqual([0, 1]);
  });
});

describe('a later worker that does not load like the first', () => {
  const rejection = { id: 'rule 1', kind: 'rule' as const, error: 'TimeoutError' };
  const broken: Script = { evaluate: () => lost(0) };

  it.each<[string, Script]>([
    ['rejects a module', { load: (_, tell) => tell({ type: 'rejected', rejection }) }],
    ['is lost', { load: () => lost(1) }],
    ['is lost between two modules', { load: () => lost(undefined) }],
  ])('%s: is tried again, and nothing is left out', async (_name, script) => {
    const { generation, excluded, evaluated, matched } = await evaluate([broken, script, {}]);
    expect(matched).toEqual([0, 1, 2]);
    expect(evaluated).toEqual([0, 2]);
    expect(excluded).toEqual([[], [], []]);
    expect(generation.rejected).toEqual([]);
  });

  it('again and again: works without that module, and is replaced after the batch', async () => {
    const dying: Script = { load: ({ excluded }) => void (excluded.includes(1) || lost(1)) };
    const { generation, excluded, evaluated } = await evaluate([broken, dying, dying, dying, dying]);
    expect(evaluated).toEqual([0, 4]);
    expect(excluded.slice(0, 5)).toEqual([[], [], [], [], [1]]);
    expect(generation.rejected).toEqual([]);
  });

  it('the first one: what ends it is left out for good, and told', async () => {
    const { generation, excluded } = await evaluate([
      { load: () => lost(1) },
      { load: (_, tell) => tell({ type: 'rejected', rejection: { ...rejection, id: 'rule 2' } }) },
    ]);
    expect(excluded).toEqual([[], [1]]);
    expect(generation.rejected.map(({ id }) => id)).toEqual(['rule 1', 'rule 2']);
  });
});

it('of a content that does not load whole leaves no interpreter behind', async () => {
  const taken: PythonWorker[] = [];
  const givenBack: PythonWorker[] = [];
  const { source: workers } = source([]);
  const take = async () => {
    const worker = await workers.take();
    taken.push(worker);
    return worker;
  };
  const shared = await Generation.load({
    content,
    workers: 1,
    budgets,
    recycleBytes: 1,
    source: { ...workers, take, giveBack: (worker) => void givenBack.push(worker) },
  });
  const broken = new Error('the interpreter of its own does not start');
  await expect(orRetire(shared, Promise.reject(broken))).rejects.toBe(broken);
  expect(taken).toHaveLength(1);
  expect(givenBack).toEqual(taken);
});
