import { afterAll, describe, expect, it } from 'vitest';
import type { SimpleDetection } from '@margay/model';
import * as fc from 'fast-check';
import { compileInlineFilters } from '../simple/compile/compile-inline-filters.ts';
import { compileSimpleDetection } from '../simple/compile/compile-simple-detection.ts';
import { createDetectEngine } from '../engine.ts';
import { pythonRule } from '../testing/cloudtrail-rules.ts';
import { quickOptions } from '../testing/events.ts';
import { events, inlineFilters, simpleDetections } from '../testing/simple-arbitraries.ts';
import { defaultLimits } from '../settings.ts';
import { explainOwn } from './explain-own.ts';
import type { Explanation } from './contract.ts';

const engine = createDetectEngine(quickOptions);
afterAll(() => engine.close());

const stopped = [
  { Key: 'eventSource', Condition: 'Equals', Value: 'cloudtrail' },
  {
    Any: [
      { KeyPath: 'user.name', Condition: 'IsIn', Values: ['root', 'admin'] },
      { Key: 'errorCode', Condition: 'Exists' },
    ],
  },
];
const onlyProduction = [{ KeyPath: 'account', Condition: 'Equals', Value: 'prod' }];
const simple = (detection: unknown[], keys: Partial<SimpleDetection> = {}) => ({
  simple: { detection, ...keys },
});
const explain = (event: unknown, changes: object, body = '') =>
  engine.explain({ rule: pythonRule('S', body, changes), event: JSON.stringify(event) });

function lineOf({ yaml }: Explanation, line: number): string {
  return yaml!.split('\n')[line - 1]!.trim();
}

