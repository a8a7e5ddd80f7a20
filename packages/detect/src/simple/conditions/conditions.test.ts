import { describe, expect, it } from 'vitest';
import { compileSimpleDetection } from '../compile/compile-simple-detection.ts';
import { conditionOf, conditions } from './index.ts';

/** Whether a condition on the field `a` holds for an event. */
function holds(condition: string, given: object, event: Record<string, unknown>): boolean {
  const { value, faults } = compileSimpleDetection({
    detection: [{ Key: 'a', Condition: condition, ...given }],
  });
  if (faults) throw new Error(faults.map(({ message }) => message).join());
  return value.matches(event);
}

const value = (Value: unknown) => ({ Value });
const values = (...Values: unknown[]) => ({ Values });

/** Condition, what is given, values of `a` for which it holds, values for which it does not. */
const table: [condition: string, given: object, holding: unknown[], failing: unknown[]][] = [
  ['Equals', value('x'), ['x'], ['X', 'xx', ['x'], { x: 1 }]],
  ['Equals', value(1), [1], ['1', true, [1]]],
  ['Equals', value(false), [false], [0, '', 'false']],
  ['DoesNotEqual', value(1), [2, true, '1'], [1]],
  ['IEquals', value('Ann'), ['ann', 'ANN'], ['an', 1]],
  ['IDoesNotEqual', value('Ann'), ['an', 1], ['ANN']],
  ['StartsWith', value('ab'), ['abc', 'ab'], ['Abc', 'cab', ['ab'], 5]],
  ['DoesNotStartWith', value('ab'), ['Abc', 5], ['abc']],
  ['IStartsWith', value('aB'), ['AbC'], ['cab']],
  ['IDoesNotStartWith', value('aB'), ['cab'], ['ABC']],
  ['EndsWith', value('bc'), ['abc'], ['abC']],
  ['DoesNotEndWith', value('bc'), ['abC'], ['abc']],
  ['IEndsWith', value('bC'), ['aBc'], ['bca']],
  ['IDoesNotEndWith', value('bC'), ['bca'], ['aBc']],
  ['Contains', value('b'), ['abc', ['a', 'b'], { b: null }, { B: 1 }], ['aBc', ['abc'], { c: 'b' }, 5]],
  ['Contains', value(1), [[1, 2]], [[true], ['1'], '1', { 1: 1 }]],
  ['DoesNotContain', value('b'), ['aBc', 5], ['abc', ['b']]],
  ['IContains', value('B'), ['abc', ['b'], { B: 1 }], [['ab']]],
  ['IDoesNotContain', value('B'), [['ab']], ['abc', ['b'], { b: 1 }]],
  ['Has', value('b'), ['abc'], ['ac']],
  ['DoesNotHave', value('b'), ['ac'], ['abc']],
  ['IsGreaterThan', value(5), [6, '6', 5.5, '1e1'], [5, 'x', true, [6], '']],
  ['IsGreaterThanOrEquals', value(5), [5, '5'], [4.9]],
  ['IsGreaterThanOrEqual', value('5'), [5, '5'], [4.9]],
  ['IsLessThan', value(5), [4, '-6'], [5, false, '']],
  ['IsLessThanOrEquals', value(5), [5], [6]],
  ['IsLessThanOrEqual', value(5), [5], [6]],
  ['IsIn', values('x', 1), ['x', 1, ['y', 'x']], ['1', true, [], ['X']]],
  ['IsNotIn', values('x', 1), ['1', []], ['x', ['x']]],
  ['Exists', {}, [null, '', 0, []], []],
  ['DoesNotExist', {}, [], [null, 0]],
  ['IsNull', {}, [null], ['', 0, []]],
  ['IsNotNull', {}, ['', 0, false], [null]],
  ['IsNullOrEmpty', {}, [null, '', [], {}], [0, false, ' ', [null]]],
  ['IsNotNullOrEmpty', {}, [0, 'x'], [null, '', [], {}]],
  ['IsIPAddress', {}, ['1.2.3.4', '::1'], ['x', 16909060, ['1.2.3.4'], '1.2.3.4/8']],
  ['IsIPAddress', value(true), ['1.2.3.4'], ['x']],
  ['IsIPv4Address', {}, ['1.2.3.4'], ['::1']],
  ['IsIPv6Address', {}, ['::1'], ['1.2.3.4']],
  ['IsIPAddressPublic', {}, ['8.8.8.8'], ['10.0.0.1', '100.64.0.1', 'x']],
  ['IsIPAddressPrivate', {}, ['10.0.0.1', 'fd00::1'], ['8.8.8.8', '100.64.0.1', 'x']],
  ['IsIPAddressInCIDR', value('10.0.0.0/8'), ['10.9.9.9'], ['11.0.0.1', '::1', 'x', ['10.0.0.1']]],
  ['IsIPAddressNotInCIDR', value('10.0.0.0/8'), ['11.0.0.1', 'x'], ['10.9.9.9']],
  [
    'CIDRContainsIPAddresses',
    value('10.0.0.0/8'),
    [['11.0.0.1', '10.0.0.1']],
    [['11.0.0.1'], [], '10.0.0.1'],
  ],
  ['CIDRDoesNotContainIPAddresses', value('10.0.0.0/8'), [['11.0.0.1'], 'x'], [['10.0.0.1']]],
];

