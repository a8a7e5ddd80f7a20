import type { Condition } from './condition.ts';
import { numberOf } from './values.ts';

type Numeric = number | bigint;

/** Numbers, and texts that spell numbers. */
export const comparison = [
  comparisonCondition('IsGreaterThan', undefined, (a, b) => a > b, '>'),
  comparisonCondition('IsGreaterThanOrEquals', 'IsGreaterThanOrEqual', (a, b) => a >= b, '>='),
  comparisonCondition('IsLessThan', undefined, (a, b) => a < b, '<'),
  comparisonCondition('IsLessThanOrEquals', 'IsLessThanOrEqual', (a, b) => a <= b, '<='),
];

function comparisonCondition(
  name: string,
  alias: string | undefined,
  holds: (a: Numeric, b: Numeric) => boolean,
  operator: string,
): Condition {
  return {
    name,
    aliases: alias === undefined ? undefined : [alias],
    takes: 'value',
    mayCompareKeys: true,
    inFilters: true,
    faultOf: (given) =>
      numberOf(given) === undefined
        ? { is: 'number', message: `${name} compares numbers.`, remedy: 'Give a number.' }
        : undefined,
    test: (given) => {
      const limit = numberOf(given);
      if (limit === undefined) return () => false;
      return (found) => {
        const number = numberOf(found);
        return number !== undefined && holds(number, limit);
      };
    },
    python: ({ found, given }) => `compare(${found}, "${operator}", ${given})`,
    implies: () => ['number', 'text'],
  };
}
