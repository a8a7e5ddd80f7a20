import type { Given, Scalar } from '../given.ts';
import { type Condition, withOpposite } from './condition.ts';
import { membershipOf } from './values.ts';

/** The found value, or any element of a found list, is one of the given. */
const isIn: Condition = {
  name: 'IsIn',
  takes: 'values',
  inFilters: true,
  test: (given) => {
    const isMember = membershipOf(given as readonly Scalar[]); // read as such: it does not stand between keys
    return (found) => (Array.isArray(found) ? found.some(isMember) : isMember(found));
  },
  python: ({ found, given }) => `is_in(${found}, ${given})`,
  implies: (given) => (isTexts(given) ? [{ in: [...given] }, 'list'] : ['number', 'text', 'list']),
};

export const membership = withOpposite(isIn, { name: 'IsNotIn', inFilters: true });

function isTexts(given: Given): given is readonly string[] {
  return Array.isArray(given) && given.every((value) => typeof value === 'string');
}
