import { fullTrust } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DetectEngine } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';

let engine: DetectEngine;
let clock = Date.now();

beforeAll(() => {
  engine = createDetectEngine({ ...quickOptions, clock: () => clock });
});
afterAll(() => engine.close());

const cloudTrail = (fields: object) => ({ p_log_type: 'AWS.CloudTrail', ...fields });
/** One rule with these functions beside `rule` returning True. */
const matching = (functions: string, changes = {}) =>
  pythonRule('Test.Rule', `def rule(event):\n    return True\n\n${functions}`, changes);

async function matchOf(functions: string, event: object = {}, changes = {}) {
  await engine.load(contentOf([matching(functions, changes)]));
  const { matches, errors } = await engine.evaluate(batchOf([cloudTrail(event)]));
  expect(errors).toEqual([]);
  expect(matches).toHaveLength(1);
  return matches[0]!;
}

describe('rule()', () => {
  it('matches events, and says which rule, version and event', async () => {
    await engine.load(
      contentOf([
        pythonRule('A', 'def rule(event):\n    return event["n"] > 1', { versionId: 'v7', trust: fullTrust }),
      ]),
    );
    const evaluation = await engine.evaluate(batchOf([1, 2, 3].map((n) => cloudTrail({ n }))));
    expect(
      evaluation.matches.map(({ ruleId, ruleVersionId, eventIndex }) => [ruleId, ruleVersionId, eventIndex]),
    ).toEqual([
      ['A', 'v7', 1],
      ['A', 'v7', 2],
    ]);
  });

  it('returns anything but a boolean: a rule error, not a match', async () => {
    await engine.load(contentOf([pythonRule('A', 'def rule(event):\n    return event.get("x")')]));
    const { matches, errors } = await engine.evaluate(batchOf([cloudTrail({ x: 'yes' }), cloudTrail({})]));
    expect(matches).toEqual([]);
    expect(errors.map(({ eventIndex, error }) => [eventIndex, error.split(':')[0]])).toEqual([
      [0, 'WrongReturn'],
      [1, 'WrongReturn'],
    ]);
  });

  it('raises: class, message and line are told', async () => {
    await engine.load(contentOf([pythonRule('A', 'def rule(event):\n    return 1 / event["n"] > 0')]));
    const { errors } = await engine.evaluate(batchOf([cloudTrail({ n: 0 })]));
    expect(errors).toMatchObject([
      {
        eventIndex: 0,
        error: 'ZeroDivisionError: division by zero',
        traceback: expect.stringContaining('line 2, in rule'),
      },
    ]);
  });

  it('runs only the rules of the log type, or those selected', async () => {
    const body = 'def rule(event):\n    return True';
    await engine.load(contentOf([pythonRule('A', body), pythonRule('B', body, { logTypes: ['Other.Log'] })]));
    const batch = batchOf([cloudTrail({}), cloudTrail({})]);
    expect((await engine.evaluate(batch)).matches.map((match) => match.ruleId)).toEqual(['A', 'A']);
    const selected = await engine.evaluate({
      ...batch,
      selection: [{ ruleId: 'B', events: new Uint32Array([1]) }],
    });
    expect(selected.matches.map(({ ruleId, eventIndex }) => [ruleId, eventIndex])).toEqual([['B', 1]]);
    const unknown = engine.evaluate({ ...batch, selection: [{ ruleId: 'C', events: new Uint32Array([0]) }] });
    await expect(unknown).rejects.toThrow('"C", which is not loaded');
  });

  it('a scheduled rule may leave rule() out, and has no data model', async () => {
    const model = {
      id: 'M',
      versionId: '1',
      trust: fullTrust,
      enabled: true,
      logTypes: ['AWS.CloudTrail'],
      mappings: [{ name: 'who', path: 'user' }],
    };
    const body = 'def title(event):\n    return str(event.udm("who"))';
    await engine.load(
      contentOf([pythonRule('A', body, { kind: 'SCHEDULED_RULE', logTypes: [] })], { dataModels: [model] }),
    );
    const selection = [{ ruleId: 'A', events: new Uint32Array([0]) }];
    const { matches } = await engine.evaluate({ ...batchOf([cloudTrail({ user: 'ann' })]), selection });
    expect(matches[0]?.title).toBe('None');
  });

  it('a policy alerts on what does not comply, and gets a plain dictionary', async () => {
    const body =
      'def policy(resource):\n    resource["seen"] = True\n    return isinstance(resource, dict) and resource["Encrypted"]';
    await engine.load(contentOf([pythonRule('P', body, { kind: 'POLICY', logTypes: ['AWS.S3.Bucket'] })]));
    const { matches, errors } = await engine.evaluate(
      batchOf([{ Encrypted: true }, { Encrypted: false }], 'AWS.S3.Bucket'),
    );
    expect(errors).toEqual([]);
    expect(matches.map((match) => match.eventIndex)).toEqual([1]);
  });
});

