import { invalidInput, limitExceeded, type MargayError } from '@margay/kit';

/** Codes of PostgreSQL, appendix A. In UTF-8, U+0000 is the one character the first two are about. */
const codesOfNul = ['22021', '22P05'];
const diskFull = '53100';

/** Waits for a query. What its caller, or whoever runs the machine, can mend is said in their words. */
export async function explained<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw explanationOf(error) ?? error;
  }
}

function explanationOf(error: unknown): MargayError | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const code = String(error.code);
  if (codesOfNul.includes(code)) return unstorable('the character U+0000', error);
  const isHalf = 'detail' in error && /surrogate/.test(String(error.detail));
  if (isHalf) return unstorable('half a character (a lone surrogate)', error);
  if (code !== diskFull) return undefined;
  return limitExceeded('The disk of the state store is full. Free some space and try again.', {
    code: 'StorageFull',
    status: 507,
    cause: error,
  });
}

const unstorable = (character: string, cause: Error) =>
  invalidInput(`A text holds ${character}, which cannot be stored. Take it out.`, { cause });
