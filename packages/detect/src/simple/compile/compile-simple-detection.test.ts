import { corpusPath } from '@margay/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { events, inlineFilters, simpleDetections } from '../../testing/simple-arbitraries.ts';
import { simpleCases } from '../../testing/simple-corpus.ts';
import { compileInlineFilters } from './compile-inline-filters.ts';
import { compileSimpleDetection } from './compile-simple-detection.ts';

function compiled(...detection: object[]) {
  const { value, faults } = compileSimpleDetection({ detection });
  if (faults) throw new Error(JSON.stringify(faults));
  return value;
}

describe('key specifiers', () => {
  const event = { A: { list: [{ n: 1 }, { n: 2 }, {}], 'x.y': 'dotted' }, a: { b: 'exact' }, empty: [] };
  it.each<[key: object, found: unknown]>([
    [{ Key: 'a' }, { b: 'exact' }],
    [{ Key: 'EMPTY' }, []],
    [{ Key: 'a.b' }, null],
    [{ DeepKey: ['A', 'list', 1, 'N'] }, 2],
    [{ DeepKey: ['A', 'list', -1] }, {}],
    [{ DeepKey: ['A', 'list', 3] }, null],
    [{ DeepKey: ['A', 'list', '1'] }, null],
    [{ DeepKey: ['A', 'x.y'] }, 'dotted'],
    [{ KeyPath: 'A.list[0].n' }, 1],
    [{ KeyPath: 'A.list[-2].n' }, 2],
    [{ KeyPath: 'A.list[*].n' }, [1, 2]],
    [{ KeyPath: 'empty[*].n' }, []],
    [{ KeyPath: 'a.b[*]' }, null],
    [{ KeyPath: 'toString' }, null],
    [{ KeyPath: '__proto__.x' }, null],
  ])('%j', (KeyValue, found) => {
    const { value } = compileSimpleDetection({
      detection: [{ Condition: 'AlwaysTrue' }],
      alertContext: [{ KeyName: 'found', KeyValue }],
    });
    expect(value!.context(event)).toEqual({ found });
  });

  it('read enrichments', () => {
    const where = { Table: 'geo', Selector: 'ip', FieldPath: 'city.name' };
    const detection = compiled({ Enrichment: where, Condition: 'Equals', Value: 'Rome' });
    expect(detection.matches({ p_enrichment: { geo: { ip: { city: { name: 'Rome' } } } } })).toBe(true);
    expect(detection.matches({ p_enrichment: { geo: {} } })).toBe(false);
  });
});

describe('combinators and list comprehensions', () => {
  const parts = ['a', 'b', 'c'].map((Key) => ({ Key, Condition: 'Exists' }));
  it.each([
    ['All', [false, false, false, true]],
    ['Any', [false, true, true, true]],
    ['OnlyOne', [false, true, false, false]],
    ['None', [true, false, false, false]],
  ])('%s', (name, expected) => {
    const detection = compiled({ [name]: parts });
    expect([{}, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }].map(detection.matches)).toEqual(expected);
  });

  it.each([
    ['AnyElement', [false, false, true, true, true, false]],
    ['AllElements', [true, false, false, true, true, false]],
    ['NoElement', [true, true, false, false, false, true]],
    ['OnlyOneElement', [false, false, true, false, true, false]],
  ])('%s', (Condition, expected) => {
    const detection = compiled({
      Key: 'l',
      Condition,
      Expressions: [{ Key: 'x', Condition: 'Equals', Value: 1 }],
    });
    const one = { x: 1 };
    const lists = [[], ['x', null], [one, {}], [one, one], [one], 'no list'];
    expect(lists.map((l) => detection.matches({ l }))).toEqual(expected);
    expect(detection.matches({})).toBe(Condition === 'NoElement');
  });
});

describe('alert keys', () => {
  const { value } = compileSimpleDetection({
    detection: [{ Condition: 'AlwaysTrue' }],
    alertTitle: '{{{user.name}}} of {tags} {missing}{n}',
    groupBy: [{ Key: 'n' }, { KeyPath: 'missing' }, { Key: 'tags' }],
    dynamicSeverities: [
      { ChangeTo: 'High', Conditions: [{ Key: 'n', Condition: 'IsGreaterThan', Value: 5 }] },
      { ChangeTo: 'info', Conditions: [{ Key: 'n', Condition: 'Exists' }] },
    ],
  });
  it('fill the title, the dedup string and the severity from the event', () => {
    const event = { user: { name: 'ann' }, tags: ['a', true], n: 9007199254740993n };
    expect(value!.title(event)).toBe('{ann} of ["a",true] 9007199254740993');
    expect(value!.dedup(event)).toBe('[9007199254740993,null,["a",true]]');
    expect([value!.severity({ n: 6 }), value!.severity({ n: 5 }), value!.severity({})]).toEqual([
      'HIGH',
      'INFO',
      undefined,
    ]);
    expect(value!.context(event)).toBeUndefined();
    expect([...value!.functions]).toEqual(['title', 'severity', 'dedup']);
  });
});

