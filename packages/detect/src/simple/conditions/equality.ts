import { missing } from '../../prefilter/paths.ts';
import type { Given } from '../given.ts';
import { type Condition, withOpposite } from './condition.ts';
import { isSame, lowered } from './values.ts';

const equals: Condition = {
  name: 'Equals',
  takes: 'value',
  mayCompareKeys: true,
  inFilters: true,
  test: (given) => {
    if (typeof given === 'string') return (found) => found === given;
    if (isNothing(given)) return () => false;
    return (found) => !isNothing(found) && isSame(found, given);
  },
  python: ({ found, given, isText }) => (isText ? `${found} == ${given}` : `equals(${found}, ${given})`),
  implies: (given) => [isPlain(given) ? { in: [given] } : 'number'],
};

const equalsInAnyCase: Condition = {
  ...equals,
  name: 'IEquals',
  inFilters: false,
  test: (given) => {
    const holds = equals.test(lowered(given));
    return (found) => holds(lowered(found));
  },
  python: ({ found, given }) => `equals(lower(${found}), lower(${given}))`,
  implies: (given) => [typeof given === 'string' ? 'text' : 'number'],
};

export const equality = [
  ...withOpposite(equals, { name: 'DoesNotEqual', inFilters: true }),
  ...withOpposite(equalsInAnyCase, { name: 'IDoesNotEqual' }),
];

function isNothing(value: unknown): boolean {
  return value === missing || value === null;
}

/** The prefilter knows no bigint. */
function isPlain(given: Given): given is string | number | boolean {
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
}
