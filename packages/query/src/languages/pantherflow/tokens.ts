import type { Diagnostic, Span } from '../../diagnostics.ts';
import { errorAt } from '../../diagnostics.ts';
import type { SpanOf } from '../line-index.ts';
import { lineIndex } from '../line-index.ts';
import { readQuotedText } from './text-literal.ts';
import { timespanUnits } from './timespan.ts';

/** `side` is `$left` and `$right`; `broken` is a character outside the language. */
export type FlowTokenKind =
  | 'word'
  | 'quoted'
  | 'int'
  | 'double'
  | 'timespan'
  | 'text'
  | 'side'
  | 'symbol'
  | 'comment'
  | 'broken'
  | 'end';

export interface FlowToken {
  kind: FlowTokenKind;
  /** Words, numbers and symbols as typed; quoted names and texts without quotes and escapes. */
  text: string;
  /** Of numbers and timespans, the latter in microseconds. */
  value?: number;
  span: Span;
  /** What is wrong with the token itself; it is read as if it were right. */
  fault?: Diagnostic;
}

/** Longer texts are no queries of a person. */
export const maxFlowLength = 100_000;

const doubleSymbols: ReadonlySet<string> = new Set(['..', '==', '!=', '<=', '>=']);
const symbols: ReadonlySet<string> = new Set('|;,.:=<>+-*/%()[]{}');

const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const number = /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const suffix = /[\p{L}\p{N}_]+/uy;
const blanks = /[\s\ufeff]+/y;
const restOfLine = /[^\n\r]*/y;
const pragma = /--[ \t]*pragma:[ \t]*pantherflow[ \t]*(?=[\n\r]|$)/iy;

/** All tokens with the comments between them, and an `end` token. Never throws; a text that is too long has no tokens. */
export function tokenizeFlow(source: string): FlowToken[] {
  const spanOf = lineIndex(source);
  if (source.length > maxFlowLength) {
    const span = spanOf(0, 1);
    const message = `The query is longer than ${maxFlowLength.toLocaleString('en')} characters.`;
    return [{ kind: 'end', text: '', span, fault: errorAt(span, 'limit.text', message, 'Shorten it.') }];
  }
  const tokens: FlowToken[] = [];
  let at = 0;
  let isBeforeQuery = true;
  while ((at = blanksEnd(source, at)) < source.length) {
    const pragmaLine: string | undefined = isBeforeQuery ? matchAt(pragma, source, at) : undefined;
    const token: FlowToken = pragmaLine
      ? plain('comment', pragmaLine, at, spanOf)
      : readToken(source, at, spanOf);
    isBeforeQuery &&= token.kind === 'comment';
    tokens.push(token);
    at = token.span.end;
  }
  tokens.push(plain('end', '', endOfLast(tokens), spanOf));
  return tokens;
}

function blanksEnd(source: string, at: number): number {
  // Nearly always there is one or none.
  if (source.charCodeAt(at) === 32 && source.charCodeAt(at + 1) > 32 && source.charCodeAt(at + 1) < 127)
    return at + 1;
  return at + (matchAt(blanks, source, at)?.length ?? 0);
}

/** At the end of the text something is missing just behind the last token, not behind the blanks after it. */
function endOfLast(tokens: FlowToken[]): number {
  return tokens.findLast(({ kind }) => kind !== 'comment')?.span.end ?? 0;
}

function readToken(source: string, at: number, spanOf: SpanOf): FlowToken {
  const code = source.charCodeAt(at);
  if (isLetter(code)) return plain('word', matchAt(word, source, at)!, at, spanOf);
  if (code >= 48 && code <= 57) return readNumber(source, at, matchAt(number, source, at)!, spanOf);
  const character = source[at]!;
  if (character === "'" || character === '"') return readText(source, at, spanOf);
  if (character === '`') return readQuotedName(source, at, spanOf);
  const two = source.slice(at, at + 2);
  if (two === '//') return plain('comment', matchAt(restOfLine, source, at)!, at, spanOf);
  if (character === '$') {
    const side = ['$left', '$right'].find((candidate) => source.startsWith(candidate, at));
    return side ? plain('side', side, at, spanOf) : readBroken(source, at, spanOf);
  }
  if (foreignSigns.has(two)) return readForeign(source, at, two, spanOf);
  if (doubleSymbols.has(two)) return plain('symbol', two, at, spanOf);
  if (foreignSigns.has(character)) return readForeign(source, at, character, spanOf);
  return symbols.has(character) ? plain('symbol', character, at, spanOf) : readBroken(source, at, spanOf);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function plain(kind: FlowTokenKind, text: string, at: number, spanOf: SpanOf): FlowToken {
  return { kind, text, span: spanOf(at, at + text.length) };
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.test(source) ? source.slice(at, pattern.lastIndex) : undefined;
}

function readText(source: string, at: number, spanOf: SpanOf): FlowToken {
  const { value, end, fault } = readQuotedText(source, at);
  const token: FlowToken = { kind: 'text', text: value, span: spanOf(at, end) };
  if (!fault) return token;
  const span = spanOf(fault.start, fault.end);
  return { ...token, fault: errorAt(span, fault.code, fault.message, fault.suggestion) };
}

function readQuotedName(source: string, at: number, spanOf: SpanOf): FlowToken {
  const rest = matchAt(/`[^`\n\r]*/y, source, at)!;
  const isClosed = source[at + rest.length] === '`';
  const span = spanOf(at, at + rest.length + (isClosed ? 1 : 0));
  const token: FlowToken = { kind: 'quoted', text: rest.slice(1), span };
  if (!isClosed)
    return {
      ...token,
      fault: errorAt(
        span,
        'lex.unterminated_identifier',
        'This name is not closed.',
        'Add a closing ` on the same line.',
      ),
    };
  if (rest.length > 1) return token;
  return { ...token, fault: errorAt(span, 'lex.empty_name', 'A quoted name must not be empty.') };
}

