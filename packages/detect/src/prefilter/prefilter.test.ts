import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { corpusPath } from '@margay/kit/testing';
import { fullTrust, type DataModel } from '@margay/model';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { EventBatch } from '../contract.ts';
import { createDetectEngine } from '../engine.ts';
import { ChildHost } from '../host/child-host.ts';
import { cloudTrailRules, pythonRule } from '../testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions, withStarts } from '../testing/events.ts';
import { compilePrefilter } from './compile.ts';
import type { Condition } from './condition.ts';
import { compileEventFilter } from './event-filter.ts';

const plain = createDetectEngine({ ...quickOptions, prefilter: false });
const filtered = createDetectEngine({ ...quickOptions, prefilter: true });
afterAll(() => Promise.all([plain.close(), filtered.close()]));

/** Rules in every manner the analysis understands, and in some it must not. */
const bodies: string[] = [
  'def rule(event):\n    return event.get("a") == "x"',
  'def rule(event):\n    return event.get("a", "x") != "x"',
  'def rule(event):\n    return event["a"] == "x" and event["b"] == "y"',
  'def rule(event):\n    return event.get("a")',
  'def rule(event):\n    return event.get("a") and event.get("b") == "y"',
  'def rule(event):\n    return event.get("b") == "y" or event.get("a")',
  'def rule(event):\n    return not event.get("a")',
  'def rule(event):\n    return bool(event.get("a")) and "y" in event',
  'def rule(event):\n    return event.get("a") in ("x", "y", None, 1)',
  'def rule(event):\n    return event.get("a") in {"x", "y"}',
  'def rule(event):\n    return event.get("a") not in ["x", "y"]',
  'def rule(event):\n    return "x" in event.get("a", "")',
  'def rule(event):\n    return "x" not in event.get("a", [])',
  'def rule(event):\n    return event.get("a", "").startswith(("x", "y"))',
  'def rule(event):\n    return event.deep_get("b", "a", default="x").endswith("x")',
  'def rule(event):\n    return event.deep_get("b", "a") is None',
  'def rule(event):\n    return event.get("a") is None and event.get("b") is not None',
  'def rule(event):\n    return event.get("b", {}).get("a") == "x"',
  'def rule(event):\n    return event.get("b").get("a", "y") == "y"',
  'def rule(event):\n    return event.get("a") == 1',
  'def rule(event):\n    return event.get("a") == True and event.get("b") is True',
  'def rule(event):\n    return event.get("a") == None',
  'def rule(event):\n    if event.get("a") != "x":\n        return False\n    return event["b"]',
  'def rule(event):\n    if event.get("a") == "x":\n        return event.get("b") == "y"\n    elif event.get("b") == "y":\n        return True\n    return False',
  'def rule(event):\n    if event.get("a") == "x":\n        return True',
  'def rule(event):\n    name = event.get("a", "")\n    if name == "x":\n        name = "z"\n    return name == "z"',
  'def rule(event):\n    name = "x"\n    if event.get("b"):\n        name = "y"\n    return event.get("a") == name',
  'def rule(event):\n    if event.get("b"):\n        name = "y"\n    return event.get("a") == name',
  'NAMES = ["x", "y"]\ndef rule(event):\n    return event.get("a") in NAMES',
  'NAMES = ["x"]\nNAMES.append("y")\ndef rule(event):\n    return event.get("a") in NAMES',
  'NAME = "x"\ndef rule(event):\n    global NAME\n    NAME = event.get("a") or NAME\n    return event.get("a") == NAME',
  'NAME = "x"\nif NAME:\n    NAME = "y"\ndef rule(event):\n    return event.get("a") == NAME',
  'COUNT = []\ndef rule(event):\n    COUNT.append(1)\n    return event.get("a") == "x" and len(COUNT) > 3',
  'def is_x(event, key="a"):\n    """Whether it is x."""\n    return event.get(key) == "x"\ndef rule(event):\n    return is_x(event) and not is_x(event, key="b")',
  'def kind(event):\n    if event.get("a") == "x":\n        return "one"\n    return None\ndef rule(event):\n    return kind(event) == "one"',
  'def kind(event):\n    if event.get("a") == "x":\n        return True\ndef rule(event):\n    if not kind(event):\n        return False\n    return event.get("b") == "y"',
  'from test_helper import is_listed\ndef rule(event):\n    return is_listed(event.get("a")) and event.get("b") != 1',
  'import test_helper\ndef rule(event):\n    if not test_helper.is_listed(event["a"]):\n        return False\n    return event.get("b") in ("y", [])',
  'def rule(event):\n    return any(event.get("a") == name for name in ("x", "y"))',
  'def rule(event):\n    return all([event.get("a") == "x", event["b"] == "y"])',
  'def rule(event):\n    return any(name in event.get("a") for name in ["x", "q"])',
  'def rule(event):\n    return event.get("a") == "x" if event.get("b") else event["a"] == "y"',
  'def rule(event):\n    try:\n        return event["a"] == "x"\n    except KeyError:\n        return True',
  'def rule(event):\n    for key in ("a", "b"):\n        if event.get(key) == "x":\n            return True\n    return False',
  'def rule(event):\n    return event.udm("who") == "x"',
  'def rule(event):\n    return event.udm("method") == "x" and event.get("a") == "x"',
  'def rule(event):\n    return event.udm("none", default="x") == "x" and event.get("a") != "x"',
  'def rule(event):\n    return event.udm("list") == "x"',
  'def rule(event):\n    event = event.get("b")\n    return event.get("a") == "x"',
  'def rule(event):\n    return (found := event.get("a")) == "x" and found == event.get("b")',
  'def rule(event):\n    return "x" < event.get("a", "") and event.get("b") == "y"',
  'def rule(event):\n    return event.get("a").lower() == "x"',
  'def rule(event):\n    return f"{event.get(\'a\')}-" == "x-" or event.get("b") == "x"',
  'rule = lambda event: event.get("a") == "x"',
  'def rule(event):\n    return event.get("a") == "x"\ndef rule(event):\n    return event.get("a") == "y"',
  'def twice(function):\n    return lambda event: not function(event)\n@twice\ndef rule(event):\n    return event.get("a") == "x"',
  'def rule(event):\n    return 5',
  'def rule(event):\n    if event.get("a") == "x":\n        raise ValueError(event.get("b"))\n    return False',
  'def rule(event):\n    return event.get("a") == 9007199254740993',
  'import re\nSOME = re.compile("^(x|y)$", re.I)\ndef rule(event):\n    return bool(SOME.search(event.get("a") or ""))',
  'import re\ndef name_of(event):\n    return (event.get("b") or {}).get("a") or event.get("a")\ndef rule(event):\n    return re.match("x", name_of(event)) is not None',
  'from fnmatch import fnmatch\ndef rule(event):\n    return fnmatch(event["a"], "x*") or "b" not in event',
  'def rule(event):\n    try:\n        return event["b"]["a"].upper() == "X"\n    except (KeyError, TypeError):\n        return event.get("a") == "y"',
  'SEEN = {}\ndef rule(event):\n    SEEN[event.get("a") if isinstance(event.get("a"), str) else ""] = 1\n    return len(SEEN) > 2',
  'SEEN = []\ndef note(name):\n    SEEN.append(name)\n    return len(SEEN) % 2 == 0\ndef rule(event):\n    return note(event.get("a"))',
  'import itertools\nTURNS = itertools.count()\ndef rule(event):\n    return next(TURNS) % 2 == 0 and event.get("a") == "x"',
  'def rule(event):\n    copy = event\n    return len(copy) > 2',
  'def size(event):\n    return len(str(event.get("a")))\ndef rule(event):\n    return size(event) == 3',
  'def rule(event):\n    for key in event:\n        if key == "b":\n            return True\n    return event.get("a", "") == ""',
];
const globals = [
  {
    id: 'test_helper',
    versionId: '1',
    trust: fullTrust,
    body: 'LISTED = {"x", "y"}\ndef is_listed(value):\n    return value in LISTED',
  },
];
const dataModels: DataModel[] = [
  {
    id: 'M',
    versionId: '1',
    trust: fullTrust,
    enabled: true,
    logTypes: ['AWS.CloudTrail'],
    body: 'def method(event):\n    return event["a"]',
    mappings: [
      { name: 'who', path: '$.b.a' },
      { name: 'list', path: 'b[*]' },
      { name: 'method', method: 'method' },
    ],
  },
];
const rules = bodies.map((body, index) => pythonRule(`Test.${String(index).padStart(2, '0')}`, body));

