import { childOf, isMapping, missing } from '../../prefilter/paths.ts';
import { type Condition, withOpposite } from './condition.ts';
import { isSame, lowered } from './values.ts';

/** A text holds a part, a list an element, a mapping a key. */
const contains: Condition = {
  name: 'Contains',
  aliases: ['Has'],
  takes: 'value',
  mayCompareKeys: true,
  inFilters: true,
  test: (given) => (found) => holds(found, given),
  python: ({ found, given }) => `contains(${found}, ${given})`,
  implies: (given) => (typeof given === 'string' ? [{ contains: [given] }, 'list', 'mapping'] : ['list']),
};

const containsInAnyCase: Condition = {
  ...contains,
  name: 'IContains',
  aliases: undefined,
  inFilters: false,
  test: (given) => {
    const inLowerCase = lowered(given);
    return (found) => holds(lowered(found), inLowerCase);
  },
  python: ({ found, given }) => `contains(lower(${found}), lower(${given}))`,
  implies: (given) => (typeof given === 'string' ? ['text', 'list', 'mapping'] : ['list']),
};

export const containment = [
  ...withOpposite(contains, { name: 'DoesNotContain', aliases: ['DoesNotHave'], inFilters: true }),
  ...withOpposite(containsInAnyCase, { name: 'IDoesNotContain' }),
];

function holds(found: unknown, given: unknown): boolean {
  if (given === missing || given === null) return false;
  if (Array.isArray(found)) return found.some((item) => isSame(item, given));
  if (typeof given !== 'string') return false;
  if (typeof found === 'string') return found.includes(given);
  return isMapping(found) && childOf(found, given) !== missing;
}
