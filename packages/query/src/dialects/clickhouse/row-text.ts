import type { RowText } from '../../ir/expression.ts';
import { boolean } from '../../ir/types.ts';
import { overflowName } from '../../ir/typing.ts';
import { idsOfLine, isIdPiece, isLongPiece, wordsOfLine } from './at-rest.ts';
import { asJson, asText } from './coerce.ts';
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
  if (test.op === 'values') return native(inValues(test.text, level, parameters), boolean);
  const sql = level.raw ?? joinedTexts(level);
  if (sql === undefined) return native('false', boolean);
  return native(onText(test, sql, parameters, level.hasIdsApart), boolean);
}

function joinedTexts(level: Level): string | undefined {
  const texts = level.columns.flatMap((column) => textsOf(column.value()));
  if (texts.length === 0) return undefined;
  // The engine leaves out what is null. A function for each column would take it longer to plan than to run.
  return `arrayStringConcat([${texts.join(', ')}], '\\n')`;
}

/** The index finds rows that have all words; a phrase is then looked for in those rows only. */
function wordsIn(text: string, sql: string, parameters: Parameters, hasIdsApart: boolean): string {
  const tokens = tokensOf(text);
  const exact = `(${wordsFinder(text)}(${sql}, ${parameters.bind(text, 'String')}) > 0)`;
  if (tokens.length === 0) return exact;
  const found = hasIdsApart
    ? wordsAndPieces(tokens, sql, parameters)
    : `hasAllTokens(lower(${sql}), ${parameters.bind(tokens, 'Array(String)')})`;
  return tokens.length === 1 && tokens[0] === asciiLower(text) ? found : `(${found} AND ${exact})`;
}

/**
 * Words through the index over them. Pieces of ids are not in it: the index over the long ones says which few thousand lines
 * may have them, and those are read; for pieces of four alone all lines are.
 */
function wordsAndPieces(tokens: readonly string[], sql: string, parameters: Parameters): string {
  const all = (test: string, line: string, some: readonly string[]) =>
    some.length === 0 ? [] : [`${test}(${line}, ${parameters.bind(some, 'Array(String)')})`];
  const pieces = tokens.filter(isIdPiece);
  const tests = [
    ...all(
      'hasAllTokens',
      wordsOfLine(sql),
      tokens.filter((token) => !isIdPiece(token)),
    ),
    ...all('hasAll', idsOfLine(sql), pieces.filter(isLongPiece)),
    ...all('hasAllTokens', `lower(${sql})`, pieces),
  ];
  return tests.length === 1 ? tests[0]! : `(${tests.join(' AND ')})`;
}

function onText(test: RowText, sql: string, parameters: Parameters, hasIdsApart: boolean): string {
  switch (test.op) {
    case 'words':
      return wordsIn(test.text, sql, parameters, hasIdsApart);
    case 'contains':
      return `(${finder(test.text)}(${sql}, ${parameters.bind(test.text, 'String')}) > 0)`;
    case 'like':
      return `(${sql} ILIKE ${parameters.bind(test.text.replaceAll('\\', '\\\\'), 'String')})`;
    case 'values':
      throw new Error('A test of values looks at columns, not at one text.');
    case 'regexp':
      return `match(${sql}, ${parameters.bind(test.text, 'String')})`;
  }
}

/** One pass over all texts of the row; keys of objects are none. */
function inValues(text: string, level: Level, parameters: Parameters): string {
  const columns = level.columns.filter((column) => !column.hidden || column.name === overflowName);
  const values = columns.flatMap((column) => scalarsOf(column.value()));
  const texts = values.filter(({ form }) => form === 'text').map(({ sql }) => `ifNull(${sql}, '')`);
  const lists = values.filter(({ form }) => form === 'json').map(({ sql }) => leavesOf(sql));
  if (texts.length > 0 || lists.length === 0) lists.unshift(`[${texts.join(', ')}]`);
  const all = lists.length === 1 ? lists[0]! : `arrayConcat(${lists.join(', ')})`;
  return `arrayExists(value -> ${contained(text, parameters)}, ${all})`;
}

/** A text that has no upper and lower case, as an address, is found a third faster by its bytes. */
function finder(text: string): string {
  return text.toLowerCase() === text.toUpperCase() ? 'position' : 'positionCaseInsensitiveUTF8';
}

/** Words are what the index has: it knows upper and lower case of ASCII letters only, which is found a fifth faster. */
function wordsFinder(text: string): string {
  const find = finder(text);
  return find !== 'position' && isAscii(text) ? 'positionCaseInsensitive' : find;
}

const isAscii = (text: string) => [...text].every((letter) => letter.charCodeAt(0) < 128);

function contained(text: string, parameters: Parameters): string {
  if (!text.includes('*'))
    return `(${parameters.bind(text, 'String')} = '' OR ${finder(text)}(value, ${parameters.bind(text, 'String')}) > 0)`;
  const pattern = text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll(/\*+/g, '%');
  return `(value ILIKE ${parameters.bind(`%${pattern}%`, 'String')})`;
}

/** Strings, numbers and truth values of a JSON text: its tokens without keys, which a colon follows. */
function leavesOf(sql: string): string {
  const tokens = `extractAll(ifNull(${sql}, ''), '"(?:[^"\\\\\\\\]|\\\\\\\\.)*"\\\\s*:?|[^\\\\s",:{}\\\\[\\\\]]+')`;
  const values = `arrayFilter(token -> NOT endsWith(token, ':') AND token != 'null', ${tokens})`;
  return `arrayMap(token -> if(startsWith(token, '"'), JSONExtractString(token), token), ${values})`;
}

function scalarsOf(value: Value): { form: 'text' | 'json'; sql: string }[] {
  if (value.kind === 'object') return value.fields.flatMap((field) => scalarsOf(field.value));
  const isNested = value.form === 'json' || value.type.kind === 'array';
  return [isNested ? { form: 'json', sql: asJson(value) } : { form: 'text', sql: asText(value) }];
}

function textsOf(value: Value): string[] {
  if (value.kind === 'object') return value.fields.flatMap((field) => textsOf(field.value));
  return [asText(value)];
}
