import type { LeafTest } from '@margay/model';
import { type Condition, type GivenFault, withOpposite } from './condition.ts';
import { lowered } from './values.ts';

/** Text that begins or ends with another. Anything but text does neither. */
const startsWith = textCondition(
  'StartsWith',
  (text, part) => text.startsWith(part),
  'starts_with',
  (part) => ({ prefix: [part] }),
);
const endsWith = textCondition(
  'EndsWith',
  (text, part) => text.endsWith(part),
  'ends_with',
  (part) => ({ suffix: [part] }),
);

export const text = [
  ...withOpposite(startsWith, { name: 'DoesNotStartWith' }),
  ...withOpposite(inAnyCase(startsWith), { name: 'IDoesNotStartWith' }),
  ...withOpposite(endsWith, { name: 'DoesNotEndWith' }),
  ...withOpposite(inAnyCase(endsWith), { name: 'IDoesNotEndWith' }),
];

function textCondition(
  name: string,
  holds: (text: string, part: string) => boolean,
  helper: string,
  leaf: (part: string) => LeafTest,
): Condition {
  return {
    name,
    takes: 'value',
    mayCompareKeys: true,
    inFilters: true,
    faultOf: (given) => (typeof given === 'string' ? undefined : textOnly(name)),
    test: (given) => (found) => typeof found === 'string' && typeof given === 'string' && holds(found, given),
    python: ({ found, given }) => `${helper}(${found}, ${given})`,
    implies: (given) => [typeof given === 'string' ? leaf(given) : 'text'],
  };
}

/** The same without regard to case. */
function inAnyCase(condition: Condition): Condition {
  return {
    ...condition,
    name: `I${condition.name}`,
    inFilters: false,
    test: (given) => {
      const holds = condition.test(lowered(given));
      return (found) => typeof found === 'string' && holds(found.toLowerCase());
    },
    python: (of) => condition.python({ ...of, found: `lower(${of.found})`, given: `lower(${of.given})` }),
    implies: () => ['text'],
  };
}

function textOnly(name: string): GivenFault {
  return {
    is: 'text',
    message: `${name} compares texts.`,
    remedy: 'Put the value in quotes, or use another condition.',
  };
}
