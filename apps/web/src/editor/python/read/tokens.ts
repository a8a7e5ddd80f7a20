/** What a stretch of Python is. `format-start` and `format-end` stand around an f-string; what it computes is between them. */
export type TokenKind =
  | 'name'
  | 'number'
  | 'string'
  | 'format-start'
  | 'format-end'
  | 'operator'
  | 'comment'
  | 'newline';

export interface Token {
  kind: TokenKind;
  from: number;
  /** Behind the last character. */
  to: number;
  text: string;
  /** Brackets open around it; the two ends of a pair have the same number. */
  depth: number;
  /** Of a string: what is between the quotes. */
  contentFrom?: number;
  contentTo?: number;
}

const blank = /[ \t\f\r\ufeff]+|\\\r?\n/y;
const name = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const number =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const operator = /->|:=|[=!<>]=|\*\*|\/\/|<<|>>|[\s\S]/uy;
const prefix = /^(?:[ubft]|[bft]?r|r[bft])$/i;

const openers = new Set(['(', '[', '{']);
const closers = new Set([')', ']', '}']);
/** Text may nest f-strings without end; below this they are read as plain strings. */
const deepestFormat = 40;

/**
 * Reads Python as its own tokenizer would, as far as names, strings, comments and brackets go. Any text can be read:
 * an open string ends with its line, an open triple-quoted one with the text.
 */
export function readTokens(text: string): Token[] {
  const reader = new Reader(text);
  reader.readCode(0, undefined);
  return reader.tokens;
}

class Reader {
  readonly tokens: Token[] = [];
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  private match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0];
  }

  private add(kind: TokenKind, from: number, to: number, content?: { from: number; to: number }): void {
    const token: Token = { kind, from, to, text: this.text.slice(from, to), depth: this.depth };
    if (content) Object.assign(token, { contentFrom: content.from, contentTo: content.to });
    this.tokens.push(token);
  }

  /** Reads code and gives the place behind it. Inside an f-string it ends before what ends the replacement field. */
  readCode(from: number, field: number | undefined): number {
    const { text } = this;
    const outside = this.depth;
    let at = from;
    while (at < text.length) {
      const character = text[at] ?? '';
      if (field !== undefined && this.depth === outside && endsField(text, at)) return at;
      const skipped = this.match(blank, at);
      if (skipped !== undefined) at += skipped.length;
      else if (character === '\n') {
        if (this.depth === 0) this.add('newline', at, at + 1);
        at += 1;
      } else if (character === '#') {
        const end = lineEnd(text, at);
        this.add('comment', at, end);
        at = end;
      } else at = this.readToken(at, field ?? 0, outside);
    }
    return at;
  }

  private readToken(at: number, nesting: number, outside: number): number {
    const { text } = this;
    const word = this.match(name, at);
    const start = word !== undefined && prefix.test(word) ? at + word.length : at;
    if (text[start] === '"' || text[start] === "'") return this.readString(at, start, nesting);
    if (word !== undefined) {
      this.add('name', at, at + word.length);
      return at + word.length;
    }
    const digits = this.match(number, at);
    if (digits !== undefined) {
      this.add('number', at, at + digits.length);
      return at + digits.length;
    }
    const sign = this.match(operator, at) ?? text[at] ?? '';
    // A closing bracket that nothing opened leaves what is around an f-string alone.
    if (closers.has(sign)) this.depth = Math.max(outside, this.depth - 1);
    this.add('operator', at, at + sign.length);
    if (openers.has(sign)) this.depth += 1;
    return at + sign.length;
  }

  private readString(from: number, quoteAt: number, nesting: number): number {
    const { text } = this;
    const marks = text.slice(from, quoteAt).toLowerCase();
    const character = text[quoteAt] ?? '';
    const quote = text.startsWith(character.repeat(3), quoteAt) ? character.repeat(3) : character;
    const contentFrom = quoteAt + quote.length;
    if (/[ft]/.test(marks) && nesting < deepestFormat)
      return this.readFormat(from, contentFrom, quote, marks.includes('r'), nesting);
    const contentTo = stringEnd(text, contentFrom, quote);
    const to = text.startsWith(quote, contentTo) ? contentTo + quote.length : contentTo;
    this.add('string', from, to, { from: contentFrom, to: contentTo });
    return to;
  }

  private readFormat(
    from: number,
    contentFrom: number,
    quote: string,
    isRaw: boolean,
    nesting: number,
  ): number {
    this.add('format-start', from, contentFrom);
    this.depth += 1;
    const end = this.readFormatText(contentFrom, quote, isRaw, nesting, false);
    this.depth -= 1;
    const to = this.text.startsWith(quote, end) ? end + quote.length : end;
    this.add('format-end', end, to);
    return to;
  }

  /** The words of an f-string or of a format in it, with the fields among them. */
  private readFormatText(
    from: number,
    quote: string,
    isRaw: boolean,
    nesting: number,
    isSpec: boolean,
  ): number {
    const { text } = this;
    let at = from;
    while (at < text.length) {
      if (text.startsWith(quote, at)) return at;
      const character = text[at];
      if (character === '\n' && quote.length === 1) return at;
      if (isSpec && character === '}') return at;
      if (!isSpec && (text.startsWith('{{', at) || text.startsWith('}}', at))) at += 2;
      else if (character === '{') at = this.readField(at, quote, isRaw, nesting);
      else if (character === '\\') at = afterEscape(text, at, isRaw);
      else at += 1;
    }
    return at;
  }

  private readField(from: number, quote: string, isRaw: boolean, nesting: number): number {
    const { text } = this;
    this.add('operator', from, from + 1);
    this.depth += 1;
    const outside = this.depth;
    let at = this.readCode(from + 1, nesting + 1);
    this.depth = outside;
    if (text[at] === '!') at += 1 + (this.match(name, at + 1)?.length ?? 0);
    if (text[at] === ':' && nesting < deepestFormat)
      at = this.readFormatText(at + 1, quote, isRaw, nesting + 1, true);
    this.depth -= 1;
    if (text[at] !== '}') return Math.max(at, from + 1);
    this.add('operator', at, at + 1);
    return at + 1;
  }
}

