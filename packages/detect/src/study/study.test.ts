import { fullTrust } from '@margay/model';
import { afterAll, describe, expect, it } from 'vitest';
import { createDetectEngine } from '../engine.ts';
import { pythonRule } from '../testing/cloudtrail-rules.ts';
import { quickOptions } from '../testing/events.ts';

const engine = createDetectEngine(quickOptions);
afterAll(() => engine.close());

const watched = `WATCHED = {"StopLogging", "Put"}

def rule(event):
    if event.get("eventSource") != "cloudtrail":
        return False
    if event.get("eventName") not in WATCHED or event.get("errorCode"):
        return False
    return not is_noise(event)

def is_noise(event):
    before = event.deep_get("params", "selectors", default=[])
    return event.get("eventName") == "Put" and all(s.get("type") == "All" for s in before)

def title(event):
    return f"stopped by {event.get('user')}"
`;
const put = (...types: string[]) => ({
  eventSource: 'cloudtrail',
  eventName: 'Put',
  params: { selectors: types.map((type) => ({ type })) },
});
const explain = (body: string, event: unknown) =>
  engine.explain({ rule: pythonRule('R', body), event: JSON.stringify(event) });

describe('explain', () => {
  it('names the condition that failed, what it read, and what did not run', async () => {
    const { result, steps, decisive, because, lines } = await explain(watched, put('All', 'All'));
    expect(result).toBe(false);
    expect(steps[decisive!]).toMatchObject({ line: 8, text: 'is_noise(event)', truth: true });
    expect(because.map((step) => steps[step]!)).toMatchObject([
      {
        function: 'is_noise',
        line: 12,
        text: 's.get("type") == "All"',
        truth: true,
        reads: [{ text: 's.get("type")', value: '"All"' }],
      },
    ]);
    expect(lines.filter(({ ran }) => !ran).map(({ line }) => line)).toEqual([5, 7, 15]);
  });

  it('ends at the first condition that failed', async () => {
    const { result, steps, decisive } = await explain(watched, { eventSource: 's3' });
    expect(result).toBe(false);
    expect(steps).toHaveLength(2);
    expect(steps[decisive!]).toMatchObject({
      kind: 'compare',
      role: 'if',
      line: 4,
      column: 8,
      truth: true,
      reads: [{ value: '"s3"' }],
    });
  });

  it('names what made it match, and runs the other functions then', async () => {
    const { result, steps, decisive, functions } = await explain(watched, put('All', 'Read'));
    expect(result).toBe(true);
    expect(steps[decisive!]).toMatchObject({ text: 'is_noise(event)', truth: false });
    expect(functions.title).toEqual({ output: 'stopped by None', error: null });
  });

  it.each([
    ['return event.get("a") == 1 and event.get("b") == 2', { a: 1, b: 3 }, 'event.get("b") == 2'],
    ['return event.get("a") == 1 or event.get("b") == 2', { b: 2 }, 'event.get("b") == 2'],
    ['return any([event.get("a") == 1, event.get("b") == 2])', { a: 1 }, 'event.get("a") == 1'],
    ['return True if event.get("a") else event.get("b") == 2', { a: 1 }, 'event.get("a")'],
    ['if event.get("a"):\n        return True\n    return False', {}, 'event.get("a")'],
    [
      'for x in event.get("l"):\n        if x > 2:\n            return True\n    return False',
      { l: [1, 3] },
      'x > 2',
    ],
    [
      'match event.get("a"):\n        case 1 if event.get("b") == 2:\n            return True\n    return False',
      { a: 1, b: 3 },
      'event.get("b") == 2',
    ],
    ['return (n := event.get("a", 0)) > 1 and 1 < n < 9', { a: 9 }, '1 < n < 9'],
  ])('decides %s', async (body, event, text) => {
    const { steps, decisive, error } = await explain(`def rule(event):\n    ${body}\n`, event);
    expect(error).toBeNull();
    expect(steps[decisive!]?.text).toBe(text);
  });

  it('gives the result the rule gives without being watched', async () => {
    const bodies = [
      watched,
      'def rule(event):\n    return all(k in event for k in ("eventName", "x")) or 1 in [2]\n',
    ];
    for (const body of bodies) {
      for (const event of [put('All'), put('X'), {}, { eventName: 1, x: 2 }]) {
        const rule = pythonRule('R', body);
        const test = { name: 't', expectedResult: true, resource: JSON.stringify(event), mocks: [] };
        const [plain] = await engine.test({ rules: [{ rule, tests: [test] }] });
        expect((await explain(body, event)).result).toBe(plain?.result);
      }
    }
  }, 120_000);

  it('tells an exception with its line, and what came before it', async () => {
    const { result, error, errorLine, steps } = await explain(
      'def rule(event):\n    if event.get("a") == 1:\n        return event["b"]["c"] == 2\n    return False\n',
      { a: 1 },
    );
    expect({ result, error, errorLine }).toEqual({ result: null, error: "KeyError: 'b'", errorLine: 3 });
    expect(steps.map(({ text }) => text)).toEqual(['event.get("a") == 1']);
  });

  it('bounds what it tells of a loop, and ends one that does not end', async () => {
    const loop = await explain('def rule(event):\n    return any(i == 9999 for i in range(10000))\n', {});
    expect(loop.result).toBe(true);
    expect(loop.steps).toHaveLength(400);
    expect(loop.droppedSteps).toBeGreaterThan(9000);
    await expect(explain('def rule(event):\n    while True:\n        pass\n', {})).rejects.toThrow(
      /TimeoutError/,
    );
    await expect(explain('def rule(event)\n', {})).resolves.toMatchObject({
      error: expect.stringContaining('SyntaxError'),
      errorLine: 1,
    });
  });

  it('uses helpers and data models that are given', async () => {
    const rule = pythonRule('R', 'import h\ndef rule(event):\n    return h.yes(event.udm("ip"))\n');
    const { result, steps } = await engine.explain({
      rule,
      event: '{"p_log_type":"AWS.CloudTrail","src":"1.1.1.1"}',
      globals: [
        { id: 'h', versionId: '1', trust: fullTrust, body: 'def yes(x):\n    return x == "1.1.1.1"\n' },
      ],
      dataModels: [
        {
          id: 'm',
          versionId: '1',
          trust: fullTrust,
          enabled: true,
          logTypes: ['AWS.CloudTrail'],
          mappings: [{ name: 'ip', path: 'src' }],
        },
      ],
    });
    expect(result).toBe(true);
    expect(steps[0]).toMatchObject({
      kind: 'call',
      reads: expect.arrayContaining([{ text: 'event.udm("ip")', value: '"1.1.1.1"' }]),
    });
  });
});

