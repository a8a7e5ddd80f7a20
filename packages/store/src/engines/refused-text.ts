import { invalidInput } from '@margay/kit';

/** `character_not_in_repertoire` and `untranslatable_character` (PostgreSQL, appendix A): in UTF-8 only U+0000 is left. */
const codesOfNul = ['22021', '22P05'];

/** Waits for a query; a text that no column can hold is the caller's fault, not the engine's. */
export async function withRefusedText<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    const character = refusedCharacter(error);
    if (character === undefined) throw error;
    throw invalidInput(`A text holds ${character}, which cannot be stored. Take it out.`, { cause: error });
  }
}

function refusedCharacter(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (codesOfNul.includes(String(error.code))) return 'the character U+0000';
  const isHalf = 'detail' in error && /surrogate/.test(String(error.detail));
  return isHalf ? 'half a character (a lone surrogate)' : undefined;
}
