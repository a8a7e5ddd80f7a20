import { searchRequestSchema, simpleFiltersSchema } from '@margay/query';
import { describe, expect, it } from 'vitest';
import {
  conditionFor,
  conditionText,
  conditionsOf,
  faultsOf,
  filtersOf,
  narrowed,
  newChoice,
  newGroup,
  operatorsOf,
  readGroups,
  valuesFor,
  withCondition,
} from './conditions.ts';
import type { Condition } from './conditions.ts';

const condition = (operator: string, value: string[], key: string | undefined = 'x'): Condition => ({
  uuid: 'u',
  key,
  operator,
  value,
});

describe('conditions of the search form', () => {
  it('[001-2.68] starts with the log type', () => {
    expect(newGroup().conditions).toMatchObject([{ key: 'p_log_type', operator: 'is', value: [] }]);
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

  it('[001-3.10] a condition is key, operator and value in the form, and target, operator and value outside', () => {
    const { uuid: _uuid, ...own } = condition('is', ['a']);
    expect(own).toEqual({ key: 'x', operator: 'is', value: ['a'] });
    const [group] = filtersOf([newGroup([condition('is', ['a'])])])!.or;
    expect(group).toMatchObject({ and: [{ target: 'x', operator: 'is', value: '"a"' }] });
  });

  it('[001-7.37] sends numbers of int and float fields as numbers', () => {
    const sent = (operator: string, value: string[], type: Condition['type']) =>
      filtersOf([newGroup([{ ...condition(operator, value), type }])])!.or[0];
    expect(sent('has-any', ['1', '2'], 'int_array')).toMatchObject({ and: [{ value: '[1,2]' }] });
    expect(sent('equals', ['1.50'], 'float')).toMatchObject({ and: [{ value: '1.5', type: 'float' }] });
    expect(sent('equals', ['9007199254740993'], 'int')).toMatchObject({
      and: [{ value: '"9007199254740993"' }],
    });
    expect(sent('is', ['1'], 'string')).toMatchObject({ and: [{ value: '"1"' }] });
  });

  it('[001-3.13] a group holds choices, the third and last level', () => {
    const groups = [
      newGroup([condition('is', ['a']), newChoice([condition('is', ['b']), condition('is', ['c'])])]),
    ];
    const filters = filtersOf(groups)!;
    expect(filters).toMatchObject({
      or: [{ and: [{ value: '"a"' }, { or: [{ value: '"b"' }, { value: '"c"' }] }] }],
    });
    expect(() => simpleFiltersSchema.parse(filters)).not.toThrow();
    expect(readGroups(JSON.stringify(filters))).toEqual(groups);
    expect(conditionsOf(groups)).toHaveLength(3);
    expect(conditionText(groups[0]!.conditions[1]!)).toBe('(x is b or x is c)');
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
      { conditions: [{ key: 'a', operator: 'is-not', value: ['b'] }] },
    ]);
    expect(readGroups(JSON.stringify({ or: [one, { and: [one] }] }))).toHaveLength(2);
    expect(
      readGroups(JSON.stringify({ and: [{ operator: 'equals', target: 'n', value: '5' }] })),
    ).toMatchObject([{ conditions: [{ value: ['5'] }] }]);
    expect(readGroups('')).toEqual([]);
    expect(readGroups('{')).toBeUndefined();
    expect(readGroups(JSON.stringify({ and: [one], or: [one] }))).toMatchObject([
      { conditions: [{ key: 'a' }, { anyOf: [{ key: 'a' }] }] },
    ]);
    expect(readGroups(JSON.stringify({ or: [{ and: [{ or: [{ and: [one] }] }] }] }))).toBeUndefined();
  });

  it.each([
    ['[001-5.8] key', condition('is', ['x'], ''), { key: 'This field is required' }],
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
    [
      '[001-5.20] int',
      { ...condition('equals', ['1.5']), type: 'int' as const },
      { value: 'This field + operator requires an integer' },
    ],
    [
      '[001-5.21] float',
      { ...condition('equals', ['x']), type: 'float' as const },
      { value: 'This field + operator requires a floating point number' },
    ],
    [
      '[001-5.27] a list of integers',
      { ...condition('has-any', ['1', 'x']), type: 'int_array' as const },
      { value: 'This field + operator requires one or more integers' },
    ],
    [
      'one entry of a list of integers',
      { ...condition('has', ['x']), type: 'int_array' as const },
      { value: 'This field + operator requires an integer' },
    ],
    ['nothing of a pattern', { ...condition('has-like', ['1%']), type: 'int_array' as const }, {}],
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
    expect(valuesFor('list', ['a', '', 'b'])).toEqual(['a', '', 'b']);
    expect(valuesFor('text', [''])).toEqual([]);
    expect(valuesFor('text', ['a', 'b'])).toEqual(['a']);
    expect(valuesFor('numberRange', ['1'])).toEqual(['1', '']);
    expect(valuesFor('none', ['a'])).toEqual([]);
  });

  it('narrows every alternative, once', () => {
    const added = condition('is', ['1']);
    const twice = narrowed(narrowed([newGroup([condition('is', ['a'])]), newGroup([])], added), added);
    expect(twice.map((group) => group.conditions.length)).toEqual([2, 1]);
    expect(narrowed([], added)).toMatchObject([{ conditions: [{ value: ['1'] }] }]);
  });

  it.each([
    ['string', 'x', false, 'is', ['x']],
    ['string', '', false, 'is-in-list', ['']],
    ['string', '', true, 'is-not-in-list', ['']],
    [undefined, '', false, 'is-in-list', ['']],
    ['array', '', false, 'has-any', ['']],
    ['array', '', true, 'does-not-have-any', ['']],
    ['string', 'x', true, 'is-not', ['x']],
    ['number', 5, false, 'equals', ['5']],
    ['array', 'x', true, 'does-not-have', ['x']],
    ['boolean', 'false', false, 'is-false', []],
    ['boolean', true, true, 'is-false', []],
    ['object', 'x', false, 'contains', ['x']],
    ['string', null, false, 'is-null', []],
    ['number', null, true, 'is-not-null', []],
  ] as const)('%s %s (negated: %s) becomes %s', (type, value, isNegated, operator, values) => {
    expect(conditionFor('f', value, type, isNegated)).toMatchObject({
      key: 'f',
      operator,
      value: values,
      isManuallyAdded: true,
    });
  });
});
