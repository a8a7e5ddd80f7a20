import type { PythonRule, UnitTest } from '@margay/model';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createDetectEngine } from '../engine.ts';
import { pythonRule } from '../testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from '../testing/events.ts';
import { events, inlineFilters, simpleDetections } from '../testing/simple-arbitraries.ts';

const engine = createDetectEngine(quickOptions);
const plain = createDetectEngine({ ...quickOptions, prefilter: false });
afterAll(() => Promise.all([engine.close(), plain.close()]));
afterEach(() => vi.restoreAllMocks());

const isX = [{ Key: 'a', Condition: 'Equals', Value: 'x' }];
const onlyB = [{ KeyPath: 'b', Condition: 'Equals', Value: 1 }];
const pythonX = 'def rule(event):\n    return event.get("a") == "x"';

let revision = 0;
const load = (rules: PythonRule[], where = engine) => where.load(contentOf(rules, { revision: ++revision }));

function simpleRule(id: string, detection: object[] = isX, changes: Partial<PythonRule> = {}): PythonRule {
  return pythonRule(id, '', { simple: { detection }, ...changes });
}

const alertKeys = {
  alertTitle: '{a} by {user}',
  alertContext: [{ KeyName: 'who', KeyValue: { Key: 'user' } }],
  groupBy: [{ Key: 'a' }, { Key: 'user' }],
  dynamicSeverities: [{ ChangeTo: 'High', Conditions: [{ Key: 'user', Condition: 'Exists' }] }],
};

describe('simple rules', () => {
  it('match like Python ones, beside them', async () => {
    const report = await load([
      simpleRule('S', isX, { versionId: 'v2', simple: { detection: isX, ...alertKeys } }),
      pythonRule('P', pythonX),
    ]);
    expect(report).toMatchObject({ loadedRules: 2, rejected: [], prefilteredRules: 2 });
    const { matches, errors, perRule } = await engine.evaluate(
      batchOf([{ a: 'y' }, { a: 'x', user: 'ann' }, { A: 'x' }]),
    );
    expect(errors).toEqual([]);
    expect(matches.filter(({ ruleId }) => ruleId === 'S')).toEqual([
      {
        ruleId: 'S',
        ruleVersionId: 'v2',
        eventIndex: 1,
        title: 'x by ann',
        dedup: '["x","ann"]',
        severity: 'HIGH',
        contextJson: '{"who":"ann"}',
      },
      {
        ruleId: 'S',
        ruleVersionId: 'v2',
        eventIndex: 2,
        title: 'x by ',
        dedup: '["x",null]',
        contextJson: '{"who":null}',
      },
    ]);
    expect(matches.filter(({ ruleId }) => ruleId === 'P').map(({ eventIndex }) => eventIndex)).toEqual([
      1, 2,
    ]);
    expect(perRule.map(({ ruleId, events: count }) => [ruleId, count])).toEqual([
      ['S', 2],
      ['P', 2],
    ]);
  });

  it('fall back to the title, then to the default, for the dedup string', async () => {
    await load([
      simpleRule('Titled', isX, { simple: { detection: isX, alertTitle: 'T {a}' } }),
      simpleRule('Empty', isX, { simple: { detection: isX, alertTitle: '{none}' } }),
      simpleRule('Signal', isX, { createAlert: false, simple: { detection: isX, ...alertKeys } }),
    ]);
    const { matches } = await engine.evaluate(batchOf([{ a: 'x' }]));
    expect(matches).toEqual([
      { ruleId: 'Titled', ruleVersionId: 'Titled-1', eventIndex: 0, title: 'T x', dedup: 'T x' },
      {
        ruleId: 'Empty',
        ruleVersionId: 'Empty-1',
        eventIndex: 0,
        title: '',
        dedup: 'defaultDedupString:Empty',
      },
      { ruleId: 'Signal', ruleVersionId: 'Signal-1', eventIndex: 0, contextJson: '{"who":null}' },
    ]);
  });

  it('are cut to the limits of Python functions', async () => {
    await load([simpleRule('S', isX, { simple: { detection: isX, ...alertKeys } })]);
    const { matches } = await engine.evaluate(batchOf([{ a: 'x', user: '🦊'.repeat(100_000) }]));
    const [{ title, dedup, contextJson } = {}] = matches;
    expect([...title!]).toHaveLength(1000);
    expect([...dedup!]).toHaveLength(1000);
    expect(title).toMatch(/🦊\.\.\. \(truncated\)$/u);
    expect(JSON.parse((await longContext()) ?? '')).toEqual({
      _error: expect.stringContaining('at most 204800'),
    });
    expect(contextJson!.length).toBeLessThanOrEqual(204_800);

    async function longContext() {
      const long = await engine.evaluate(batchOf([{ a: 'x', user: 'u'.repeat(204_800) }]));
      return long.matches[0]?.contextJson;
    }
  });

  it('keep the digits of numbers beyond 2^53', async () => {
    const equals = [{ Key: 'n', Condition: 'Equals', Value: 9007199254740993n }];
    await load([simpleRule('S', equals, { simple: { detection: equals, alertTitle: '{n}' } })]);
    const json = new TextEncoder().encode('[{"n":9007199254740993},{"n":9007199254740992}]');
    const { matches } = await engine.evaluate({ logType: 'AWS.CloudTrail', json, count: 2 });
    expect(matches.map(({ eventIndex, title }) => [eventIndex, title])).toEqual([[0, '9007199254740993']]);
  });

  it('tell of events nested too deep, and judge the others', async () => {
    const deep = `{"a":"x","d":${'['.repeat(300)}9007199254740993${']'.repeat(300)}}`;
    await load([simpleRule('S'), pythonRule('P', pythonX)]);
    const json = new TextEncoder().encode(`[${deep},{"a":"x"}]`);
    const { matches, errors } = await engine.evaluate({ logType: 'AWS.CloudTrail', json, count: 2 });
    expect(errors.map(({ ruleId, eventIndex }) => [ruleId, eventIndex])).toEqual([
      ['S', 0],
      ['P', 0],
    ]);
    expect(matches.map(({ ruleId, eventIndex }) => [ruleId, eventIndex])).toEqual([
      ['S', 1],
      ['P', 1],
    ]);
  });

  it('may be scheduled, and selected', async () => {
    await load([simpleRule('S', [{ Condition: 'AlwaysTrue' }], { logTypes: [] })]);
    const selection = [{ ruleId: 'S', events: new Uint32Array([1]) }];
    const { matches } = await engine.evaluate({ ...batchOf([{}, {}, {}]), selection });
    expect(matches.map(({ eventIndex }) => eventIndex)).toEqual([1]);
  });

  it('that cannot be read are rejected with code and place; the others run', async () => {
    const { rejected, loadedRules } = await load([
      simpleRule('Bad', [...isX, { Key: 'a', Condition: 'Equal', Value: 1 }, {}]),
      pythonRule('Filtered', pythonX, { inlineFilters: [{ KeyPath: 'a', Condition: 'Exists' }] }),
      simpleRule('Policy', isX, { kind: 'POLICY' }),
      simpleRule('Good'),
    ]);
    expect(loadedRules).toBe(1);
    expect(rejected).toMatchObject([
      {
        id: 'Bad',
        kind: 'rule',
        field: 'Detection[1].Condition',
        error:
          'SD00200012: Detection[1].Condition: There is no condition "Equal". Did you mean Equals? (1 more)',
      },
      { id: 'Filtered', field: 'InlineFilters[0].Condition', error: expect.stringContaining('SD00200016') },
      { id: 'Policy', field: 'Detection', error: expect.stringContaining('SD00100003') },
    ]);
    const { matches, skipped } = await engine.evaluate(batchOf([{ a: 'x' }]));
    expect(matches.map(({ ruleId }) => ruleId)).toEqual(['Good']);
    expect(skipped.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ['Bad', 'rejected'],
      ['Filtered', 'rejected'],
      ['Policy', 'rejected'],
    ]);
  });
});