const tests = [
  {
    name: 'stops',
    expectedResult: true,
    resource: '{"eventSource":"cloudtrail","eventName":"StopLogging"}',
    mocks: [],
  },
  { name: 'other', expectedResult: false, resource: '{"eventSource":"s3"}', mocks: [] },
];

describe('coverage', () => {
  it('tells lines and branches the tests reach', async () => {
    const { lines, branches } = await engine.cover({ rule: pythonRule('R', watched), tests });
    expect(lines.filter(({ ran }) => !ran).map(({ line }) => line)).toEqual([7]);
    expect(branches.map(({ line, text, sawTrue, sawFalse }) => [line, text, sawTrue, sawFalse])).toEqual([
      [4, 'event.get("eventSource") != "cloudtrail"', true, true],
      [6, 'event.get("eventName") not in WATCHED', false, true],
      [6, 'event.get("errorCode")', false, true],
      [8, 'is_noise(event)', false, true],
      [12, 'event.get("eventName") == "Put"', false, true],
      [12, 'all(s.get("type") == "All" for s in before)', false, false],
      [12, 's.get("type") == "All"', false, false],
    ]);
  });
});

describe('mutation', () => {
  it('tells which changes the tests notice', async () => {
    const { mutants, possible, passingTests } = await engine.mutate({
      rule: pythonRule('R', watched),
      tests,
    });
    expect(passingTests).toBe(2);
    expect(mutants).toHaveLength(possible);
    const find = (line: number, kind: string) =>
      mutants.filter((mutant) => mutant.line === line && mutant.kind === kind);
    expect(find(4, 'flip')).toEqual([
      { line: 4, column: 8, kind: 'flip', before: '!=', after: '==', killedBy: 'stops' },
    ]);
    expect(find(5, 'return')[0]?.killedBy).toBe('other');
    expect(find(6, 'swap')[0]?.killedBy).toBeNull();
    expect(find(7, 'return')[0]?.killedBy).toBeNull();
  });

  it('counts a change that never ends as noticed, and stays within its bounds', async () => {
    const body = 'def rule(event):\n    n = 0\n    while n < 3:\n        n += 1\n    return n == 3\n';
    const rule = pythonRule('R', body);
    const test = { name: 't', expectedResult: true, resource: '{}', mocks: [] };
    const { mutants, possible } = await engine.mutate({ rule, tests: [test], mostMutants: 4 });
    expect(possible).toBeGreaterThan(4);
    expect(mutants.length).toBeLessThanOrEqual(4);
    expect(mutants.every(({ killedBy }) => killedBy !== '')).toBe(true);
  });
});

describe('timing', () => {
  const body = `import re


def slow(text):
    total = 0
    for number in range(20000):
        total += number
    return total > 0 and text == "x"


def rule(event):
    name = event.get("name")
    if not name:
        raise ValueError("no name")
    return slow(name)
`;

  it('finds the line that costs, and counts what failed', async () => {
    const events = ['{"name":"x"}', '{"name":"y"}', '{}'];
    const timing = await engine.time({ rule: pythonRule('R', body), events });
    expect(timing.failed).toBe(1);
    expect(timing.microseconds).toHaveLength(3);
    expect(timing.lineEvents).toBe(3);
    const dearest = timing.lines.toSorted((a, b) => b.microseconds - a.microseconds)[0];
    expect([6, 7]).toContain(dearest?.line);
    const hits = new Map(timing.lines.map(({ line, hits: count }) => [line, count]));
    expect([12, 13, 14, 15, 7].map((line) => hits.get(line))).toEqual([3, 3, 1, 2, 40_000]);
  });

  it('stops when its time is up, and says why a body does not run', async () => {
    const rule = pythonRule(
      'R',
      'def rule(event):\n    n = 0\n    while n < 100_000:\n        n += 1\n    return True\n',
    );
    const events = Array.from({ length: 500 }, () => '{}');
    const timing = await engine.time({ rule, events, budgetMs: 50 });
    expect(timing.microseconds.length).toBeLessThan(500);
    await expect(engine.time({ rule: pythonRule('B', 'def rule(event)'), events: [] })).rejects.toThrow(
      /could not be run/,
    );
  });
});
