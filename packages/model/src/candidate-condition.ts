export type Literal = string | number | boolean | null;

/** What is asked of one value of an event; a missing value differs from null only for `missing`. */
export type LeafTest =
  /** Python's `==` with one of the literals. */
  | { in: Literal[] }
  | { prefix: string[] }
  | { suffix: string[] }
  /** One of the texts occurs in the text. */
  | { contains: string[] }
  | 'truthy'
  | 'missing'
  | 'null'
  | 'text'
  | 'mapping'
  | 'list'
  /** Numbers and booleans. */
  | 'number'
  /** Reading the unified name may raise or run a data model's method. */
  | 'unsafe';

export interface CandidateTest {
  /** Mapping keys from the root; the case of letters counts only where the path is exact. */
  path: { keys: string[]; isExact: boolean };
  is: LeafTest;
  isNegated: boolean;
}

/** What an event must meet for a rule to say anything about it, in words of one log type, as plain data; true: nothing is known. */
export type CandidateCondition =
  | boolean
  | { all: CandidateCondition[] }
  | { any: CandidateCondition[] }
  | CandidateTest;
