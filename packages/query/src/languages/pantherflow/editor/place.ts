import type { FlowLet, FlowTabular } from '../ast.ts';
import { parseLetStatement, parsePipeline } from '../parse.ts';
import type { FlowToken } from '../tokens.ts';
import { tokenizeFlow } from '../tokens.ts';

/** An open bracket of an expression. */
interface Bracket {
  kind: 'bracket';
  /** Index of its token. */
  open: number;
  /** Indexes of the commas directly inside. */
  commas: number[];
}

interface Pipeline {
  kind: 'pipeline';
  /** Index of its first token. */
  start: number;
  /** Index of its last pipe so far; -1 within the source. */
  pipe: number;
}

/** Where an offset stands in a text, found from what is before it: what comes after may be anything. */
export interface FlowPlace {
  /** All tokens but comments. */
  tokens: readonly FlowToken[];
  /** Number of tokens wholly before what is being typed. */
  count: number;
  /** The token being typed: it reaches to the offset or over it. */
  current?: FlowToken;
  isInComment: boolean;
  /** The statement begins with `let` and its value is not reached yet. */
  isBeforeValue: boolean;
  isLetValue: boolean;
  /** The statements `let` before this one, as far as they can be read. */
  lets: readonly FlowLet[];
  /** Index of the first token of the innermost pipeline. */
  start: number;
  /** Index of the pipe before the stage; undefined within the source. */
  pipe?: number;
  /** Open brackets inside the stage or source, outermost first. */
  brackets: readonly Bracket[];
  /** The pipelines around, innermost first. */
  outer: readonly { start: number; pipe: number }[];
}

export function placeAt(text: string, offset: number): FlowPlace {
  const all = tokenizeFlow(text);
  const isInComment = all.some(
    ({ kind, span }) => kind === 'comment' && span.start < offset && offset <= span.end,
  );
  const tokens = all.filter(({ kind }) => kind !== 'comment');
  const found = tokens.findIndex(({ kind, span }) => kind === 'end' || span.end >= offset);
  const candidate = tokens[found];
  const isTyped =
    candidate &&
    candidate.span.start < offset &&
    (isWordLike(candidate) || (candidate.span.end > offset && candidate.kind !== 'symbol'));
  const isPassed = candidate && !isTyped && candidate.kind !== 'end' && candidate.span.end <= offset;
  const count = Math.max(0, isPassed ? found + 1 : found);
  const reader = new PlaceReader(tokens, count);
  return { ...reader.read(), ...(isTyped && { current: candidate }), isInComment };
}

/** A word is still being typed at its end; a text without closing quote too. */
function isWordLike({ kind, fault }: FlowToken): boolean {
  const isOpen = fault?.code === 'lex.unterminated_string' || fault?.code === 'lex.unterminated_identifier';
  return isOpen || ['word', 'int', 'double', 'timespan', 'side', 'broken'].includes(kind);
}

class PlaceReader {
  private readonly tokens: readonly FlowToken[];
  private readonly count: number;
  private readonly letStarts: number[] = [];
  private statement = 0;
  private stack: (Bracket | Pipeline)[] = [{ kind: 'pipeline', start: 0, pipe: -1 }];

  constructor(tokens: readonly FlowToken[], count: number) {
    this.tokens = tokens;
    this.count = count;
  }

  read(): Omit<FlowPlace, 'current' | 'isInComment'> {
    for (let at = 0; at < this.count; at++) this.step(at);
    const isLet = this.isWord(this.statement, 'let');
    const value = this.valueStart();
    const innermost = this.stack.findLastIndex(({ kind }) => kind === 'pipeline');
    const pipelines = this.stack.filter((frame) => frame.kind === 'pipeline').reverse();
    const { start, pipe } = pipelines[0]!;
    return {
      tokens: this.tokens,
      count: this.count,
      isBeforeValue: isLet && this.count < value,
      isLetValue: isLet && innermost === 0,
      lets: this.letStarts.flatMap((from) => this.readLet(from)),
      start,
      ...(pipe >= 0 && { pipe }),
      brackets: this.stack.slice(innermost + 1).filter((frame) => frame.kind === 'bracket'),
      outer: pipelines.slice(1),
    };
  }

