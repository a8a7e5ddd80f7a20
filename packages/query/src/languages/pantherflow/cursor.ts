import { nearestWord } from '@margay/kit';
import type { Diagnostic, Span } from '../../diagnostics.ts';
import { errorAt, QueryFault, refuse } from '../../diagnostics.ts';
import type { FlowExpression, FlowName } from './ast.ts';
import { partnersOf } from './brackets.ts';
import type { FlowToken } from './tokens.ts';
import { shortened } from './tokens.ts';
import { partsOf } from './walk.ts';

export const reservedWords: ReadonlySet<string> = new Set(
  'let and or not in between true false null fn'.split(' '),
);

/** Deeper nesting would overflow the stack, here or where the tree is read. */
const maxDepth = 60;
/** Of one expression, counting operators in a row, which nest to the left. */
const maxHeight = 500;

/** Nobody reads more at once; behind the last one the text is not read. */
export const maxDiagnostics = 100;

/** The parser's place in the tokens, and what it found wrong so far. */
export class FlowCursor {
  readonly diagnostics: Diagnostic[] = [];
  /** Tokens that are wrong only elsewhere, for instance `2x` in the pattern `aws*2x`. */
  readonly pardoned = new Set<FlowToken>();
  private readonly tokens: FlowToken[];
  private readonly reported = new Set<number>();
  private readonly heights = new Map<FlowExpression, number>();
  private partners: Int32Array | undefined;
  private at = 0;
  private depth = 0;
  /** Height of the tallest expression so far at this level of nesting, and of those in the last level left. */
  private tallest = 0;
  private tallestInside = 0;

  /** The last token must be an `end`. */
  constructor(tokens: FlowToken[]) {
    this.tokens = tokens.filter(({ kind }) => kind !== 'comment' && kind !== 'broken');
  }

  get token(): FlowToken {
    return this.peek(0);
  }

  get previous(): FlowToken | undefined {
    return this.tokens[this.at - 1];
  }

  get isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  peek(ahead: number): FlowToken {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): FlowToken {
    const { token } = this;
    if (this.at < this.tokens.length - 1) this.at++;
    return token;
  }

  /** Span from a start to the last token read. */
  spanFrom(start: Span): Span {
    const last = this.previous?.span;
    if (!last || last.end <= start.start)
      return { ...start, end: start.start, endLine: start.line, endColumn: start.column };
    return { ...start, end: last.end, endLine: last.endLine, endColumn: last.endColumn };
  }

  isSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === text;
  }

  isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'word' && token.text === text;
  }

  /** A name that no reserved word is. */
  isName(ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'quoted' || (kind === 'word' && !reservedWords.has(text));
  }

  isFirstInLine(): boolean {
    const { previous } = this;
    return !previous || previous.span.endLine < this.token.span.line;
  }

  takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.next();
    return true;
  }

  takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.next();
    return true;
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) this.unexpected(`"${text}"`);
  }

  expectWord(text: string): void {
    if (!this.takeWord(text)) this.unexpected(`"${text}"`, [text]);
  }

  expectName(what: string): FlowName {
    if (!this.isName()) this.unexpected(what);
    return this.nameOf(this.next());
  }

  /** A part after a dot: any word will do. */
  expectPart(what: string): FlowName {
    if (this.token.kind !== 'word' && this.token.kind !== 'quoted') this.unexpected(what);
    return this.nameOf(this.next());
  }

  nameOf({ text, span }: FlowToken): FlowName {
    return { text, span };
  }

  /** `candidates` are the words that would fit here, for the case of a typing slip. */
  unexpected(wanted: string, candidates: Iterable<string> = [], advice?: string): never {
    const { token } = this;
    if (token.kind === 'end')
      refuse(token.span, 'parse.unexpected_eof', `The query ends here, but ${wanted} is missing.`, advice);
    const meant = token.kind === 'word' ? nearestWord(token.text, candidates) : undefined;
    const suggestion = meant === undefined || meant === token.text ? advice : meant;
    const question = suggestion === meant && meant !== undefined ? ` Did you mean "${meant}"?` : '';
    const message = `${wanted} was expected, not ${shown(token)}.${question}`;
    return refuse(token.span, 'parse.unexpected_token', capitalised(message), suggestion);
  }

  /** Keeps the expression unless the tree becomes too tall to be walked safely. */
  made<T extends FlowExpression>(expression: T): T {
    let height = expression.kind === 'scalarQuery' ? this.tallestInside : 0;
    for (const part of partsOf(expression)) height = Math.max(height, this.heights.get(part) ?? 0);
    height++;
    this.heights.set(expression, height);
    this.tallest = Math.max(this.tallest, height);
    if (height > maxHeight)
      refuse(
        this.previous?.span ?? expression.span,
        'limit.depth',
        `This expression is nested deeper than ${maxHeight} levels, or has as many operators in a row.`,
        'Split it, or use "in" with a list of values.',
      );
    return expression;
  }

  /** Guards the stack: deep nesting is refused, not survived. */
  nested<T>(parse: () => T): T {
    if (this.depth >= maxDepth)
      refuse(this.token.span, 'limit.depth', `The query is nested deeper than ${maxDepth} levels here.`);
    this.depth++;
    const { tallest } = this;
    this.tallest = 0;
    try {
      return parse();
    } finally {
      this.depth--;
      this.tallestInside = this.tallest;
      this.tallest = Math.max(tallest, this.tallest);
    }
  }

  report(diagnostic: Diagnostic): void {
    // A second fault at the same place is a consequence of the first.
    if (this.reported.has(diagnostic.start) || this.diagnostics.length >= maxDiagnostics) return;
    this.reported.add(diagnostic.start);
    this.diagnostics.push(diagnostic);
    if (this.diagnostics.length === maxDiagnostics) this.at = this.tokens.length - 1;
  }

  reportAt(span: Span, code: string, message: string, suggestion?: string): void {
    this.report(errorAt(span, code, message, suggestion));
  }

  /** What `parse` refuses is reported, and reading goes on at the next pipe or statement. */
  attempt<T>(parse: () => T, otherwise: () => T): T {
    const start = this.at;
    const { depth } = this;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof QueryFault)) throw error;
      this.depth = depth;
      this.report(error.diagnostic);
      this.recover(start);
      return otherwise();
    }
  }

  /** Only reports what `refuseIt` refuses. */
  complain(refuseIt: () => void): void {
    try {
      refuseIt();
    } catch (error) {
      if (!(error instanceof QueryFault)) throw error;
      this.report(error.diagnostic);
    }
  }

  /** Skips to the next pipe, the end of the statement, or the bracket that closes what was open at `start`. */
  recover(start = this.at): void {
    this.partners ??= partnersOf(this.tokens);
    while (!this.isAtEnd && !this.isSymbol('|') && !this.isSymbol(';')) {
      const partner = this.partners[this.at]!;
      const opensAhead = partner > this.at;
      if (!opensAhead && partner >= 0 && partner < start) return;
      this.at = opensAhead ? partner + 1 : this.at + 1;
    }
  }
}

function shown(token: FlowToken): string {
  const text = shortened(token.text);
  return token.kind === 'text' ? `the text ${JSON.stringify(text)}` : `"${text}"`;
}

function capitalised(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
