import { MargayError } from '@margay/kit';

/** SQLSTATE classes of a store that is away, busy or full, or that ended a transaction in favour of another one. */
const passingStates = /^(08|40|53|55|57|58)/;

/**
 * Whether a failure is one of the program or of the data, so that trying again mends nothing; false where an engine may be
 * away, and where one cannot tell.
 */
export function isLastingFailure(error: unknown): boolean {
  if (error instanceof MargayError) return error.kind !== 'upstream' && error.kind !== 'limit';
  if (!(error instanceof Error)) return false;
  // A request that did not come through is a TypeError with a cause.
  if (error instanceof TypeError) return error.cause === undefined;
  if (error instanceof RangeError || error instanceof SyntaxError || error instanceof ReferenceError)
    return true;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !passingStates.test(code);
}
