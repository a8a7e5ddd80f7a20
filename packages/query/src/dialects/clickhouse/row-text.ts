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

/** A test of the row as text: over the raw line where the table keeps one, else over every value of the row. */
export function rowText(test: RowText, level: Level, parameters: Parameters): ScalarValue {
  if (level.raw) return native(overRaw(test, level.raw, parameters), boolean);
  const texts = level.columns.flatMap((column) => textsOf(column.value()));
  if (texts.length === 0) return native('false', boolean);
  const joined = `concat(${texts.map((sql) => `ifNull(${sql}, '')`).join(", '\\n', ")}, '')`;
  return native(onText(test, joined, parameters), boolean);
}

function overRaw(test: RowText, raw: string, parameters: Parameters): string {
  if (test.op !== 'words') return onText(test, raw, parameters);
  const whole = tokensOf(test.text);
  // Only tokens that are cut off on both sides inside the text are sure to be whole tokens of the line.
  const inner = whole.length > 0 ? parameters.bind(whole, 'Array(String)') : undefined;
  const exact = onText({ ...test, op: 'contains' }, raw, parameters);
  if (!inner) return exact;
  const found = `hasAllTokens(lower(${raw}), ${inner})`;
  const isOneToken = whole.length === 1 && whole[0] === asciiLower(test.text);
  return isOneToken ? found : `(${found} AND ${exact})`;
}

function onText(test: RowText, sql: string, parameters: Parameters): string {
  const bound = parameters.bind(test.text, 'String');
  switch (test.op) {
    case 'words':
    case 'contains':
      return `(positionCaseInsensitiveUTF8(${sql}, ${bound}) > 0)`;
    case 'like':
      return `(${sql} ILIKE ${parameters.bind(test.text.replaceAll('\\', '\\\\'), 'String')})`;
    case 'regexp':
      return `match(${sql}, ${bound})`;
  }
}

function textsOf(value: Value): string[] {
  if (value.kind === 'object') return value.fields.flatMap((field) => textsOf(field.value));
  return [asText(value)];
}