describe('the other functions', () => {
  it('fill the match, in order, with module state between them', async () => {
    const match = await matchOf(
      `
STEPS = []
def title(event):
    STEPS.append('title')
    return 'A title'
def description(event): return STEPS.append('description') or 'D'
def reference(event): return STEPS.append('reference') or 'R'
def severity(event): return STEPS.append('severity') or 'high'
def runbook(event): return STEPS.append('runbook') or 'B'
def destinations(event): return STEPS.append('destinations') or ['one', 'two', 'one']
def dedup(event): return STEPS.append('dedup') or 'key'
def unique(event): return ','.join(STEPS)
def alert_context(event): return {'who': event.get('user'), 'steps': len(STEPS)}`,
      { user: { name: 'ann' } },
    );
    expect(match).toMatchObject({
      title: 'A title',
      description: 'D',
      reference: 'R',
      severity: 'HIGH',
      runbook: 'B',
      destinations: ['one', 'two'],
      dedup: 'key',
      unique: 'title,description,reference,severity,runbook,destinations,dedup',
      contextJson: '{"who": {"name": "ann"}, "steps": 7}',
    });
    expect(match.functionErrors).toBeUndefined();
  });

  it('that fail leave their field to the settings of the rule, and are named', async () => {
    const match = await matchOf(`
def title(event): return 5
def severity(event): return 'terrible'
def description(event): raise ValueError('no')
def dedup(event): raise KeyError('x')
def destinations(event): return 'one'
def alert_context(event): return {'x': float('nan')}`);
    expect(match.functionErrors?.map((entry) => entry.name)).toEqual([
      'title',
      'description',
      'severity',
      'destinations',
      'dedup',
      'alert_context',
    ]);
    expect(match).toMatchObject({ dedup: 'defaultDedupString:Test.Rule' });
    expect(JSON.parse(match.contextJson!)).toHaveProperty('_error');
    for (const field of ['title', 'severity', 'description', 'destinations'] as const)
      expect(match[field]).toBeUndefined();
  });

  it.each([
    ['no dedup, a title', `def title(event): return 'T'`, 'T'],
    ['neither', '', 'defaultDedupString:Test.Rule'],
    [
      'an empty dedup',
      `def title(event): return 'T'\ndef dedup(event): return ''`,
      'defaultDedupString:Test.Rule',
    ],
    ['a title that fails', `def title(event): raise ValueError()`, 'defaultDedupString:Test.Rule'],
  ])('dedup string with %s', async (_name, functions, expected) => {
    expect((await matchOf(functions)).dedup).toBe(expected);
  });

  it('DEFAULT means the severity of the rule; an empty list of destinations is kept', async () => {
    const match = await matchOf(`def severity(event): return 'DEFAULT'\ndef destinations(event): return []`);
    expect(match.severity).toBeUndefined();
    expect(match.destinations).toEqual([]);
  });

  it('are cut at their limits', async () => {
    const match = await matchOf(`
def title(event): return 'x' * 2000
def destinations(event): return [str(n) for n in range(30)]
def alert_context(event): return {'x': 'y' * 300_000}`);
    expect(match.title).toHaveLength(1000);
    expect(match.title?.endsWith('... (truncated)')).toBe(true);
    expect(match.destinations).toHaveLength(10);
    expect(Object.keys(JSON.parse(match.contextJson!) as object)).toEqual(['_error']);
  });

  it('are not run for a rule that makes signals only, but for the context', async () => {
    const functions = `def title(event): raise ValueError()\ndef alert_context(event): return {'a': 1}`;
    const match = await matchOf(functions, {}, { createAlert: false });
    expect(match).toEqual({
      ruleId: 'Test.Rule',
      ruleVersionId: 'Test.Rule-1',
      eventIndex: 0,
      contextJson: '{"a": 1}',
    });
  });
});

