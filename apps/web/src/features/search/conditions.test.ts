import { searchRequestSchema, simpleFiltersSchema } from '@margay/query';
import { describe, expect, it } from 'vitest';
import {
  conditionFor,
  faultsOf,
  filtersOf,
  narrowed,
  newGroup,
  operatorsOf,
  readGroups,
  valuesFor,
  withCondition,
} from './conditions.ts';
import type { Condition } from './conditions.ts';

const condition = (operator: string, values: string[], target: string | undefined = 'x'): Condition => ({
  uuid: 'u',
  target,
  operator,
  values,
});

describe('conditions of the search form', () => {
  it('[001-2.68] starts with the log type', () => {
    expect(newGroup().conditions).toMatchObject([{ target: 'p_log_type', operator: 'is', values: [] }]);
    expect(withCondition(withCondition([]))).toMatchObject([{ conditions: [{}, {}] }]);
  });

  it('[001-3.3] [001-3.12] groups are alternatives of conditions joined by and, each with a uuid', () => {
    const groups = [newGroup([condition('is', ['a'])]), newGroup([condition('is-in-list', ['b', 'c'])])];
    const filters = filtersOf(groups)!;
    expect(filters).toMatchObject({
      or: [
        { uuid: groups[0]!.uuid, and: [{ target: 'x', operator: 'is', value: '"a"' }] },
        { uuid: groups[1]!.uuid, and: [{ operator: 'is-in-list', value: '["b","c"]' }] },
      ],
    });
    expect(() => simpleFiltersSchema.parse(filters)).not.toThrow();
    expect(() => searchRequestSchema.parse({ filters: JSON.stringify(filters), limit: 1 })).not.toThrow();
    expect(filtersOf([])).toBeUndefined();
  });

  it('reads what it writes', () => {
    const groups = [
      newGroup([
        condition('between', ['1', '2']),
        condition('is-true', []),
        condition('row-contains', ['y'], undefined),
      ]),
      newGroup([condition('is', ['say "hi"\n'])]),
    ];
    expect(readGroups(JSON.stringify(filtersOf(groups)))).toEqual(groups);
  });

  it('reads other forms of filters, and refuses what it cannot show', () => {
    const one = { target: 'a', operator: 'is not', value: '"b"' };
    expect(readGroups(JSON.stringify({ and: [one] }))).toMatchObject([
      { conditions: [{ target: 'a', operator: 'is-not', values: ['b'] }] },
    ]);
    expect(readGroups(JSON.stringify({ or: [one, { and: [one] }] }))).toHaveLength(2);
    expect(
      readGroups(JSON.stringify({ and: [{ operator: 'equals', target: 'n', value: '5' }] })),
    ).toMatchObject([{ conditions: [{ values: ['5'] }] }]);
    expect(readGroups('')).toEqual([]);
    expect(readGroups('{')).toBeUndefined();
    expect(readGroups(JSON.stringify({ or: [{ and: [{ or: [one] }] }] }))).toBeUndefined();
    expect(readGroups(JSON.stringify({ and: [one], or: [one] }))).toBeUndefined();
  });

  it.each([
    ['[001-5.8] key', condition('is', ['x'], ''), { target: 'This field is required' }],
    ['[001-5.9] operator', condition('', ['x']), { operator: 'This field is required' }],
    ['[001-5.11] text', condition('is', []), { value: 'This field is required' }],
    ['[001-5.12] list', condition('is-in-list', []), { value: 'This field is required' }],
    ['[001-5.13] number', condition('equals', ['x']), { value: 'This field is required' }],
    ['[001-5.14] date', condition('is-after', []), { value: 'This field is required' }],
    [
      '[001-5.15] date range',
      condition('is-between', ['2026-01-01T00:00:00Z', '']),
      { value: 'This field is required' },
    ],
    ['[001-5.16] number range', condition('between', ['1', '']), { value: 'Both numbers are required' }],
    ['[001-5.17] number range', condition('between', ['1', '1.0']), { value: 'Numbers must be different' }],
    [
      '[001-5.23] CIDR',
      condition('is-within-cidr', ['10.0.0']),
      { value: 'This field + operator requires an IP or CIDR' },
    ],
    ['nothing to say about a boolean', condition('is-true', []), {}],
    ['nothing to say about a complete one', condition('is', ['x']), {}],
  ])('%s', (_title, given, faults) => {
    expect(faultsOf(given)).toEqual(faults);
  });

  it('offers operators by the type of the column', () => {
    const ids = (list: { id: string }[]) => list.map((operator) => operator.id);
    expect(ids(operatorsOf('n', 'number'))).toContain('between');
    expect(ids(operatorsOf('a', 'array'))).toEqual(expect.arrayContaining(['has', 'is-null']));
    expect(ids(operatorsOf('unknown.path', undefined))).toContain('has-substring');
    expect(ids(operatorsOf(undefined, undefined))).toEqual([
      'row-contains',
      'row-like',
      'row-regexp-contains',
    ]);
  });

  it('keeps what it can of a value when the operator changes', () => {
    expect(valuesFor('list', ['a', '', 'b'])).toEqual(['a', 'b']);
    expect(valuesFor('text', ['a', 'b'])).toEqual(['a']);
    expect(valuesFor('numberRange', ['1'])).toEqual(['1', '']);
    expect(valuesFor('none', ['a'])).toEqual([]);
  });

  it('narrows every alternative, once', () => {
    const added = condition('is', ['1']);
    const twice = narrowed(narrowed([newGroup([condition('is', ['a'])]), newGroup([])], added), added);
    expect(twice.map((group) => group.conditions.length)).toEqual([2, 1]);
    expect(narrowed([], added)).toMatchObject([{ conditions: [{ values: ['1'] }] }]);
  });

  it.each([
    ['string', 'x', false, 'is', ['x']],
    ['string', 'x', true, 'is-not', ['x']],
    ['number', 5, false, 'equals', ['5']],
    ['array', 'x', true, 'does-not-have', ['x']],
    ['boolean', 'false', false, 'is-false', []],
    ['boolean', true, true, 'is-false', []],
    ['object', 'x', false, 'contains', ['x']],
    ['string', null, false, 'is-null', []],
    ['number', null, true, 'is-not-null', []],
  ] as const)('%s %s (negated: %s) becomes %s', (type, value, isNegated, operator, values) => {
    expect(conditionFor('f', value, type, isNegated)).toMatchObject({ target: 'f', operator, values });
  });
});
