import type { SimpleDetection } from '@margay/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOfFaultPath } from '../fault.ts';
import { compileSimpleDetection } from '../compile/compile-simple-detection.ts';
import { compileInlineFilters } from '../compile/compile-inline-filters.ts';
import { pythonOf } from '../python/python-of.ts';
import { builderModelOf } from '../builder/builder-model-of.ts';
import { readInlineFilters, readSimpleDetection } from './read-simple-detection.ts';

const fine = { Key: 'a', Condition: 'Exists' };
const equals = { Condition: 'Equals', Value: 'x' };
const many = (length: number, item: unknown) => Array.from({ length }, () => item);
const path = (KeyPath: unknown) => ({ KeyPath, ...equals });

/** Detection, and the code and place of the one thing wrong with it. */
const faulty: [detection: unknown, code: string, place: string][] = [
  [[], 'SD00100001', 'Detection'],
  [undefined, 'SD00100003', 'Detection'],
  [{ All: [] }, 'SD00100003', 'Detection'],
  [['text'], 'SD00100003', 'Detection[0]'],
  [[fine, null], 'SD00100003', 'Detection[1]'],
  [[{}], 'SD00100007', 'Detection[0].Condition'],
  [[{ Key: 'a' }], 'SD00100007', 'Detection[0].Condition'],
  [[{ Key: 'a', Condition: 5 }], 'SD00100007', 'Detection[0].Condition'],
  [[{ Key: 'a', Condition: 'Equal', Value: 1 }], 'SD00200012', 'Detection[0].Condition'],
  [[{ Key: 'a', Condition: 'toString' }], 'SD00200012', 'Detection[0].Condition'],
  [[equals], 'SD00200003', 'Detection[0]'],
  [[{ Key: 'a', KeyPath: 'a', ...equals }], 'SD00200003', 'Detection[0]'],
  [[{ Key: 5, ...equals }], 'SD00100007', 'Detection[0].Key'],
  [[{ Key: '', ...equals }], 'SD00100007', 'Detection[0].Key'],
  [[{ DeepKey: 'a.b', ...equals }], 'SD00100003', 'Detection[0].DeepKey'],
  [[{ DeepKey: [], ...equals }], 'SD00200003', 'Detection[0].DeepKey'],
  [[{ DeepKey: ['a', 1.5], ...equals }], 'SD00200003', 'Detection[0].DeepKey[1]'],
  ...['', 'a..b', '.a', 'a.', 'a[', 'a[x]', 'a[]', 'a[1.5]', 'a[01]', 'a]', 'a[0]b', 'a.[0]', '*.a['].map(
    (text) =>
      [[path(text)], text === '' ? 'SD00100007' : 'SD00200003', 'Detection[0].KeyPath'] as [
        unknown,
        string,
        string,
      ],
  ),
  [
    [{ Enrichment: { Table: 't', Selector: 's' }, ...equals }],
    'SD00100007',
    'Detection[0].Enrichment.FieldPath',
  ],
  [
    [{ Enrichment: { Table: 't', Selector: 's', FieldPath: 'a..b' }, ...equals }],
    'SD00200003',
    'Detection[0].Enrichment.FieldPath',
  ],
  [[{ ...fine, Value: false }], 'SD00200004', 'Detection[0].Value'],
  [[{ ...fine, Values: [1] }], 'SD00200002', 'Detection[0].Values'],
  [[{ Key: 'a', Condition: 'Equals' }], 'SD00200005', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'Equals', Value: null }], 'SD00200005', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'Equals', Value: [1] }], 'SD00200005', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'Equals', Value: Number.NaN }], 'SD00200005', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'StartsWith', Value: 5 }], 'SD00100007', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'IsLessThan', Value: 'five' }], 'SD00100005', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'IsIPAddressInCIDR', Value: '10.0.0.0/99' }], 'SD00200005', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'IsIn', Value: 'x' }], 'SD00200002', 'Detection[0].Value'],
  [[{ Key: 'a', Condition: 'IsIn', Values: [] }], 'SD00200006', 'Detection[0].Values'],
  [[{ Key: 'a', Condition: 'IsIn', Values: ['x', {}] }], 'SD00200006', 'Detection[0].Values[1]'],
  [[{ Condition: 'Equals', Values: [{ Key: 'a' }] }], 'SD00200007', 'Detection[0].Values'],
  [[{ Condition: 'Equals', Values: [{ Key: 'a' }, 'b'] }], 'SD00100003', 'Detection[0].Values[1]'],
  [[{ Condition: 'IsIPAddressInCIDR', Values: [{ Key: 'a' }, { Key: 'b' }] }], 'SD00200007', 'Detection[0]'],
  [[{ Key: 'a', Condition: 'AnyElement' }], 'SD00200008', 'Detection[0].Expressions'],
  [
    [{ Key: 'a', Condition: 'AnyElement', Expressions: [{}] }],
    'SD00100007',
    'Detection[0].Expressions[0].Condition',
  ],
  [[{ Key: 'a', Condition: 'AlwaysTrue' }], 'SD00200009', 'Detection[0]'],
  [[{ Any: fine }], 'SD00200011', 'Detection[0].Any'],
  [[{ Any: [fine], Key: 'a' }], 'SD00200002', 'Detection[0].Key'],
  [[{ ...fine, Vaule: 1 }], 'SD00200002', 'Detection[0].Vaule'],
];

