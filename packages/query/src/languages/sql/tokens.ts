import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import { timeUnit } from '../../functions/time-units.ts';
import type { SpanOf } from '../line-index.ts';
import { lineIndex } from '../line-index.ts';

export type TokenKind = 'word' | 'quoted' | 'number' | 'text' | 'symbol' | 'end';

export interface Token {
  kind: TokenKind;
  /** Words as typed, quoted names and texts without quotes and escapes. */
  text: string;
  span: Span;
}

/** Longer texts are no queries of a person. */
const maxLength = 100_000;

const symbols = [
  '::',
  '<>',
  '!=',
  '<=',
  '>=',
  '||',
  '=>',
  '->',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  ';',
  ':',
  '=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
];

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const blank = /[ \t\r\n\f\u00a0\ufeff]/;

const simpleEscapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

/** Cuts SQL into tokens; throws a `QueryFault` at the first character that belongs to none. */
export function tokenize(source: string): Token[] {
  const position = lineIndex(source);
  if (source.length > maxLength)
    refuse(
      position(0, 1),
      'limit.text',
      `The query is longer than ${maxLength.toLocaleString('en')} characters. Shorten it.`,
    );
  const tokens: Token[] = [];
  let at = 0;
  while ((at = skipBlanks(source, at, position)) < source.length) {
    const [token, next] = readToken(source, at, position);
    tokens.push(token);
    at = next;
  }
  tokens.push({ kind: 'end', text: '', span: position(source.length, source.length) });
  return tokens;
}

function skipBlanks(source: string, from: number, position: SpanOf): number {
  let at = from;
  for (;;) {
    while (at < source.length && blank.test(source[at]!)) at++;
    if (source.startsWith('--', at) || source.startsWith('//', at)) {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end + 1;
    } else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      if (end < 0)
        refuse(position(at, at + 2), 'lex.unterminated_comment', 'This comment is not closed.', 'Add */.');
      at = end + 2;
    } else return at;
  }
}

function readToken(source: string, at: number, position: SpanOf): [Token, number] {
  const character = source[at]!;
  if (character === "'") return readText(source, at, position);
  if (source.startsWith('$$', at)) return readDollarText(source, at, position);
  if (character === '"') return readQuoted(source, at, position);
  const text = matchAt(word, source, at);
  if (text !== undefined)
    return [{ kind: 'word', text, span: position(at, at + text.length) }, at + text.length];
  const digits = /[0-9.]/.test(character) ? matchAt(number, source, at) : undefined;
  if (digits) return readNumber(source, at, digits, position);
  const symbol = symbols.find((candidate) => source.startsWith(candidate, at));
  if (symbol)
    return [{ kind: 'symbol', text: symbol, span: position(at, at + symbol.length) }, at + symbol.length];
  return invalidCharacter(source, at, position);
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function readNumber(source: string, at: number, digits: string, position: SpanOf): [Token, number] {
  const end = at + digits.length;
  const span = position(at, end);
  const next = matchAt(word, source, end);
  // `1d` is a length of time, which only the time macros take.
  if (next !== undefined && timeUnit(next) === undefined)
    refuse(span, 'lex.invalid_number', 'A number must be followed by a blank or an operator.');
  return [{ kind: 'number', text: digits, span }, end];
}

function readText(source: string, start: number, position: SpanOf): [Token, number] {
  let text = '';
  let at = start + 1;
  while (at < source.length) {
    const character = source[at]!;
    if (character === "'" && source[at + 1] === "'") {
      text += "'";
      at += 2;
    } else if (character === "'") {
      return [{ kind: 'text', text, span: position(start, at + 1) }, at + 1];
    } else if (character === '\\') {
      const [piece, next] = readEscape(source, at);
      text += piece;
      at = next;
    } else {
      text += character;
      at++;
    }
  }
  return refuse(
    position(start, start + 1),
    'lex.unterminated_string',
    'This text is not closed.',
    "Add a closing '.",
  );
}

/** As in Snowflake; an escape it does not know keeps its backslash, so that patterns like `\d` stay what they are. */
function readEscape(source: string, at: number): [string, number] {
  const next = source[at + 1];
  if (next === undefined) return ['\\', at + 1];
  const hex = next === 'x' ? /^[0-9a-fA-F]{2}/ : next === 'u' ? /^[0-9a-fA-F]{4}/ : undefined;
  const digits = hex?.exec(source.slice(at + 2, at + 6))?.[0];
  if (digits) return [String.fromCharCode(Number.parseInt(digits, 16)), at + 2 + digits.length];
  const simple = simpleEscapes[next];
  if (simple !== undefined) return [simple, at + 2];
  return next === "'" || next === '"' || next === '\\' ? [next, at + 2] : [`\\${next}`, at + 2];
}

function readDollarText(source: string, start: number, position: SpanOf): [Token, number] {
  const end = source.indexOf('$$', start + 2);
  if (end < 0)
    refuse(
      position(start, start + 2),
      'lex.unterminated_string',
      'This text is not closed.',
      'Add a closing $$.',
    );
  return [{ kind: 'text', text: source.slice(start + 2, end), span: position(start, end + 2) }, end + 2];
}

function readQuoted(source: string, start: number, position: SpanOf): [Token, number] {
  let text = '';
  let at = start + 1;
  while (at < source.length) {
    if (source[at] !== '"') text += source[at++];
    else if (source[at + 1] === '"') {
      text += '"';
      at += 2;
    } else {
      const span = position(start, at + 1);
      if (text === '') refuse(span, 'lex.empty_name', 'A quoted name must not be empty.');
      return [{ kind: 'quoted', text, span }, at + 1];
    }
  }
  return refuse(
    position(start, start + 1),
    'lex.unterminated_identifier',
    'This name is not closed.',
    'Add a closing ".',
  );
}

const lookalikes: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '`': '"',
  '＇': "'",
  '；': ';',
  '，': ',',
  '（': '(',
  '）': ')',
};

function invalidCharacter(source: string, at: number, position: SpanOf): never {
  const character = String.fromCodePoint(source.codePointAt(at)!);
  const meant = lookalikes[character];
  return refuse(
    position(at, at + character.length),
    'lex.invalid_character',
    `The character ${JSON.stringify(character)} has no meaning here.`,
    meant === undefined ? undefined : `Did you mean ${meant} ?`,
  );
}
