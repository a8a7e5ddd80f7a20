import { fullTrust } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DetectEngine, DetectEngineOptions, Evaluation } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { createIsolatedHostCalls } from './memory-cache.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';

let engine: DetectEngine;
beforeAll(() => {
  engine = createDetectEngine(quickOptions);
});
afterAll(() => engine.close());

const logType = 'AWS.CloudTrail';
const events = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ p_log_type: logType, n, name: 'witness' }));
const witness = pythonRule('Test.Witness', 'def rule(event):\n    return len(event["name"]) == 7');

const matched = ({ matches }: Evaluation, id: string) =>
  matches.filter(({ ruleId }) => ruleId === id).map(({ eventIndex }) => eventIndex);
const faults = ({ errors }: Evaluation, id: string) =>
  errors
    .filter(({ ruleId }) => ruleId === id)
    .map(({ eventIndex, error }) => [eventIndex, error.split(':')[0]]);

/** Loads the body beside an innocent rule and evaluates two batches; the innocent one must never notice. */
async function beside(body: string, count = 2): Promise<Evaluation[]> {
  const odd = pythonRule('Test.Odd', body);
  const report = await engine.load(contentOf([odd, witness]));
  expect(report.rejected).toEqual([]);
  const evaluations: Evaluation[] = [];
  for (let round = 0; round < 2; round++) {
    const evaluation = await engine.evaluate(batchOf(events(count)));
    expect(matched(evaluation, witness.id)).toEqual(events(count).map(({ n }) => n));
    expect(faults(evaluation, witness.id)).toEqual([]);
    evaluations.push(evaluation);
  }
  expect(engine.status().restarts).toBe(0);
  engine.resume(odd.id);
  return evaluations;
}

describe('a rule that leaves something on an event', () => {
  it.each([
    [
      'that does not let go',
      'while True:\n            try:\n                while True: pass\n            except BaseException: pass',
    ],
    ['that lets go when it is stopped', 'while True: pass'],
  ])('%s: holds up no batch', async (_name, loop) => {
    const evaluations = await beside(
      `class Sticky:\n    def __del__(self):\n        ${loop}\n\ndef rule(event):\n    if event['n'] == 0:\n        event._data['sticky'] = Sticky()\n    return True`,
    );
    for (const evaluation of evaluations) {
      expect(matched(evaluation, 'Test.Odd')).toEqual([0, 1]);
      expect(evaluation.errors).toEqual([]);
    }
  });
});

it('a rule that leaves behind what changes a built-in name when it is let go of costs no rule its matches', async () => {
  const evaluations = await beside(
    `import builtins\nclass Sticky:\n    def __del__(self):\n        builtins.len = lambda value: 0\n\ndef rule(event):\n    event._data['sticky'] = Sticky()\n    return True`,
  );
  for (const evaluation of evaluations) expect(matched(evaluation, 'Test.Odd')).toEqual([0, 1]);
});

