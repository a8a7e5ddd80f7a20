import type { LeafTest } from '@margay/model';
import type { Given, Scalar } from '../given.ts';

/**
 * One condition: everything reading, running, converting and showing it needs to know. `found` is a JSON value, or
 * `missing` where the event has nothing there.
 */
export interface Condition {
  name: string;
  /** Other spellings, kept as they are in the file. */
  aliases?: readonly string[];
  /** `value`: one scalar; `values`: a list of them; `nothing`: it asks about the found value alone. */
  takes: 'nothing' | 'value' | 'values';
  /** May stand between two keys. */
  mayCompareKeys?: boolean;
  inFilters?: boolean;
  /** Why it can never be met by what was given. */
  faultOf?(given: Scalar): GivenFault | undefined;
  /** Prepares what is given once, for many events. Between two keys it is a JSON value or `missing`. */
  test(given: unknown): (found: unknown) => boolean;
  python(of: PythonOperands): string;
  /** One of these holds for every value that meets the condition; absent: nothing is certain. */
  implies?(given: Given): LeafTest[];
}

export interface GivenFault {
  is: 'text' | 'number' | 'other';
  message: string;
  remedy: string;
}

/** Python expressions. */
export interface PythonOperands {
  /** The found value; None where it is missing or null. */
  found: string;
  /** Whether the event has something there, be it None. */
  exists: string;
  given: string;
  /** What is given is text written in the detection. */
  isText: boolean;
}

/** A condition and its opposite, which also holds where there is nothing to look at. */
export function withOpposite(
  condition: Condition,
  opposite: Pick<Condition, 'name' | 'aliases' | 'inFilters'>,
): Condition[] {
  const { takes, mayCompareKeys, faultOf, test, python } = condition;
  return [
    condition,
    {
      takes,
      mayCompareKeys,
      faultOf,
      ...opposite,
      test(given) {
        const holds = test(given);
        return (found) => !holds(found);
      },
      python: (of) => `(not ${python(of)})`,
    },
  ];
}