describe('explain of a simple detection', () => {
  it('names the condition that failed, what it read, and what was not asked', async () => {
    const told = await explain({ eventSource: 's3', user: { name: 'root' } }, simple(stopped));
    expect(told).toMatchObject({ result: false, error: null, decisive: 0, droppedSteps: 0 });
    expect(told.steps).toHaveLength(1);
    expect(told.steps[0]).toMatchObject({
      language: 'yaml',
      function: 'Detection',
      text: 'eventSource Equals "cloudtrail"',
      truth: false,
      reads: [{ text: 'eventSource', value: '"s3"' }],
    });
    expect(lineOf(told, told.steps[0]!.line)).toBe('- Key: eventSource');
    const missed = told.lines.filter(({ ran }) => !ran).map(({ line }) => lineOf(told, line));
    expect(missed).toContain('- Any:');
    expect(missed).toContain('- Key: errorCode');
    expect(missed).not.toContain('Value: cloudtrail');
  });

  it('names what made it match inside of groups, and a field that is not there', async () => {
    const told = await explain(
      { eventSource: 'cloudtrail', errorCode: 'Denied' },
      simple(stopped, { alertTitle: 'stopped: {errorCode}' }),
    );
    expect(told.result).toBe(true);
    expect(told.steps.map(({ text, truth }) => [text, truth])).toEqual([
      ['eventSource Equals "cloudtrail"', true],
      ['user.name IsIn ["root","admin"]', false],
      ['errorCode Exists', true],
      ['Any of 2', true],
    ]);
    expect(told.steps[1]!.reads).toEqual([{ text: 'user.name', value: '(absent)' }]);
    expect(told.steps[told.decisive!]).toMatchObject({ text: 'errorCode Exists' });
    expect(told.functions['title']).toEqual({ output: 'stopped: Denied', error: null });
  });

  it.each([
    [{ None: [{ Key: 'a', Condition: 'Equals', Value: 1 }] }, { a: 1 }, 'a Equals 1'],
    [
      {
        OnlyOne: [
          { Key: 'a', Condition: 'Exists' },
          { Key: 'b', Condition: 'Exists' },
        ],
      },
      { a: 1 },
      'a Exists',
    ],
    [
      {
        Key: 'l',
        Condition: 'AnyElement',
        Expressions: [{ Key: 'x', Condition: 'IsGreaterThan', Value: 2 }],
      },
      { l: [{ x: 1 }, { x: 3 }, { x: 9 }] },
      'x IsGreaterThan 2',
    ],
    [
      { Key: 'l', Condition: 'AllElements', Expressions: [{ Key: 'x', Condition: 'Exists' }] },
      {},
      'AllElements of l',
    ],
    [
      { Condition: 'Equals', Values: [{ Key: 'a' }, { DeepKey: ['b', 'c'] }] },
      { a: 1, b: { c: 1 } },
      'a Equals b.c',
    ],
    [{ Condition: 'AlwaysFalse' }, {}, 'AlwaysFalse'],
  ])('decides %j', async (expression, event, text) => {
    const told = await explain(event, simple([expression]));
    expect(told.steps[told.decisive!]?.text).toBe(text);
  });

  it('tells the conditions of the severity after those of the match', async () => {
    const told = await explain(
      { a: 1 },
      simple([{ Key: 'a', Condition: 'Exists' }], {
        dynamicSeverities: [
          { ChangeTo: 'HIGH', Conditions: [{ Key: 'a', Condition: 'Equals', Value: 2 }] },
          { ChangeTo: 'LOW', Conditions: [{ Key: 'a', Condition: 'Equals', Value: 1 }] },
        ],
      }),
    );
    expect(told.steps.map((step) => [step.function, step.truth])).toEqual([
      ['Detection', true],
      ['DynamicSeverities', false],
      ['DynamicSeverities', true],
    ]);
    expect(told.decisive).toBe(0);
    expect(told.functions['severity']?.output).toBe('LOW');
  });

  it('says what is wrong with a detection or an event that cannot be read', async () => {
    expect((await explain({}, simple([{ Key: 'a', Condition: 'Equal' }]))).error).toContain('SD00200012');
    const told = await engine.explain({ rule: pythonRule('S', '', simple(stopped)), event: '[]' });
    expect(told).toMatchObject({
      result: null,
      steps: [],
      error: expect.stringContaining('must be an object'),
    });
  });

  it('lists a bounded number of steps', async () => {
    const items = Array.from({ length: 1000 }, (_, x) => ({ x }));
    const each = { Key: 'l', Condition: 'AllElements', Expressions: [{ Key: 'x', Condition: 'Exists' }] };
    const told = await explain({ l: items }, simple([each]));
    expect(told.steps).toHaveLength(400);
    expect(told.droppedSteps).toBe(601);
    expect(told.result).toBe(true);
  });

  it('agrees with what judges live events, whatever the rule and the event', () => {
    const rules = fc.record({
      simple: simpleDetections,
      filters: fc.option(inlineFilters, { nil: undefined }),
    });
    fc.assert(
      fc.property(rules, events, ({ simple: raw, filters }, event) => {
        const rule = pythonRule('S', '', { simple: raw, ...(filters ? { inlineFilters: filters } : {}) });
        const told = explainOwn(rule, JSON.stringify(event), defaultLimits)!.explanation;
        const read = JSON.parse(JSON.stringify(event)) as Record<string, unknown>;
        const passes = !filters || compileInlineFilters(filters).value!.passes(read);
        expect(told.result).toBe(passes && compileSimpleDetection(raw).value!.matches(read));
        const decided = told.steps[told.decisive ?? -1];
        expect(decided?.function).toBe(passes ? 'Detection' : 'InlineFilters');
        for (const step of told.steps)
          expect(told.lines).toContainEqual(expect.objectContaining({ line: step.line, ran: true }));
      }),
    );
  });
});

describe('explain of inline filters', () => {
  const body = 'def rule(event):\n    return event.get("a") == "x"\n';

  it('ends with the filter that kept the event from the body', async () => {
    const told = await explain({ account: 'test', a: 'x' }, { inlineFilters: onlyProduction }, body);
    expect(told).toMatchObject({ result: false, decisive: 0 });
    expect(told.steps).toMatchObject([
      { language: 'yaml', function: 'InlineFilters', line: 2, reads: [{ text: 'account', value: '"test"' }] },
    ]);
    expect(told.lines.every(({ language }) => language === 'yaml')).toBe(true);
  });

  it('goes on with the body for an event they let through, in one count of steps', async () => {
    const told = await explain({ account: 'prod', a: 'x' }, { inlineFilters: onlyProduction }, body);
    expect(told.result).toBe(true);
    expect(told.steps.map(({ step, language }) => [step, language])).toEqual(
      told.steps.map((_, index) => [index, index === 0 ? 'yaml' : 'python']),
    );
    expect(told.steps[told.decisive!]).toMatchObject({
      language: 'python',
      line: 2,
      text: 'event.get("a") == "x"',
    });
    expect(told.lines).toContainEqual({ language: 'python', line: 2, ran: true });
  });

  it('tells that a field that is absent passes', async () => {
    const told = await explain({ a: 'x' }, { inlineFilters: onlyProduction }, body);
    expect(told.steps[0]).toMatchObject({ truth: true, reads: [{ text: 'account', value: '(absent)' }] });
  });
});