describe('a rule that gives what no rule may', () => {
  const always = 'def rule(event):\n    return True\n\n';

  it('a text of its own kind is taken by its letters', async () => {
    const [evaluation] = await beside(
      `${always}class Text(str):
    def upper(self): return self
    def __eq__(self, other): return True
    def __hash__(self): return 1
    def __len__(self): return 1
    def __getitem__(self, key): return 5

def severity(event): return Text('EVIL')
def title(event): return Text('x' * 3000)
def destinations(event): return [Text('y' * 3000)]
`,
    );
    expect(evaluation!.errors).toEqual([]);
    const [match] = evaluation!.matches.filter(({ ruleId }) => ruleId === 'Test.Odd');
    expect(match).toMatchObject({ functionErrors: [{ name: 'severity' }] });
    expect([match?.title?.length, match?.destinations?.[0]?.length]).toEqual([1000, 1000]);
  });

  it('an alert context nested too deeply is replaced', async () => {
    const [evaluation] = await beside(
      `${always}def alert_context(event):\n    value = 1\n    for _ in range(5000): value = [value]\n    return {'deep': value}`,
    );
    const [match] = evaluation!.matches.filter(({ ruleId }) => ruleId === 'Test.Odd');
    expect(JSON.parse(match!.contextJson!)).toHaveProperty('_error');
  });

  it('an exception without readable text is an error of its events', async () => {
    const [evaluation] = await beside(
      `class Odd(Exception):\n    def __str__(self): raise SystemExit()\n\ndef rule(event):\n    raise Odd()`,
    );
    expect(faults(evaluation!, 'Test.Odd')).toEqual([
      [0, 'Odd'],
      [1, 'Odd'],
    ]);
  });

  /** What every rule can reach; the runtime has its own. */
  const json = 'import json, json.decoder, json.encoder, json.scanner\n';
  it.each([
    ['the encoder', `${json}json.JSONEncoder.encode = lambda *a, **k: '['`],
    ['the functions', `${json}json.dumps = json.loads = json.encoder.c_make_encoder = None`],
    [
      'the decoder',
      `${json}json.JSONDecoder.decode = lambda *a, **k: []\njson._default_decoder.scan_once = None`,
    ],
  ])('it changes %s of the json module: nobody notices', async (_name, change) => {
    const [first, second] = await beside(
      `def rule(event):\n    ${change.replaceAll('\n', '\n    ')}\n    return True`,
    );
    for (const evaluation of [first!, second!]) {
      expect(matched(evaluation, 'Test.Odd')).toEqual([0, 1]);
      expect(evaluation.errors).toEqual([]);
    }
    const report = await engine.load(contentOf([pythonRule('Test.Odd', `${change}\n${always}`), witness]));
    expect(report.rejected).toEqual([]);
    expect(matched(await engine.evaluate(batchOf(events(1))), witness.id)).toEqual([0]);
  });

  it.each([
    ['nonsense', `lambda value: '['`],
    ['a number', 'lambda value: 5'],
    ['an object that hangs', 'lambda value: Hanging()'],
  ])('it makes the runtime itself give %s: it alone is told', async (_name, encoder) => {
    const hanging = `class Hanging:
    def hang(self, *rest):
        while True:
            try:
                while True: pass
            except BaseException: pass
    __str__ = __repr__ = __len__ = __del__ = hang
`;
    const evaluations = await beside(
      `import margay.evaluate\n${hanging}\ndef rule(event):\n    margay.evaluate.as_json = ${encoder}\n    return True`,
    );
    for (const evaluation of evaluations) {
      expect(matched(evaluation, 'Test.Odd')).toEqual([]);
      expect(faults(evaluation, 'Test.Odd').map(([index]) => index)).toEqual([0, 1]);
    }
  });

  it('it lies about why it does not load: the others load', async () => {
    const liars = [
      `raise SyntaxError('odd', ('Test.Odd.py', 'line one', 'here', ''))`,
      `import margay.content\nmargay.content.as_json = lambda value: '['\nraise ValueError()`,
      `import margay.content\nmargay.content.as_json = lambda value: '{"error": 5, "id": "Test.Witness", "kind": "none"}'\nraise ValueError()`,
    ];
    for (const body of liars) {
      const report = await engine.load(contentOf([pythonRule('Test.Odd', body), witness]));
      expect(report.rejected).toMatchObject([{ id: 'Test.Odd', kind: 'rule', error: expect.any(String) }]);
      expect(matched(await engine.evaluate(batchOf(events(1))), witness.id)).toEqual([0]);
    }
  });

  it('it breaks the runtime while it loads: is rejected, the others load and match', async () => {
    const bodies = ['decode = None', 'changes = lambda: 1 / 0', `as_json = lambda value: '{}'`].map(
      (change) => `import margay.evaluate\nmargay.evaluate.${change}\n${always}`,
    );
    const odd = bodies.map((body, n) => pythonRule(`Test.Odd${n}`, body));
    const report = await engine.load(contentOf([...odd, witness]));
    expect(report.rejected.map(({ id }) => id)).toEqual(odd.map(({ id }) => id));
    expect(matched(await engine.evaluate(batchOf(events(1))), witness.id)).toEqual([0]);
  });

  it('what is read from its text cannot be trusted: it always runs', async () => {
    for (const text of [`'['`, `'{"condition": ' + '{"all": [' * 20000 + ']}' * 20000 + '}'`, '7']) {
      const body = `import margay.content\nmargay.content.as_json = lambda value: ${text}\ndef rule(event):\n    return event['name'] == 'witness'`;
      const report = await engine.load(contentOf([witness, pythonRule('Test.Odd', body)]));
      expect(report.rejected).toEqual([]);
      expect(matched(await engine.evaluate(batchOf(events(1))), 'Test.Odd')).toEqual([0]);
    }
  });
});

it('an integer Python refuses to read costs no rule its events', async () => {
  await engine.load(contentOf([witness]));
  const json = new TextEncoder().encode(
    `[{"p_log_type":"${logType}","name":"witness","n":${'1'.repeat(5000)}}]`,
  );
  expect(matched(await engine.evaluate({ logType, json, count: 1 }), witness.id)).toEqual([0]);
});