/** These, and DoesNotExist, hold where the event has nothing; all others do not. */
const holdingWithoutValue = [
  'DoesNotEqual',
  'IDoesNotEqual',
  'DoesNotStartWith',
  'DoesNotEndWith',
  'IDoesNotStartWith',
  'IDoesNotEndWith',
  'DoesNotContain',
  'IDoesNotContain',
  'DoesNotHave',
  'IsNotIn',
  'IsNull',
  'IsNullOrEmpty',
  'IsIPAddressNotInCIDR',
  'CIDRDoesNotContainIPAddresses',
];

describe('conditions', () => {
  it.each(table)('%s %j', (condition, given, holding, failing) => {
    for (const a of holding) expect([a, holds(condition, given, { a })]).toEqual([a, true]);
    for (const a of failing) expect([a, holds(condition, given, { a })]).toEqual([a, false]);
    const isForNothing = holdingWithoutValue.includes(condition);
    expect(holds(condition, given, {})).toBe(isForNothing || condition === 'DoesNotExist');
    if (condition !== 'Exists') expect(holds(condition, given, { a: null })).toBe(isForNothing);
  });

  it('are all in the table, under each of their names', () => {
    const names = conditions.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]);
    expect(new Set(table.map(([name]) => name))).toEqual(new Set(names));
    expect(names.length).toBe(new Set(names).size);
    for (const name of names) expect(conditionOf(name)).toBeDefined();
    expect(conditionOf('constructor')).toBeUndefined();
  });

  it('hold between two fields', () => {
    const between = (Condition: string, event: Record<string, unknown>) =>
      compileSimpleDetection({
        detection: [{ Condition, Values: [{ Key: 'a' }, { DeepKey: ['b', 0] }] }],
      }).value!.matches(event);
    expect(between('Equals', { a: { x: [1] }, b: [{ x: [1] }] })).toBe(true);
    expect(between('Equals', { a: 1, b: [true] })).toBe(false);
    expect(between('Equals', { a: null, b: [null] })).toBe(false);
    expect(between('Equals', {})).toBe(false);
    expect(between('DoesNotEqual', {})).toBe(true);
    expect(between('DoesNotEqual', { a: 1, b: [1] })).toBe(false);
    expect(between('IsGreaterThan', { a: '10', b: [9] })).toBe(true);
    expect(between('IsGreaterThan', { a: '10' })).toBe(false);
    expect(between('IContains', { a: ['X', 'Y'], b: ['y'] })).toBe(true);
    expect(between('StartsWith', { a: 'abc', b: ['ab'] })).toBe(true);
    expect(between('StartsWith', { a: 'abc', b: [5] })).toBe(false);
  });
});
