import type { RowText } from '../../ir/expression.ts';

/**
 * What a term of `search` looks for. In double quotes, `'"10.0.0.1"'`, it is a word or phrase as in the form's free
 * text: found through the index of the raw lines, and not inside longer words. Anything else is found in any value.
 */
export function readTerm(term: string): RowText {
  const quoted = /^"(.+)"$/s.exec(term)?.[1];
  return quoted === undefined
    ? { kind: 'rowText', op: 'values', text: term }
    : { kind: 'rowText', op: 'words', text: quoted };
}

/** The term that `readTerm` reads as these whole words. */
export function wholeWords(text: string): string {
  return `"${text}"`;
}
