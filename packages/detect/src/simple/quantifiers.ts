import type { Check } from './combinators.ts';

/** Of how many elements of a list the expressions must hold. */
export interface Quantifier {
  name: string;
  /** It does not hold where there is no list. */
  needsList: boolean;
  /** `list` is undefined where the event has no list there. */
  holds(list: readonly unknown[] | undefined, check: Check): boolean;
  /** Python; `list` and `check` are expressions, `check` about the variable `element`. */
  python(list: string, check: string): string;
}

export const quantifiers: readonly Quantifier[] = [
  {
    name: 'AllElements',
    needsList: true,
    holds: (list, check) => list !== undefined && list.every((element) => check(element)),
    python: (list, check) => `all_elements(${list}, lambda element: ${check})`,
  },
  {
    name: 'AnyElement',
    needsList: true,
    holds: (list, check) => list !== undefined && list.some((element) => check(element)),
    python: (list, check) => `any_element(${list}, lambda element: ${check})`,
  },
  {
    name: 'NoElement',
    needsList: false,
    holds: (list, check) => list === undefined || !list.some((element) => check(element)),
    python: (list, check) => `(not any_element(${list}, lambda element: ${check}))`,
  },
  {
    name: 'OnlyOneElement',
    needsList: true,
    holds: (list, check) => list !== undefined && countUpToTwo(list, check) === 1,
    python: (list, check) => `only_one_element(${list}, lambda element: ${check})`,
  },
];

function countUpToTwo(list: readonly unknown[], check: Check): number {
  let count = 0;
  for (const element of list) if (check(element) && ++count === 2) break;
  return count;
}