  private readLet(from: number): FlowLet[] {
    let end = from;
    while (end < this.count && !isSymbol(this.tokens[end], ';')) end++;
    const statement = parseLetStatement(withEnd(this.tokens.slice(from, end)));
    return statement ? [statement] : [];
  }

  private step(at: number): void {
    const { kind, text } = this.tokens[at]!;
    const startsLet = kind === 'word' && text === 'let' && at > this.statement && this.isFirstInLine(at);
    // A new line with `let` begins a statement although the semicolon before it is missing.
    if (startsLet) this.beginStatement(at);
    else if (kind === 'symbol') this.stepSymbol(at, text);
    if (at === this.statement && kind === 'word' && text === 'let')
      this.stack = [{ kind: 'pipeline', start: this.valueStart(), pipe: -1 }];
  }

  private isFirstInLine(at: number): boolean {
    return this.tokens[at - 1]!.span.endLine < this.tokens[at]!.span.line;
  }

  private beginStatement(at: number): void {
    if (this.isWord(this.statement, 'let')) this.letStarts.push(this.statement);
    this.statement = at;
    this.stack = [{ kind: 'pipeline', start: at, pipe: -1 }];
  }

  private stepSymbol(at: number, text: string): void {
    const top = this.stack.at(-1)!;
    if (text === ';') this.beginStatement(at + 1);
    else if (text === '|') this.pipe(at);
    else if (text === ',' && top.kind === 'bracket') top.commas.push(at);
    else if (text === '(' && this.opensQuery(at))
      this.stack.push({ kind: 'pipeline', start: at + 1, pipe: -1 });
    else if (text === '(' || text === '[' || text === '{')
      this.stack.push({ kind: 'bracket', open: at, commas: [] });
    else if (text === ')' || text === ']' || text === '}') this.close(text);
  }

  private pipe(at: number): void {
    const index = this.stack.findLastIndex(({ kind }) => kind === 'pipeline');
    this.stack.length = index + 1;
    const pipeline = this.stack[index]!;
    if (pipeline.kind === 'pipeline') pipeline.pipe = at;
  }

  /** Closes what was opened last with this bracket, but a square or curly one nothing outside of its query. */
  private close(text: string): void {
    const opener = text === ')' ? '(' : text === ']' ? '[' : '{';
    for (let index = this.stack.length - 1; index > 0; index--) {
      const frame = this.stack[index]!;
      const isQuery = frame.kind === 'pipeline';
      if (isQuery && text !== ')') return;
      if (isQuery || this.tokens[frame.open]!.text === opener) {
        this.stack.length = index;
        return;
      }
    }
  }

  private opensQuery(at: number): boolean {
    const top = this.stack.at(-1)!;
    const before = this.tokens[at - 1];
    if (this.isWord(at - 1, 'toscalar')) return true;
    if (top.kind !== 'pipeline') return false;
    if (at === top.start) return true;
    const first = this.tokens[top.pipe >= 0 ? top.pipe + 1 : top.start];
    if (first?.kind !== 'word' || !before) return false;
    if (first.text === 'union') return before.text === 'union' || isSymbol(before, ',');
    return first.text === 'join' && top.pipe >= 0 && isSymbol(before, '=');
  }

  private valueStart(): number {
    return this.isWord(this.statement, 'let') ? this.statement + 3 : this.statement;
  }

  private isWord(at: number, text: string): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && token.text === text;
  }
}

export function isSymbol(token: FlowToken | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

export function isWord(token: FlowToken | undefined, ...texts: string[]): boolean {
  return token?.kind === 'word' && texts.includes(token.text);
}

/** Tokens cut out of a text, with the end that a parser needs. */
export function withEnd(tokens: readonly FlowToken[]): FlowToken[] {
  const last = tokens.at(-1)?.span;
  const span = last
    ? { ...last, start: last.end, line: last.endLine, column: last.endColumn }
    : { start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  return [...tokens, { kind: 'end', text: '', span }];
}

/** The pipeline before the stage at the place; undefined within the source. */
export function pipelineBefore(place: FlowPlace): FlowTabular | undefined {
  if (place.pipe === undefined) return undefined;
  return parsePipeline(withEnd(place.tokens.slice(place.start, place.pipe)));
}