/** Everything but the timings; in an order of its own. */
async function outcome(engine: typeof plain, batch: EventBatch) {
  const { matches, errors } = await engine.evaluate(batch);
  return [...matches, ...errors].map((entry) => JSON.stringify(entry)).toSorted();
}

describe('with and without the prefilter, the same', () => {
  const scalar = fc.constantFrom<unknown>('x', 'y', 'xy', '', null, 0, 1, true, false, 2.5, 'X');
  const value = fc.oneof(
    { weight: 6, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'A'), scalar, { maxKeys: 2 }) },
  );
  const event = fc
    .dictionary(fc.constantFrom('a', 'A', 'b', 'B', 'y'), value, { maxKeys: 4 })
    .chain((fields) =>
      fc
        .constantFrom('AWS.CloudTrail', 'AWS.CloudTrail', 'Other')
        .map((logType) => ({ p_log_type: logType, ...fields })),
    );

  it('on any events, for rules of every manner', async () => {
    const content = contentOf(rules, { globals, dataModels });
    const report = await filtered.load(content);
    await plain.load(content);
    expect(report.rejected).toEqual([]);
    expect(report.prefilteredRules).toBeGreaterThan(35);
    // One batch of many events for each run keeps the interpreters busy with rules, not with messages.
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 100, maxLength: 200 }), async (events) => {
        const batch = batchOf(events);
        expect(await outcome(filtered, withStarts(batch))).toEqual(await outcome(plain, batch));
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('on large batches, which Python gets in parts while the rest is read', async () => {
    const ask = vi.spyOn(ChildHost.prototype, 'ask');
    const partsOf = async (engine: typeof plain, batch: EventBatch) => {
      ask.mockClear();
      const { matches, errors, perRule, considered } = await engine.evaluate(batch);
      const said = [...matches, ...errors].map((entry) => JSON.stringify(entry)).toSorted();
      expect(new Set(perRule.map(({ ruleId }) => ruleId)).size).toBe(perRule.length);
      return { said, considered, parts: ask.mock.calls.filter(([{ type }]) => type === 'evaluate').length };
    };
    const padded = fc
      .tuple(event, fc.integer({ min: 2000, max: 10_000 }))
      .map(([one, length]) => ({ ...one, pad: 'é"'.repeat(length) }));
    await fc.assert(
      fc.asyncProperty(fc.array(padded, { minLength: 300, maxLength: 300 }), async (events) => {
        // Some rules count: both engines begin anew.
        await Promise.all(
          [filtered, plain].map((engine) => engine.load(contentOf(rules, { globals, dataModels }))),
        );
        const { parts: one, ...expected } = await partsOf(plain, batchOf(events));
        const { parts, ...found } = await partsOf(filtered, withStarts(batchOf(events)));
        expect(found).toEqual(expected);
        expect([one, parts > 1]).toEqual([1, true]);
      }),
      { numRuns: 2 },
    );
  }, 120_000);

  it('on integers beyond the exact ones', async () => {
    const json = new TextEncoder().encode(
      '[{"p_log_type":"AWS.CloudTrail","a":9007199254740993},{"p_log_type":"AWS.CloudTrail","a":9007199254740992}]',
    );
    const batch = { logType: 'AWS.CloudTrail', json, count: 2 };
    expect(await outcome(filtered, batch)).toEqual(await outcome(plain, batch));
  });

  it('on the events alone that the filter for objects keeps', async () => {
    await filtered.load(contentOf(rules, { globals, dataModels }));
    const withCondition = rules.filter(({ id }) => filtered.candidates(id, 'AWS.CloudTrail') !== true);
    expect(withCondition.length).toBeGreaterThan(35);
    const content = contentOf(withCondition, { globals, dataModels });
    await filtered.load(content);
    await plain.load(content);
    // All of them together keep nearly every event, so each is asked for itself as well.
    const selections = [undefined, ...withCondition.map(({ id }) => id)];
    const filters = selections.map((id) =>
      compileEventFilter(
        'AWS.CloudTrail',
        id === undefined
          ? filtered.eventFilters()!.get('AWS.CloudTrail')!
          : [filtered.candidates(id, 'AWS.CloudTrail')],
      ),
    );
    let leftOut = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 100, maxLength: 200 }), async (events) => {
        const whole = await outcome(plain, batchOf(events));
        for (const [place, keeps] of filters.entries()) {
          const kept = new Set(events.flatMap((one, at) => (keeps(one) ? [at] : [])));
          const id = selections[place];
          const seen = whole.map((text) => JSON.parse(text) as { ruleId: string; eventIndex: number });
          const missed = seen.filter(
            ({ ruleId, eventIndex }) => (id === undefined || ruleId === id) && !kept.has(eventIndex),
          );
          expect(missed).toEqual([]);
          leftOut += events.length - kept.size;
        }
      }),
      { numRuns: 10 },
    );
    expect(leftOut).toBeGreaterThan(10_000);
  }, 120_000);

  const tests = corpusPath('detection-tests.jsonl.gz');
  it.skipIf(!tests)(`on events of public unit tests${tests ? '' : ' (no corpus)'}`, async () => {
    const content = contentOf(cloudTrailRules(150), { revision: 2 });
    const report = await filtered.load(content);
    await plain.load(content);
    expect(report.prefilteredRules).toBeGreaterThan(100);
    const lines = gunzipSync(readFileSync(tests!)).toString('utf8').trim().split('\n');
    const events = lines
      .map((line) => (JSON.parse(line) as { event?: object }).event)
      .filter((one) => one !== undefined)
      .map((one) => ({ ...one, p_log_type: 'AWS.CloudTrail' }));
    for (let at = 0; at < events.length; at += 500) {
      const batch = batchOf(events.slice(at, at + 500));
      expect(await outcome(filtered, batch)).toEqual(await outcome(plain, batch));
    }
  });
});