describe('the event', () => {
  const check = async (expression: string, event: object = {}) => {
    await engine.load(
      contentOf([
        pythonRule(
          'Test.Rule',
          `from panther_core import PantherEvent\nimport json\ndef rule(event):\n    return ${expression}`,
        ),
      ]),
    );
    const { matches, errors } = await engine.evaluate(batchOf([cloudTrail(event)]));
    expect(errors.map((error) => error.error)).toEqual([]);
    expect(matches).toHaveLength(1);
  };
  const event = {
    Name: 'ann',
    name2: null,
    A: { B: { c: 1 }, list: [{ x: 1 }, { x: 2 }, { x: 1 }] },
    tags: ['a', 'b'],
    one: [{ y: 7 }],
  };

  it.each([
    `event.get('name') == 'ann' and event['NAME'] == 'ann' and 'nAmE' in event`,
    `event.get('missing') is None and event.get('missing', 5) == 5`,
    `event.get('name2', 5) is None and event.deep_get('name2', default=5) == 5`,
    `event.deep_get('a', 'b', 'C') == 1 and event.deep_get('a', 'x', 'c', default='d') == 'd'`,
    `event.deep_walk('a', 'list', 'x') == [1, 2] and event.deep_walk('a', 'list', 'x', return_val='last') == 2`,
    `event.deep_walk('one', 'y') == 7 and event.deep_walk('no', 'y', default='d') == 'd'`,
    `not isinstance(event, dict) and not isinstance(event['tags'], list) and event['tags'] == ['a', 'b']`,
    `event['a']['b'] == {'c': 1} and {'x': 1} in event['a']['list'] and len(event['tags']) == 2`,
    `list(event['A'].keys()) == ['B', 'list'] and dict(event['a']['b'].items()) == {'c': 1}`,
    `isinstance(event.to_dict(), dict) and isinstance(event.to_dict()['A']['list'], list)`,
    `json.loads(json.dumps(event, default=PantherEvent.json_encoder))['tags'] == ['a', 'b']`,
    `str(event['tags']) == "ImmutableList(('a', 'b'))" and f"{event['one']}" == "ImmutableList(({'y': 7},))"`,
    `f"{event['a']['b']}" == "ImmutableCaseInsensitiveDict({'c': 1})" and repr(event).startswith("PantherEvent({")`,
    `event.udm('name') == 'ann' and event.udm('none', default=3) == 3`,
  ])('%s', (expression) => check(expression, event));

  it.each([
    `event['x'] = 1`,
    `event['tags'][0] = 1`,
    `event['A']['B']['c'] = 2`,
    `del event['Name']`,
    `hash(event)`,
  ])('cannot be changed: %s', async (statement) => {
    await engine.load(
      contentOf([pythonRule('Test.Rule', `def rule(event):\n    ${statement}\n    return True`)]),
    );
    const { errors } = await engine.evaluate(batchOf([cloudTrail(event)]));
    expect(errors.map((error) => error.error.split(':')[0])).toEqual(['TypeError']);
  });

  it('finds countries by their names and prints them as the standard does', () =>
    check(
      `[__import__('pycountry').countries.lookup(name).name for name in ('ru', 'russia', 'Syria', 'France')] == ['Russian Federation', 'Russian Federation', 'Syrian Arab Republic', 'France']`,
      {},
    ));

  it('the first of keys that differ in case only wins', () =>
    check(`event.get('KEY') == 1`, { Key: 1, key: 2 }));

  it('has its time as seconds', () =>
    check(`event.event_time_epoch() == 1735689600`, { p_event_time: '2025-01-01 00:00:00.000000000' }));

  it('keeps integers that do not fit a float', async () => {
    await engine.load(
      contentOf([pythonRule('Test.Rule', 'def rule(event):\n    return event["id"] == 9007199254740993')]),
    );
    const json = new TextEncoder().encode('[{"p_log_type":"AWS.CloudTrail","id":9007199254740993}]');
    expect((await engine.evaluate({ logType: 'AWS.CloudTrail', json, count: 1 })).matches).toHaveLength(1);
  });
});