function endsField(text: string, at: number): boolean {
  const character = text[at];
  return character === '}' || character === ':' || (character === '!' && text[at + 1] !== '=');
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function stringEnd(text: string, from: number, quote: string): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === '\\') at = afterBackslash(text, at);
    else if (text.startsWith(quote, at) || (text[at] === '\n' && quote.length === 1)) return at;
    else at += 1;
  }
  return Math.min(at, text.length);
}

/** A backslash takes one character along; the two of a Windows line end count as one. */
function afterBackslash(text: string, at: number): number {
  return Math.min(text.length, at + (text.startsWith('\r\n', at + 1) ? 3 : 2));
}

/** In f-strings a backslash does not hide a bracket, but `\N{…}` names a character. */
function afterEscape(text: string, at: number, isRaw: boolean): number {
  const next = text[at + 1];
  if (!isRaw && next === 'N' && text[at + 2] === '{') {
    const end = /^[^{}'"\n]*\}/.exec(text.slice(at + 3, at + 120))?.[0].length;
    if (end !== undefined) return at + 3 + end;
  }
  return next === '{' || next === '}' ? at + 1 : afterBackslash(text, at);
}

/** What a plain string says; undefined for bytes, which are no names, and for those with escapes other than quotes. */
export function valueOf(text: string, token: Token): string | undefined {
  if (token.kind !== 'string' || token.contentFrom === undefined) return undefined;
  const content = text.slice(token.contentFrom, token.contentTo);
  const marks = text.slice(token.from, token.contentFrom).toLowerCase();
  if (marks.startsWith('b') || marks.startsWith('rb')) return undefined;
  if (!content.includes('\\') || marks.startsWith('r')) return content;
  return /\\[^'"\\]/.test(content) ? undefined : content.replaceAll(/\\(.)/g, '$1');
}