describe('compilePrefilter', () => {
  const run = (conditions: Condition[], event: object, mappings: DataModel['mappings'] = []) => {
    const found: number[] = [];
    compilePrefilter(
      'T',
      conditions.map((condition, rule) => ({ rule, condition })),
      mappings,
    )({ p_log_type: 'T', ...event }, (rule) => found.push(rule));
    return found.toSorted((a, b) => a - b);
  };
  const path = { keys: ['a'] };

  it('visits a rule once, even where several of its anchors hold', () => {
    const twice: Condition = {
      any: [
        { path, is: { in: ['x'] } },
        { path, is: { prefix: ['x'] } },
      ],
    };
    expect(run([twice, true, false], { a: 'x' })).toEqual([0, 1]);
    expect(run([twice, true, false], { a: 'y' })).toEqual([1]);
  });

  it('finds every prefix of a text, and no other', () => {
    const letters = fc.array(fc.constantFrom('x', 'y', 'é', '😀', ''), { maxLength: 4 });
    const word = letters.map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 3 })), word, (wanted, text) => {
        const conditions = wanted.map((prefix): Condition => ({ path, is: { prefix } }));
        const expected = wanted.flatMap((prefixes, rule) =>
          prefixes.some((prefix) => text.startsWith(prefix)) ? [rule] : [],
        );
        expect(run(conditions, { a: text })).toEqual(expected);
      }),
    );
  });

  it('finds keys as the event object does', () => {
    expect(run([{ path, is: { in: ['x'] } }], { A: 'x' })).toEqual([0]);
    expect(run([{ path, is: { in: ['x'] } }], { A: 'y', a: 'x' })).toEqual([0]);
    expect(run([{ path: { keys: ['constructor'] }, is: 'missing' }], {})).toEqual([0]);
  });

  it('reads unified names by the paths of the data model, with their case', () => {
    const condition: Condition = { path: { udm: 'who' }, is: { in: ['x'] } };
    expect(run([condition], { u: { n: 'x' } }, [{ name: 'who', path: '$.u.n' }])).toEqual([0]);
    expect(run([condition], { u: { N: 'x' } }, [{ name: 'who', path: '$.u.n' }])).toEqual([]);
    expect(run([condition], {}, [{ name: 'who', path: 'u[0]' }])).toEqual([0]);
    expect(run([condition], {})).toEqual([0]);
  });
});