describe('helpers and data models', () => {
  const globals = [
    {
      id: 'test_helpers',
      versionId: '1',
      trust: fullTrust,
      body: 'import test_words\n\ndef is_bad(name):\n    return name in test_words.BAD',
    },
    { id: 'test_words', versionId: '1', trust: fullTrust, body: 'BAD = {"mallory"}' },
  ];
  const dataModels = [
    {
      id: 'M',
      versionId: '1',
      trust: fullTrust,
      enabled: true,
      logTypes: ['AWS.CloudTrail'],
      body: 'def get_kind(event):\n    return {"kind": event["eventName"].lower()}',
      mappings: [
        { name: 'actor', path: '$.who.name' },
        { name: 'first', path: 'list[0].x' },
        { name: 'many', path: 'list[*].x' },
        { name: 'kind', method: 'get_kind' },
      ],
    },
  ];

  it('are imported by name, in any order', async () => {
    const rule = pythonRule(
      'A',
      'from test_helpers import is_bad\ndef rule(event):\n    return is_bad(event.udm("actor"))',
    );
    const report = await engine.load(contentOf([rule], { globals, dataModels }));
    expect(report.rejected).toEqual([]);
    const events = ['ann', 'mallory'].map((name) => cloudTrail({ who: { name } }));
    expect((await engine.evaluate(batchOf(events))).matches.map((match) => match.eventIndex)).toEqual([1]);
  });

  it('map paths and methods', async () => {
    const body = `def rule(event):
    return (event.udm("actor"), event.udm("first"), event.udm("kind")["KIND"], event.udm_path("actor")) == ("a", 1, "go", "who.name")`;
    await engine.load(
      contentOf(
        [pythonRule('A', body), pythonRule('B', 'def rule(event):\n    return event.udm("many") == 1')],
        { dataModels },
      ),
    );
    const { matches, errors } = await engine.evaluate(
      batchOf([cloudTrail({ who: { name: 'a' }, list: [{ x: 1 }, { x: 2 }], eventName: 'GO' })]),
    );
    expect(matches.map((match) => match.ruleId)).toEqual(['A']);
    expect(errors).toMatchObject([{ ruleId: 'B', error: expect.stringContaining('found 2 values') }]);
  });

  it('a helper that changes is new for every rule that imports it', async () => {
    const rule = pythonRule(
      'A',
      'from test_helpers import is_bad\ndef rule(event):\n    return is_bad("eve")',
    );
    await engine.load(contentOf([rule], { globals }));
    expect((await engine.evaluate(batchOf([cloudTrail({})]))).matches).toHaveLength(0);
    const changed = globals.map((entry) =>
      entry.id === 'test_words' ? { ...entry, body: 'BAD = {"eve"}' } : entry,
    );
    await engine.load(contentOf([rule], { globals: changed }));
    expect((await engine.evaluate(batchOf([cloudTrail({})]))).matches).toHaveLength(1);
  });

  it('what does not load is reported with its line; the rest runs', async () => {
    const rules = [
      pythonRule('Broken.Syntax', 'def rule(event):\n    return ('),
      pythonRule('Broken.Import', 'import no_such_module\ndef rule(event):\n    return True'),
      pythonRule('Broken.Function', 'def rules(event):\n    return True'),
      pythonRule('Good', 'def rule(event):\n    return True'),
    ];
    const report = await engine.load(
      contentOf(rules, { globals: [{ id: 'g', versionId: '1', trust: fullTrust, body: 'x = 1\ny = z' }] }),
    );
    expect(report.loadedRules).toBe(1);
    expect(report.rejected).toMatchObject([
      { id: 'g', kind: 'global', error: "NameError: name 'z' is not defined", line: 2 },
      { id: 'Broken.Syntax', error: expect.stringMatching(/^SyntaxError/), line: 2, column: 12 },
      { id: 'Broken.Import', error: "ModuleNotFoundError: No module named 'no_such_module'", line: 1 },
      { id: 'Broken.Function', error: 'ImportError: the body has no function rule(event)' },
    ]);
    expect((await engine.evaluate(batchOf([cloudTrail({})]))).matches.map((match) => match.ruleId)).toEqual([
      'Good',
    ]);
  });

  it('the cache counts across events and batches', async () => {
    const body = `from panther_detection_helpers.caching import increment_counter, put_string_set, get_string_set, evaluate_threshold
def rule(event):
    put_string_set("names", ["a", "b"], 60)
    return increment_counter("key", 1, 60) >= 3 and get_string_set("names") == {"a", "b"}`;
    await engine.load(contentOf([pythonRule('A', body)]));
    const batch = batchOf([cloudTrail({}), cloudTrail({})]);
    clock = Date.now(); // expiries are reckoned by Python's clock, which is the real one
    expect((await engine.evaluate(batch)).matches).toHaveLength(0);
    expect((await engine.evaluate(batch)).matches).toHaveLength(2);
    clock += 120_000;
    expect((await engine.evaluate(batch)).matches).toHaveLength(0);
  });
});