describe('inline filters', () => {
  it('keep events from rules of either sort, before the body runs', async () => {
    const raising =
      'def rule(event):\n    assert event.get("b") in (1, None), "seen"\n    return event.get("a") == "x"';
    const rules = [
      pythonRule('P', raising, { inlineFilters: onlyB }),
      simpleRule('S', isX, { inlineFilters: onlyB }),
    ];
    const batch = batchOf([
      { a: 'x', b: 1 },
      { a: 'x', b: 2 },
      { a: 'x' },
      { a: 'y', b: 1 },
      { a: 'x', b: null },
    ]);
    for (const where of [engine, plain]) {
      await load(rules, where);
      const { matches, errors, perRule } = await where.evaluate(batch);
      expect(errors).toEqual([]);
      for (const id of ['P', 'S'])
        expect(matches.filter(({ ruleId }) => ruleId === id).map(({ eventIndex }) => eventIndex)).toEqual([
          0, 2,
        ]);
      if (where === plain) expect(perRule.map(({ events: count }) => count)).toEqual([3, 3]);
    }
  });

  it('teach nothing about the body: the same values may match elsewhere', async () => {
    await load([
      pythonRule('P', 'def rule(event):\n    return len(event.get("a", "")) == 1', { inlineFilters: onlyB }),
    ]);
    const seen = async (event: object) => (await engine.evaluate(batchOf([event]))).matches.length;
    expect(await seen({ a: 'x', b: 2 })).toBe(0);
    expect(await seen({ a: 'x', b: 1 })).toBe(1);
  });

  it('that are empty change nothing', async () => {
    await load([pythonRule('P', pythonX, { inlineFilters: [{ All: [] }] })]);
    expect((await engine.evaluate(batchOf([{ a: 'x' }]))).matches).toHaveLength(1);
  });

  it('and simple rules give the same with and without the index', async () => {
    const rule = fc.record({
      simple: simpleDetections,
      filters: fc.option(inlineFilters, { nil: undefined }),
    });
    const lists = fc.tuple(
      fc.array(rule, { minLength: 30, maxLength: 30 }),
      fc.array(events, { minLength: 50, maxLength: 50 }),
    );
    await fc.assert(
      fc.asyncProperty(lists, async ([rules, list]) => {
        const content = rules.map(({ simple, filters }, number) =>
          simpleRule(String(number), isX, { simple, inlineFilters: filters }),
        );
        await Promise.all([load(content), load(content, plain)]);
        const [narrowed, all] = await Promise.all(
          [engine, plain].map((where) => where.evaluate(batchOf(list))),
        );
        expect(narrowed!.matches).toEqual(all!.matches);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});

describe('a batch', () => {
  it('is parsed once for prefilter, filters and simple rules, and not at all where it came parsed', async () => {
    await load([simpleRule('S'), pythonRule('P', pythonX, { inlineFilters: onlyB })]);
    const list = [{ a: 'x', b: 1 }, { a: 'y' }];
    const batch = batchOf(list);
    const parse = vi.spyOn(JSON, 'parse');
    const parsings = () =>
      list.map(({ a }) => parse.mock.calls.filter(([given]) => given.includes(`"a":"${a}"`)).length);
    await engine.evaluate(batch);
    expect(parsings()).toEqual([1, 1]);
    const { matches } = await engine.evaluate({ ...batch, events: list });
    expect(parsings()).toEqual([1, 1]);
    expect(matches).toHaveLength(2);
  });
});

describe('unit tests', () => {
  const test = (name: string, expectedResult: boolean, event: unknown): UnitTest => ({
    name,
    expectedResult,
    mocks: [{ objectName: 'nothing', returnValue: 'x' }],
    resource: typeof event === 'string' ? event : JSON.stringify(event),
  });

  it('of simple rules tell what each function gave, and ignore mocks', async () => {
    const rule = simpleRule('S', isX, { simple: { detection: isX, ...alertKeys } });
    const tests = [
      test('hit', true, { a: 'x', user: 'ann' }),
      test('miss', false, { a: 'y' }),
      test('wrong', true, {}),
    ];
    const results = await engine.test({ rules: [{ rule, tests }] });
    expect(results.map(({ passed, result, triggersAlert }) => [passed, result, triggersAlert])).toEqual([
      [true, true, true],
      [true, false, false],
      [false, false, false],
    ]);
    const said = (output: string) => ({ output, error: null });
    expect(results[0]).toMatchObject({ ruleId: 'S', testName: 'hit', error: null, output: '' });
    expect(results[0]!.functions).toEqual({
      detection: said('true'),
      title: said('x by ann'),
      severity: said('HIGH'),
      dedup: said('["x","ann"]'),
      alert_context: said('{"who":"ann"}'),
    });
    expect(results[1]!.functions).toEqual({ detection: said('false') });
  });

  it('of signals tell of detection and context only', async () => {
    const rule = simpleRule('S', isX, { createAlert: false, simple: { detection: isX, ...alertKeys } });
    const [result] = await engine.test({ rules: [{ rule, tests: [test('hit', true, { a: 'x' })] }] });
    expect(Object.keys(result!.functions)).toEqual(['detection', 'alert_context']);
    expect(result).toMatchObject({ passed: true, triggersAlert: false });
  });

  it('apply inline filters, and keep the order asked for', async () => {
    const tests = [
      { ...test('filtered', false, { a: 'x', b: 2 }), mocks: [] },
      { ...test('through', true, { a: 'x', b: 1 }), mocks: [] },
      { ...test('filtered too', true, { a: 'x', b: 3 }), mocks: [] },
    ];
    const rules = [
      { rule: pythonRule('P', `import json\n${pythonX}`, { inlineFilters: onlyB }), tests },
      { rule: simpleRule('S', isX, { inlineFilters: onlyB }), tests },
      { rule: pythonRule('Q', pythonX), tests: tests.slice(1, 2) },
    ];
    const results = await engine.test({ rules });
    expect(results.map(({ ruleId, testName, passed, result }) => [ruleId, testName, passed, result])).toEqual(
      [
        ...['P', 'S'].flatMap((id) => [
          [id, 'filtered', true, false],
          [id, 'through', true, true],
          [id, 'filtered too', false, false],
        ]),
        ['Q', 'through', true, true],
      ],
    );
  });

  it('say why they could not run', async () => {
    const good = simpleRule('S');
    const bad = simpleRule('B', [{ Key: 'a', Condition: 'Equals' }]);
    const badFilter = pythonRule('F', pythonX, {
      inlineFilters: [{ Key: 'a', Condition: 'Equals', Value: 1 }],
    });
    const results = await engine.test({
      rules: [
        { rule: good, tests: [test('list', false, []), test('text', false, '{"a"')] },
        { rule: bad, tests: [test('any', false, {})] },
        { rule: badFilter, tests: [test('any', false, {})] },
      ],
    });
    expect(results.map(({ passed, error }) => [passed, error?.slice(0, 45)])).toEqual([
      [false, 'ValueError: the test event is a list; it must'],
      [false, 'ValueError: the test event is not well-formed'],
      [false, expect.stringContaining('SD00200005: Detection[0].Value')],
      [false, expect.stringContaining('SD00200016: InlineFilters[0].Key')],
    ]);
  });
});