it('an interruption just after a match was recorded judges no event twice', async () => {
  // The trace raises where the loop of the runtime turns, once, after the first match.
  const body = `import linecache, sys
state = []
def trace(frame, kind, argument):
    names = frame.f_locals
    if kind == 'line' and names.get('matches') and not state:
        if linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip().startswith('for index in range'):
            state.append(1)
            sys.settrace(None)
            raise KeyboardInterrupt()
    return trace

def rule(event):
    if not state:
        frame = sys._getframe(1)
        frame.f_trace = trace
        sys.settrace(trace)
    return True

def title(event):
    return str(len(state))`;
  await engine.load(contentOf([pythonRule('Test.Odd', body)]));
  const evaluation = await engine.evaluate(batchOf(events(4)));
  expect(evaluation.errors).toEqual([]);
  expect(evaluation.matches.map(({ eventIndex, title }) => [eventIndex, title])).toEqual([
    [0, '0'],
    [1, '1'],
    [2, '1'],
    [3, '1'],
  ]);
});

describe('a rule that changes what all share', () => {
  const changes = {
    falsifies: 'builtins.len = lambda value: 0',
    'hides the change': `builtins.len = type('Sly', (), {'__eq__': lambda self, other: True, '__call__': lambda self, value: 0})()`,
    'takes away': 'del builtins.len',
    adds: 'builtins.anything = 1',
  };

  it.each(Object.entries(changes))('and %s: is told, and costs the others nothing', async (_name, change) => {
    const body = `import builtins\ndef rule(event):\n    ${change}\n    return True`;
    for (const evaluation of await beside(body)) {
      expect(faults(evaluation, 'Test.Odd')).toContainEqual([-1, 'SharedChange']);
      expect(faults(evaluation, 'Test.Odd')).toHaveLength(1);
    }
  });

  it.each(Object.entries(changes))(
    'and %s while it loads: is rejected, the others load',
    async (_name, change) => {
      const body = `import builtins\n${change}\ndef rule(event):\n    return True`;
      const globals = [{ id: 'odd_helper', versionId: '1', trust: fullTrust, body }];
      const importing = pythonRule('Test.Importing', 'import odd_helper\ndef rule(event):\n    return True');
      const report = await engine.load(
        contentOf([importing, pythonRule('Test.Odd', body), witness], { globals }),
      );
      expect(report.rejected.map(({ id, error }) => [id, error.split(':')[0]])).toEqual([
        ['odd_helper', 'SharedChange'],
        ['Test.Importing', 'SharedChange'],
        ['Test.Odd', 'SharedChange'],
      ]);
      expect(matched(await engine.evaluate(batchOf(events(2))), witness.id)).toEqual([0, 1]);
    },
  );
});