describe('unit tests', () => {
  const test = (
    name: string,
    resource: object,
    expectedResult = true,
    mocks: { objectName: string; returnValue: string }[] = [],
  ) => ({
    name,
    expectedResult,
    resource: JSON.stringify(resource),
    mocks,
  });

  it('run unsaved rules, with mocks that the next test does not see', async () => {
    const body = `from unittest.mock import MagicMock
import json
def names(): return '["eve"]'
def is_on(): return False
def rule(event):
    if isinstance(names, MagicMock):
        return is_on() and event.get("name") in json.loads(names())
    return event.get("name") == "real"
def title(event): return "T"`;
    const mocks = [
      { objectName: 'names', returnValue: '["ann"]' },
      { objectName: 'is_on', returnValue: 'true' },
    ];
    const results = await engine.test({
      rules: [
        {
          rule: pythonRule('A', body),
          tests: [
            test('mocked', { name: 'ann' }, true, mocks),
            test('real', { name: 'real' }),
            test('no', { name: 'x' }, false),
          ],
        },
      ],
    });
    expect(results.map(({ testName, passed, result }) => [testName, passed, result])).toEqual([
      ['mocked', true, true],
      ['real', true, true],
      ['no', true, false],
    ]);
    expect(results[0]?.functions).toMatchObject({
      detection: { output: 'true', error: null },
      title: { output: 'T' },
    });
  });

  it('an alerting test fails when any function fails; the others need only the result', async () => {
    const body =
      'def rule(event):\n    return event["x"]\ndef title(event):\n    raise ValueError("no title")';
    const results = await engine.test({
      rules: [
        {
          rule: pythonRule('A', body),
          tests: [
            test('alert', { x: true }),
            test('surprise', { x: true }, false),
            test('quiet', { x: false }, false),
          ],
        },
      ],
    });
    expect(results.map((result) => result.passed)).toEqual([false, false, true]);
    expect(results[0]?.functions.title).toMatchObject({ output: null, error: 'ValueError: no title' });
  });

  it('a policy passes its failing test only when its functions work', async () => {
    const rule = pythonRule('P', 'def policy(resource):\n    return resource["ok"]', {
      kind: 'POLICY',
      logTypes: [],
    });
    const results = await engine.test({
      rules: [{ rule, tests: [test('fails', { ok: false }, false), test('passes', { ok: true })] }],
    });
    expect(results.map(({ passed, triggersAlert }) => [passed, triggersAlert])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('say why they could not run', async () => {
    const results = await engine.test({
      rules: [
        { rule: pythonRule('A', 'def rule(event):\n  return ('), tests: [test('broken', {})] },
        {
          rule: pythonRule('B', 'def rule(event):\n    return True'),
          tests: [test('mock', {}, true, [{ objectName: 'nope', returnValue: 'x' }])],
        },
      ],
    });
    expect(results[0]).toMatchObject({
      passed: false,
      error: expect.stringMatching(/^SyntaxError/),
      line: 2,
    });
    expect(results[1]).toMatchObject({
      passed: false,
      error: "AttributeError: the body has no name 'nope' to mock",
    });
  });

  it('do not reach the rules at work', async () => {
    await engine.load(
      contentOf([pythonRule('A', 'import json\ndef rule(event):\n    return json.dumps({}) == "{}"')]),
    );
    const meddler = pythonRule(
      'M',
      'import json\njson.dumps = lambda *a, **k: "meddled"\ndef rule(event):\n    return True',
    );
    await engine.test({ rules: [{ rule: meddler, tests: [test('one', {})] }] });
    expect((await engine.evaluate(batchOf([cloudTrail({})]))).matches).toHaveLength(1);
  });
});

describe('check', () => {
  it('gives the place of a mistake', async () => {
    expect(await engine.check('def rule(event)\n    return True', 'RULE')).toMatchObject([
      { severity: 'error', code: 'SyntaxError', line: 1, column: 16 },
    ]);
    expect(await engine.check('def rule(event):\n  x = 1\n   y = 2', 'RULE')).toMatchObject([
      { code: 'IndentationError', line: 3 },
    ]);
    expect(await engine.check('def rule(event):\n    return True', 'RULE')).toEqual([]);
  });

  it('asks for the function of the kind', async () => {
    expect(await engine.check('x = 1', 'POLICY')).toMatchObject([{ code: 'MissingFunction' }]);
    expect(await engine.check('x = 1', 'GLOBAL')).toEqual([]);
    expect(await engine.check('def rule(a, b):\n    return True', 'RULE')).toMatchObject([
      { code: 'WrongArguments' },
    ]);
  });

  it('survives a body no parser can hold', async () => {
    expect(await engine.check(`x = ${'('.repeat(5000)}`, 'RULE')).toMatchObject([{ severity: 'error' }]);
    expect(await engine.check('x = 1', 'GLOBAL')).toEqual([]);
  });
});

describe('the life of the engine', () => {
  const always = (id: string, versionId = '1') =>
    pythonRule(id, 'def rule(event):\n    return True', { versionId });
  const batch = batchOf([cloudTrail({})]);

  it('hands over between batches; each evaluation is of one revision', async () => {
    await engine.load(contentOf([always('old')], { revision: 10 }));
    const during = Array.from({ length: 20 }, () => engine.evaluate(batch));
    const loading = engine.load(contentOf([always('new')], { revision: 11 }));
    const evaluations = [...(await Promise.all(during)), await engine.evaluate(batch)];
    await loading;
    evaluations.push(await engine.evaluate(batch));
    for (const { revision, matches } of evaluations)
      expect(matches.map((match) => match.ruleId)).toEqual([revision === 10 ? 'old' : 'new']);
    expect(evaluations.at(-1)?.revision).toBe(11);
    await expect(engine.load(contentOf([], { revision: 9 }))).rejects.toThrow('older than revision 11');
  });

  it('tells which events the rules want, anew for each content', async () => {
    const wants = (id: string, value: string, logTypes: string[]) =>
      pythonRule(id, `def rule(event):\n    return event.get("a") == "${value}"`, { logTypes });
    const everything = pythonRule('C', 'def rule(event):\n    return True', { logTypes: ['U'] });
    const rules = [wants('A', 'x', ['T', 'U']), wants('B', 'y', ['T']), everything];
    await engine.load(contentOf(rules, { revision: 11 }));
    const filters = engine.eventFilters();
    const path = { keys: ['a'], isExact: false };
    expect([...(filters ?? [])]).toEqual([
      ['T', ['x', 'y'].map((value) => ({ path, is: { in: [value] }, isNegated: false }))],
    ]);
    expect(engine.eventFilters()).toBe(filters);
    await engine.load(contentOf([wants('A', 'z', ['U'])], { revision: 12 }));
    expect([...(engine.eventFilters()?.keys() ?? [])]).toEqual(['U']);
    const unfiltered = createDetectEngine({ ...quickOptions, prefilter: false });
    await unfiltered.load(contentOf([]));
    expect(unfiltered.eventFilters()).toBeUndefined();
    await unfiltered.close();
  });

  it('pauses a rule after three time-outs, until its time is up or it changes', async () => {
    const slow = (versionId: string) =>
      pythonRule('slow', 'def rule(event):\n    while event.get("hang"):\n        pass\n    return True', {
        versionId,
      });
    const hanging = batchOf([1, 1, 1, 1, 1, 0].map((hang) => cloudTrail({ hang })));
    await engine.load(contentOf([slow('1'), always('other')], { revision: 12 }));
    const first = await engine.evaluate(hanging);
    expect(first.errors.map((error) => error.eventIndex)).toEqual([0, 1, 2, -1]);
    expect(first.matches.filter((match) => match.ruleId === 'other')).toHaveLength(6);
    expect(engine.paused()).toMatchObject([{ ruleId: 'slow', ruleVersionId: '1' }]);
    const second = await engine.evaluate(batch);
    expect(second.skipped).toMatchObject([{ ruleId: 'slow', reason: 'paused', events: 1 }]);
    await engine.load(contentOf([slow('2')], { revision: 13 }));
    expect((await engine.evaluate(batch)).matches).toHaveLength(1);
    await engine.evaluate(hanging);
    clock += 61 * 60 * 1000;
    expect((await engine.evaluate(batch)).matches).toHaveLength(1);
  });

  it('starts the process again when it dies, and loses no batch', async () => {
    await engine.load(contentOf([always('A')], { revision: 14 }));
    const before = engine.status().restarts;
    const running = Array.from({ length: 5 }, () => engine.evaluate(batch));
    process.kill(engine.status().processIds[0]!, 'SIGKILL');
    for (const { matches } of await Promise.all(running)) expect(matches).toHaveLength(1);
    expect((await engine.evaluate(batch)).matches).toHaveLength(1);
    expect(engine.status().restarts).toBe(before + 1);
  });

  it('replaces a worker whose memory has grown', async () => {
    const small = createDetectEngine({ ...quickOptions, memoryLimitBytes: 128 * 1024 * 1024 });
    // Five times this much would pass the limit, were the module's state not thrown away with its worker.
    const greedy = pythonRule(
      'A',
      'HOARD = []\ndef rule(event):\n    HOARD.append(bytearray(30_000_000))\n    return True',
    );
    await small.load(contentOf([greedy]));
    const told: string[] = [];
    for (let round = 0; round < 6; round++) {
      const { matches, errors } = await small.evaluate(batch);
      expect(matches).toHaveLength(1);
      told.push(...errors.map(({ error }) => error));
    }
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((error) => !/^MemoryError: the rule took \d+ MB more/.test(error))).toEqual([]);
    expect(small.status().restarts).toBe(0);
    await small.close();
  });

  it('says what is missing', async () => {
    const fresh = createDetectEngine(quickOptions);
    await expect(fresh.evaluate(batch)).rejects.toThrow('No detections are loaded yet');
    await fresh.close();
    await expect(fresh.evaluate(batch)).rejects.toThrow('closed');
    await expect(engine.evaluate({ ...batch, count: 2 })).rejects.toThrow('says it holds 2 events');
    await expect(engine.evaluate({ ...batch, events: [] })).rejects.toThrow('0 parsed ones were given');
    const broken = new TextEncoder().encode('[{"a" 1}]');
    await expect(engine.evaluate({ ...batch, json: broken })).rejects.toThrow('not well-formed JSON');
  });
});
