/** How several answers become one. */
export interface Combinator {
  name: string;
  inFilters: boolean;
  /** Of how many parts it is certain that they hold where the group does. */
  implies: 'every' | 'some' | 'none';
  /** Builds the check of a group; the parts are asked in order, and no more of them than needed. */
  combine(parts: readonly Check[]): Check;
  /** Python over the texts of the parts. */
  python: { empty: 'True' | 'False'; before: string; between: string; after: string };
}

/** Whether something holds for an event, or for an element of a list in it. */
export type Check = (root: unknown) => boolean;

export const all: Combinator = {
  name: 'All',
  inFilters: true,
  implies: 'every',
  combine: (parts) => (parts.length === 1 ? parts[0]! : (root) => parts.every((holds) => holds(root))),
  python: { empty: 'True', before: '(', between: 'and ', after: ')' },
};

export const any: Combinator = {
  name: 'Any',
  inFilters: true,
  implies: 'some',
  combine: (parts) => (root) => parts.some((holds) => holds(root)),
  python: { empty: 'False', before: '(', between: 'or ', after: ')' },
};

const onlyOne: Combinator = {
  name: 'OnlyOne',
  inFilters: false,
  implies: 'some',
  combine: (parts) => (root) => {
    let count = 0;
    for (const holds of parts) if (holds(root) && ++count > 1) return false;
    return count === 1;
  },
  python: { empty: 'False', before: 'only_one(', between: ', ', after: ')' },
};

const none: Combinator = {
  name: 'None',
  inFilters: false,
  implies: 'none',
  combine: (parts) => (root) => !parts.some((holds) => holds(root)),
  python: { empty: 'True', before: '(not (', between: 'or ', after: '))' },
};

export const combinators: readonly Combinator[] = [all, any, none, onlyOne];
