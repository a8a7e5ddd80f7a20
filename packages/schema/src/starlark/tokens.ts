import { atOf } from './fault.ts';
import type { At, FaultList } from './fault.ts';
import { readNumber } from './number-literals.ts';
import { readText } from './text-literals.ts';

export type TokenKind =
  | 'name'
  | 'keyword'
  | 'number'
  | 'float'
  | 'text'
  | 'sign'
  | 'newline'
  | 'indent'
  | 'outdent'
  | 'end';

export interface Token {
  kind: TokenKind;
  text: string;
  at: At;
  /** Of numbers and texts. */
  value?: number | bigint | string;
}

const keywords = new Set(
  'and break continue def elif else for if in lambda load not or pass return'.split(' '),
);
const reserved = new Set(
  'as assert async await class del except finally from global import is nonlocal raise try while with yield'.split(
    ' ',
  ),
);
/** Longest first. */
const signs =
  '//= >>= <<= ** // >> << += -= *= /= %= &= |= ^= == != <= >= + - * / % & | ^ ~ < > = . , ; : ( ) [ ] { }'.split(
    ' ',
  );
const signsByFirst = new Map<string, string[]>();
for (const sign of signs) signsByFirst.set(sign[0]!, [...(signsByFirst.get(sign[0]!) ?? []), sign]);

const nameStart = /^[\p{L}_]$/u;
const namePart = /^[\p{L}\p{Nd}_]$/u;

/** Cuts a source into tokens; indentation becomes tokens of its own. Faults are noted, and reading goes on. */
export function tokensOf(source: string, faults: FaultList): Token[] {
  return new Tokenizer(source, faults).run();
}

class Tokenizer {
  private readonly source: string;
  private readonly faults: FaultList;
  private readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private brackets = 0;
  private readonly indents = [0];

  constructor(source: string, faults: FaultList) {
    this.source = source;
    this.faults = faults;
  }

  run(): Token[] {
    this.indentation();
    while (this.at < this.source.length) this.next();
    if (this.tokens.length > 0 && this.tokens.at(-1)!.kind !== 'newline') this.push('newline', '');
    for (; this.indents.length > 1; this.indents.pop()) this.push('outdent', '');
    this.push('end', 'the end');
    return this.tokens;
  }

  private place(at = this.at): At {
    return atOf(this.line, at - this.lineStart + 1);
  }

  private push(kind: TokenKind, text: string, at = this.place(), value?: Token['value']): void {
    this.tokens.push({ kind, text, at, value });
  }

  private newLine(at: number): void {
    this.line++;
    this.lineStart = at;
  }

  private next(): void {
    const char = this.source[this.at]!;
    if (char === '\n') {
      const isOpen = this.brackets > 0;
      const last = this.tokens.at(-1)?.kind;
      if (!isOpen && last !== undefined && last !== 'newline' && last !== 'indent' && last !== 'outdent')
        this.push('newline', '');
      this.newLine(++this.at);
      if (!isOpen) this.indentation();
    } else if (char === ' ' || char === '\t') this.at++;
    else if (char === '#') this.skipComment();
    else if (char === '\\' && this.source[this.at + 1] === '\n') {
      this.at += 2;
      this.newLine(this.at);
    } else if (!this.text() && !this.number() && !this.name()) this.sign();
  }

  /** At the start of a line: blank lines and comments do not count. */
  private indentation(): void {
    let width = 0;
    const from = this.at;
    for (; this.at < this.source.length; this.at++) {
      const char = this.source[this.at];
      if (char === ' ') width++;
      else if (char === '\t') width += 8 - (width % 8);
      else if (char === '#') {
        this.skipComment();
        this.at--;
      } else if (char === '\n') {
        this.newLine(this.at + 1);
        width = 0;
      } else break;
    }
    if (this.at >= this.source.length) return;
    const place = this.place(Math.max(from, this.at));
    if (width > this.indents.at(-1)!) {
      if (this.indents.length > 60) this.faults.add(place, 'The script is nested too deep.');
      this.indents.push(width);
      this.push('indent', '', place);
      return;
    }
    while (width < this.indents.at(-1)!) {
      this.indents.pop();
      this.push('outdent', '', place);
    }
    if (width !== this.indents.at(-1)!) {
      this.faults.add(place, 'This line is indented by less than the lines above, but not like any of them.');
      this.indents.push(width);
      this.push('indent', '', place);
    }
  }

  private skipComment(): void {
    const end = this.source.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.length : end;
  }

  private text(): boolean {
    const found = readText(this.source, this.at, (at, message) => this.faults.add(this.place(at), message));
    if (found === undefined) return false;
    this.push('text', 'a text', this.place(), found.value);
    const from = this.at;
    this.at = found.end;
    for (let i = from; i < found.end; i++) if (this.source[i] === '\n') this.newLine(i + 1);
    return true;
  }

  private number(): boolean {
    const found = readNumber(this.source, this.at);
    if (found === undefined) return false;
    if (found.fault !== undefined) this.faults.add(this.place(), found.fault);
    this.push(found.isFloat ? 'float' : 'number', 'a number', this.place(), found.value);
    this.at = found.end;
    return true;
  }

  private name(): boolean {
    const from = this.at;
    let end = from;
    while (end < this.source.length) {
      const char = String.fromCodePoint(this.source.codePointAt(end)!);
      if (!(end === from ? nameStart : namePart).test(char)) break;
      end += char.length;
    }
    if (end === from) return false;
    const word = this.source.slice(from, end);
    if (reserved.has(word)) this.faults.add(this.place(), `"${word}" does not exist in Starlark.`);
    this.push(keywords.has(word) ? 'keyword' : 'name', word);
    this.at = end;
    return true;
  }

  private sign(): void {
    const char = this.source[this.at]!;
    const sign = signsByFirst.get(char)?.find((candidate) => this.source.startsWith(candidate, this.at));
    if (sign === undefined) {
      const code = this.source.codePointAt(this.at)!;
      const whole = String.fromCodePoint(code);
      this.faults.add(
        this.place(),
        `The character ${JSON.stringify(whole.toWellFormed())} has no meaning here.`,
      );
      this.at += whole.length;
      return;
    }
    if ('([{'.includes(sign)) this.brackets++;
    else if (')]}'.includes(sign)) this.brackets = Math.max(0, this.brackets - 1);
    this.push('sign', sign);
    this.at += sign.length;
  }
}