describe('inline filters', () => {
  const passes = (filters: object[], event: Record<string, unknown>) => {
    const { value, faults } = compileInlineFilters(filters);
    if (faults) throw new Error(JSON.stringify(faults));
    return value.passes(event);
  };
  it('pass what lacks the field, and judge a field that holds null', () => {
    const equals = [{ KeyPath: 'a.b', Condition: 'Equals', Value: 'x' }];
    expect(passes(equals, {})).toBe(true);
    expect(passes(equals, { a: {} })).toBe(true);
    expect(passes(equals, { a: { b: null } })).toBe(false);
    expect(passes(equals, { a: { b: 'x' } })).toBe(true);
    expect(passes(equals, { a: { b: 'y' } })).toBe(false);
    const differs = [{ KeyPath: 'a', Condition: 'DoesNotEqual', Value: 'x' }];
    expect([passes(differs, { a: null }), passes(differs, { a: 'x' })]).toEqual([true, false]);
    const filled = [{ KeyPath: 'a', Condition: 'IsNotNullOrEmpty' }];
    expect([passes(filled, {}), passes(filled, { a: '' }), passes(filled, { a: null })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('that are empty refuse nothing, and say so', () => {
    for (const filters of [[], [{ All: [] }], [{ All: [{ All: [] }] }]])
      expect(compileInlineFilters(filters).value).toMatchObject({ passAll: true });
    expect(compileInlineFilters([{ Any: [] }]).value).toMatchObject({ passAll: false });
    expect(passes([{ Any: [] }], {})).toBe(false);
  });
});

describe('nothing an event holds', () => {
  const deep = (levels: number) => {
    let value: unknown = 2n ** 60n;
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
    return value;
  };
  it('makes a detection or a filter throw', () => {
    const anything = fc.oneof(events, fc.dictionary(fc.constantFrom('a', 'list', 'ip'), fc.jsonValue()));
    fc.assert(
      fc.property(simpleDetections, inlineFilters, anything, (detection, filters, event) => {
        const { value } = compileSimpleDetection(detection);
        const { value: filter } = compileInlineFilters(filters);
        const answers = [value!.matches(event), filter!.passes(event)];
        expect(answers.every((answer) => typeof answer === 'boolean')).toBe(true);
        for (const name of ['title', 'dedup', 'severity', 'context'] as const) value![name](event);
      }),
      { numRuns: 2000 },
    );
  });

  it('not even depth, which no event that reaches a rule has', () => {
    const event = { a: deep(100_000), b: deep(100_000) };
    const { value } = compileSimpleDetection({
      detection: [{ Condition: 'Equals', Values: [{ Key: 'a' }, { Key: 'b' }] }],
      alertTitle: '{a}',
      groupBy: [{ Key: 'a' }],
    });
    expect(value!.matches(event)).toBe(false);
    expect(value!.title(event)).toBe('"(nested too deep)"');
    expect(value!.dedup(event)).toBe('"(nested too deep)"');
  });
});

describe.skipIf(corpusPath('simple-detection-tests.jsonl.gz') === undefined)(
  'the public unit tests of simple detections (skipped: no corpus)',
  () => {
    const cases = simpleCases() ?? [];
    // Its filter names another user than its event holds, so the event cannot reach the detection.
    const contradicting = ['Auth0.MFA.Policy.Disabled: MFA Policy Disabled'];

    it('come out as they say', () => {
      const wrong = cases.flatMap(({ ruleId, testName, simple, inlineFilters, event, expectedResult }) => {
        const { value: detection } = compileSimpleDetection(simple);
        const { value: filter } = compileInlineFilters(inlineFilters);
        const result = filter!.passes(event) && detection!.matches(event);
        return result === expectedResult ? [] : [`${ruleId}: ${testName}`];
      });
      expect(cases.length).toBeGreaterThan(80);
      expect(wrong).toEqual(contradicting);
      expect(
        cases.filter(({ suspect }) => suspect).map(({ ruleId, testName }) => `${ruleId}: ${testName}`),
      ).toEqual(contradicting);
    });
  },
);
