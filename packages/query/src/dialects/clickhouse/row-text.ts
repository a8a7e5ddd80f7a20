import type { RowText } from '../../ir/expression.ts';
import { boolean } from '../../ir/types.ts';
import { asText } from './coerce.ts';
import type { Level } from './level.ts';
import type { Parameters } from './parameters.ts';
import type { ScalarValue, Value } from './value.ts';
import { native } from './value.ts';

/** What the engine's `splitByNonAlpha` tokenizer takes for one token: runs of ASCII letters and digits, and bytes above. */
const token = /[a-z0-9\u0080-\u{10ffff}]+/gu;

/** The tokens of a text as the lake's text index over `lower(raw line)` has them. */
export function tokensOf(text: string): string[] {
  return [...new Set(asciiLower(text).match(token) ?? [])];
}

/** `lower` of the engine changes ASCII letters only; so do we, or index and search would disagree. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * A test of the row as text: over the raw line where the table keeps one, else over every value of the row. `words`
 * means whole words: a phrase begins and ends at a word's border.
 */
export function rowText(test: RowText, level: Level, parameters: Parameters): ScalarValue {
  const sql = level.raw ?? joinedTexts(level);
  if (sql === undefined) return native('false', boolean);
  return native(onText(test, sql, parameters), boolean);
}

function joinedTexts(level: Level): string | undefined {
  const texts = level.columns.flatMap((column) => textsOf(column.value()));
  if (texts.length === 0) return undefined;
  return `concat(${texts.map((sql) => `ifNull(${sql}, '')`).join(", '\\n', ")}, '')`;
}

/** The index finds rows that have all words; a phrase is then looked for in those rows only. */
function wordsIn(text: string, sql: string, parameters: Parameters): string {
  const tokens = tokensOf(text);
  const exact = onText({ kind: 'rowText', op: 'contains', text }, sql, parameters);
  if (tokens.length === 0) return exact;
  const found = `hasAllTokens(lower(${sql}), ${parameters.bind(tokens, 'Array(String)')})`;
  return tokens.length === 1 && tokens[0] === asciiLower(text) ? found : `(${found} AND ${exact})`;
}

function onText(test: RowText, sql: string, parameters: Parameters): string {
  switch (test.op) {
    case 'words':
      return wordsIn(test.text, sql, parameters);
    case 'contains':
      return `(positionCaseInsensitiveUTF8(${sql}, ${parameters.bind(test.text, 'String')}) > 0)`;
    case 'like':
      return `(${sql} ILIKE ${parameters.bind(test.text.replaceAll('\\', '\\\\'), 'String')})`;
    case 'regexp':
      return `match(${sql}, ${parameters.bind(test.text, 'String')})`;
  }
}

function textsOf(value: Value): string[] {
  if (value.kind === 'object') return value.fields.flatMap((field) => textsOf(field.value));
  return [asText(value)];
}