function readNumber(source: string, at: number, digits: string, spanOf: SpanOf): FlowToken {
  const letters = matchAt(suffix, source, at + digits.length) ?? '';
  const text = digits + letters;
  const span = spanOf(at, at + text.length);
  const value = Number(digits);
  if (letters === '') {
    const kind = /^[0-9]+$/.test(digits) ? 'int' : 'double';
    const isTooLarge = kind === 'int' ? isBeyondInt64(digits) : !Number.isFinite(value);
    return isTooLarge ? tooLarge({ kind, text: '0', value: 0, span }) : { kind, text, value, span };
  }
  const microseconds = timespanUnits[letters];
  if (microseconds !== undefined && !/[eE]/.test(digits)) {
    const token: FlowToken = { kind: 'timespan', text, value: Math.round(value * microseconds), span };
    return Number.isSafeInteger(token.value) ? token : tooLarge({ ...token, value: 0 });
  }
  const message = `"${shortened(letters)}" is no unit of time, and nothing else may follow a number directly.`;
  const advice = 'Write a unit such as s, m, h or d, or put a blank or an operator after the number.';
  const fault = errorAt(span, 'lex.invalid_number_suffix', message, advice);
  return { kind: 'double', text, value, span, fault };
}

/** Compared as text, because parsing very many digits takes long. The limit is that of the negative numbers. */
function isBeyondInt64(digits: string): boolean {
  const significant = digits.replace(/^0+/, '');
  const largest = '9223372036854775808';
  return significant.length === largest.length ? significant > largest : significant.length > largest.length;
}

function tooLarge(token: FlowToken): FlowToken {
  return { ...token, fault: errorAt(token.span, 'value.invalid', 'This number is too large.') };
}

const foreignSigns: ReadonlySet<string> = new Set(['&&', '!', '#', '/*', '<>']);

/** Signs of other languages, read as what they mean there so that one slip gives one message. */
function readForeign(source: string, at: number, sign: string, spanOf: SpanOf): FlowToken {
  const span = spanOf(at, at + sign.length);
  const fault = (message: string, suggestion: string) =>
    errorAt(span, 'lex.invalid_character', message, suggestion);
  if (sign === '&&')
    return { kind: 'word', text: 'and', span, fault: fault('"&&" is not part of PantherFlow.', 'and') };
  if (sign === '!')
    return { kind: 'word', text: 'not', span, fault: fault('"!" is not part of PantherFlow.', 'not') };
  if (sign === '<>')
    return { kind: 'symbol', text: '!=', span, fault: fault('"<>" is not part of PantherFlow.', '!=') };
  const closing = source.indexOf('*/', at + 2);
  const ofBlock = closing < 0 ? source.slice(at) : source.slice(at, closing + 2);
  const text = sign === '#' ? matchAt(restOfLine, source, at)! : ofBlock;
  return {
    ...plain('comment', text, at, spanOf),
    fault: fault('Comments begin with //.', 'Begin the comment with //.'),
  };
}

const lookalikes: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '＇': "'",
  '；': ';',
  '，': ',',
  '（': '(',
  '）': ')',
  '–': '-',
  '—': '-',
  '¦': '|',
};

/** Signs and letters outside the language; those in a row are one token. */
const foreignRun = /[^\s!-~‘’“”＇；，（）–—¦]+/uy;

function readBroken(source: string, at: number, spanOf: SpanOf): FlowToken {
  const character = String.fromCodePoint(source.codePointAt(at)!);
  const token = plain('broken', matchAt(foreignRun, source, at) ?? character, at, spanOf);
  const meant = lookalikes[character];
  const message = `The character ${JSON.stringify(character)} has no meaning here.`;
  const advice = /\p{L}/u.test(character) ? 'Put a name with such letters between ` and `.' : undefined;
  const suggestion = meant === undefined ? advice : `Did you mean ${meant} ?`;
  return { ...token, fault: errorAt(token.span, 'lex.invalid_character', message, suggestion) };
}

/** Of a word in a message: long ones are cut. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