describe('the server behind a rule', () => {
  const asking = 'def rule(event):\n    return event.lookup("table", event["n"]) == 1';
  /** An engine of its own, whose look-up tables answer like this. */
  async function withLookup(
    lookup: (key: unknown, ruleId: string, engine: DetectEngine) => Promise<unknown>,
    options: DetectEngineOptions,
    use: (engine: DetectEngine) => Promise<void>,
  ): Promise<void> {
    const hostCalls = createIsolatedHostCalls();
    const own: DetectEngine = createDetectEngine({
      ...quickOptions,
      ...options,
      hostCalls: { ...hostCalls, lookup: (_table, key, { ruleId }) => lookup(key, ruleId, own) },
    });
    try {
      await use(own);
    } finally {
      await own.close();
    }
  }

  it('that does not answer is what the rule is told, not that it was slow', async () => {
    const deadlines = {
      ...quickOptions.deadlines,
      baseMs: 300,
      eventMs: 300,
      graceMs: 300,
      hostCallMs: 1500,
    };
    await withLookup(
      () => new Promise(() => undefined),
      { deadlines },
      async (own) => {
        await own.load(contentOf([pythonRule('Test.Asking', asking), witness]));
        const evaluation = await own.evaluate(batchOf(events(1)));
        expect(evaluation.errors).toMatchObject([
          {
            ruleId: 'Test.Asking',
            eventIndex: 0,
            error: expect.stringContaining('no answer within 1500 ms'),
          },
        ]);
        expect(matched(evaluation, witness.id)).toEqual([0]);
      },
    );
  });

  it('that answers late costs the rule nothing; what a rule works does', async () => {
    const working = 'def rule(event):\n    return sum(range(1_000_000)) < 0';
    const late = () => new Promise((answer) => setTimeout(() => answer(1), 400));
    await withLookup(late, {}, async (own) => {
      await own.load(contentOf([pythonRule('Test.Asking', asking), pythonRule('Test.Working', working)]));
      const { perRule, matches, errors } = await own.evaluate(batchOf(events(5)));
      expect([matches.length, errors]).toEqual([5, []]);
      const waited = Object.fromEntries(
        perRule.map(({ ruleId, waitedMicroseconds }) => [ruleId, waitedMicroseconds >= 1_900_000]),
      );
      expect(waited).toEqual({ 'Test.Asking': true, 'Test.Working': false });
      const costOf = (id: string) => perRule.find(({ ruleId }) => ruleId === id)?.microseconds ?? 0;
      // Of two seconds that passed meanwhile.
      expect(costOf('Test.Asking')).toBeLessThan(1_000_000);
      expect(costOf('Test.Asking')).toBeGreaterThan(0);
      expect(costOf('Test.Working')).toBeGreaterThan(10_000);
    });
  });

  const kill = async (own: DetectEngine) => {
    process.kill(own.status().processIds[0]!, 'SIGKILL');
    return new Promise(() => undefined);
  };

  it('that lost the process three times asks a fourth time before it blames a rule', async () => {
    let asked = 0;
    await withLookup(
      (_key, _rule, own) => (++asked > 3 ? Promise.resolve(1) : kill(own)),
      {},
      async (own) => {
        await own.load(contentOf([pythonRule('Test.Asking', asking), witness]));
        const evaluation = await own.evaluate(batchOf([{ p_log_type: logType, n: 1, name: 'witness' }]));
        expect(evaluation.errors).toEqual([]);
        expect(evaluation.matches.map(({ ruleId }) => ruleId)).toEqual(['Test.Asking', witness.id]);
      },
    );
  });

  it('whose process dies of two batches at once blames the two rules that do it', async () => {
    const logTypes = ['One.Log', 'Other.Log'];
    const rules = logTypes.flatMap((type, n) => [
      pythonRule(`Test.Killing${n}`, asking, { logTypes: [type] }),
      pythonRule(`Test.Innocent${n}`, witness.body, { logTypes: [type] }),
    ]);
    await withLookup(
      (_key, _rule, own) => kill(own),
      {},
      async (own) => {
        await own.load(contentOf(rules));
        const batches = logTypes.map((type) => batchOf([{ p_log_type: type, n: 1, name: 'witness' }], type));
        const evaluations = await Promise.all(batches.map((batch) => own.evaluate(batch)));
        for (const [n, evaluation] of evaluations.entries()) {
          expect(faults(evaluation, `Test.Killing${n}`)).toEqual([[-1, 'HostLost']]);
          expect(evaluation.errors).toHaveLength(1);
          expect(matched(evaluation, `Test.Innocent${n}`)).toEqual([0]);
        }
      },
    );
  });
});

describe('a rule that keeps everything it sees', () => {
  it('is told too when the last bit was taken while only others ran', async () => {
    const own = createDetectEngine({ ...quickOptions, workers: 1, memoryLimitBytes: 160 * 1024 * 1024 });
    try {
      const keeps = (bytes: number) =>
        `kept = []\ndef rule(event):\n    kept.append("x" * ${bytes})\n    return False`;
      const small = { ...pythonRule('Test.Small', keeps(1_000_000)), logTypes: ['Other'] };
      await own.load(contentOf([pythonRule('Test.Leak', keeps(15_000_000)), small]));
      await own.evaluate(batchOf(events(3)));
      const told: unknown[] = [];
      for (let round = 0; round < 60 && told.length === 0; round++) {
        const batch = { ...batchOf(events(1)), logType: 'Other' };
        told.push(...faults(await own.evaluate(batch), 'Test.Leak'));
      }
      expect(told).toEqual([[-1, 'MemoryError']]);
    } finally {
      await own.close();
    }
  }, 60_000);

  it('is told how much it took once the interpreter has to be replaced, is paused in the end, and costs nobody a match', async () => {
    const own = createDetectEngine({ ...quickOptions, memoryLimitBytes: 160 * 1024 * 1024 });
    try {
      // It takes 30 MB a batch; an interpreter is replaced at 96 MB.
      const body = 'kept = []\ndef rule(event):\n    kept.append("x" * 15_000_000)\n    return False';
      await own.load(contentOf([pythonRule('Test.Leak', body), witness]));
      const told: unknown[] = [];
      for (let round = 0; round < 20 && own.paused().length === 0; round++) {
        const evaluation = await own.evaluate(batchOf(events(2)));
        expect(matched(evaluation, witness.id)).toEqual([0, 1]);
        told.push(...faults(evaluation, 'Test.Leak'));
      }
      expect(told).toEqual(Array.from({ length: 3 }, () => [-1, 'MemoryError']));
      expect(own.paused()).toMatchObject([{ ruleId: 'Test.Leak' }]);
    } finally {
      await own.close();
    }
  });
});