describe('readSimpleDetection', () => {
  it.each(faulty)('%j: %s at %s', (detection, code, place) => {
    const { faults } = readSimpleDetection({ detection } as SimpleDetection);
    const relevant = faults!.filter((fault) => fault.code === code);
    expect(relevant.map((fault) => textOfFaultPath(fault.path))).toContain(place);
    for (const { message, remedy } of faults!) {
      expect(message).toMatch(/\.$/);
      expect(remedy).toMatch(/[.?]$/);
    }
  });

  it.each<[object, string, string]>([
    [{ alertTitle: 'a {b' }, 'SD00200013', 'AlertTitle'],
    [{ alertTitle: 'a {}' }, 'SD00200013', 'AlertTitle'],
    [{ alertTitle: ['a'] }, 'SD00100007', 'AlertTitle'],
    [{ alertContext: [{ KeyName: '', KeyValue: { Key: 'a' } }] }, 'SD00200014', 'AlertContext[0].KeyName'],
    [{ alertContext: [{ KeyName: 'a', KeyValue: 'a' }] }, 'SD00100003', 'AlertContext[0].KeyValue'],
    [{ groupBy: { Key: 'a' } }, 'SD00100003', 'GroupBy'],
    [{ groupBy: ['a'] }, 'SD00100003', 'GroupBy[0]'],
    [
      { dynamicSeverities: [{ ChangeTo: 'Worse', Conditions: [fine] }] },
      'SD00200015',
      'DynamicSeverities[0].ChangeTo',
    ],
    [
      { dynamicSeverities: [{ ChangeTo: 'High', Conditions: [] }] },
      'SD00200015',
      'DynamicSeverities[0].Conditions',
    ],
  ])('%j: %s at %s', (keys, code, place) => {
    const { faults } = readSimpleDetection({ detection: [fine], ...keys });
    expect(faults).toMatchObject([{ code }]);
    expect(textOfFaultPath(faults![0]!.path)).toBe(place);
  });

  it('tells every fault, and what was probably meant', () => {
    const { faults } = readSimpleDetection({
      detection: [
        { Key: 'a', Condition: 'isgreaterthen', Value: 1 },
        { KeyPath: 'a..', ...equals },
      ],
      alertTitle: '{',
    });
    expect(faults!.map(({ code }) => code)).toEqual(['SD00200012', 'SD00200003', 'SD00200013']);
    expect(faults![0]!.remedy).toBe('Did you mean IsGreaterThan?');
  });

  it('bounds depth, size and the number of faults', () => {
    let deep: unknown = fine;
    for (let level = 0; level < 100_000; level++) deep = { Any: [deep] };
    const circular: { All: unknown[] } = { All: [] };
    circular.All.push(circular, circular);
    for (const detection of [[deep], [circular], many(6000, fine)])
      expect(readSimpleDetection({ detection }).faults!.some(({ code }) => code === 'SD00100008')).toBe(true);
    expect(readSimpleDetection({ detection: many(4000, {}) }).faults).toHaveLength(100);
    const values = { Key: 'a', Condition: 'IsIn', Values: many(50_001, 1) };
    expect(readSimpleDetection({ detection: [values] }).faults).toMatchObject([{ code: 'SD00200006' }]);
  });

  it('never throws, nor does anything that reads first', () => {
    const words = fc.constantFrom(
      'Key',
      'KeyPath',
      'DeepKey',
      'Enrichment',
      'Condition',
      'Value',
      'Values',
      'Expressions',
      'All',
      'Any',
      'None',
    );
    const texts = fc.constantFrom(
      'a',
      'a[0].b',
      'Equals',
      'IsIn',
      'AnyElement',
      'AlwaysTrue',
      'Exists',
      'IsIPAddressInCIDR',
      '{a}',
      '',
    );
    const { raw } = fc.letrec((tie) => ({
      raw: fc.oneof(
        { maxDepth: 5 },
        texts,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('raw'), { maxLength: 3 }),
        fc.dictionary(words, tie('raw'), { maxKeys: 4 }),
      ),
    }));
    const detection = fc.record({
      detection: raw,
      alertTitle: raw,
      alertContext: raw,
      groupBy: raw,
      dynamicSeverities: raw,
    });
    fc.assert(
      fc.property(detection as fc.Arbitrary<SimpleDetection>, fc.dictionary(words, raw), (any, event) => {
        const { value, faults } = compileSimpleDetection(any);
        expect(value === undefined).toBe(faults !== undefined);
        value?.matches(event);
        pythonOf(any);
        builderModelOf(any);
        compileInlineFilters(any.detection).value?.passes(event);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('readInlineFilters', () => {
  it.each<[object, string]>([
    [{ Key: 'a', ...equals }, 'InlineFilters[0].Key'],
    [{ DeepKey: ['a'], ...equals }, 'InlineFilters[0].DeepKey'],
    [{ KeyPath: 'a', Condition: 'IEquals', Value: 'x' }, 'InlineFilters[0].Condition'],
    [{ KeyPath: 'a', Condition: 'Exists' }, 'InlineFilters[0].Condition'],
    [{ KeyPath: 'a', Condition: 'AnyElement', Expressions: [] }, 'InlineFilters[0].Condition'],
    [{ Condition: 'AlwaysTrue' }, 'InlineFilters[0].Condition'],
    [{ Condition: 'Equals', Values: [{ KeyPath: 'a' }, { KeyPath: 'b' }] }, 'InlineFilters[0]'],
    [{ None: [] }, 'InlineFilters[0].None'],
    [{ OnlyOne: [] }, 'InlineFilters[0].OnlyOne'],
  ])('refuse %j', (filter, place) => {
    const { faults } = readInlineFilters([filter]);
    expect(faults).toMatchObject([{ code: 'SD00200016' }]);
    expect(textOfFaultPath(faults![0]!.path)).toBe(place);
  });

  it('take paths, enrichments, All and Any', () => {
    const filters = [
      { Any: [path('a.b'), { All: [] }] },
      { Enrichment: { Table: 't', Selector: 's', FieldPath: 'f' }, Condition: 'IsNotIn', Values: [1, 'x'] },
      { KeyPath: 'ip', Condition: 'IsIPAddressPublic' },
    ];
    expect(readInlineFilters(filters).faults).toBeUndefined();
  });
});
