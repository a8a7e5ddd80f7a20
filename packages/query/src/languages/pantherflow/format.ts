import type { FlowTable } from './ast.ts';
import { partnersOf } from './brackets.ts';
import { reservedWords } from './cursor.ts';
import { parsePantherFlow } from './parse.ts';
import { stageWords } from './parse-stage.ts';
import type { FlowToken } from './tokens.ts';
import { tokenizeFlow } from './tokens.ts';
import { everyTabular, tablesOf } from './walk.ts';

/** Longer stages are broken, longer nested queries get lines of their own. */
const lineLength = 100;
const step = '  ';

/**
 * The text with one stage on each line and even blanks. Comments stay, and so do quotes, numbers and parentheses as
 * they were typed. A text with errors comes back unchanged.
 */
export function formatPantherFlow(text: string): string {
  const { tree, diagnostics, tokens } = parsePantherFlow(text);
  if (diagnostics.some(({ code }) => /^(?:lex|parse|limit|value)\./.test(code))) return text;
  const tables = [...everyTabular(tree)].flatMap(tablesOf);
  const formatted = new Formatter(text, tokens.slice(0, -1), tables).format();
  return hasSameTokens(formatted, tokens) ? formatted : text;
}

/** A formatter must never change what a query means. */
function hasSameTokens(formatted: string, tokens: FlowToken[]): boolean {
  const after = tokenizeFlow(formatted);
  const isSame = (token: FlowToken, index: number) =>
    token.kind === tokens[index]!.kind && token.text.trim() === tokens[index]!.text.trim();
  return after.length === tokens.length && after.every(isSame);
}

/** A pipeline being written: the whole text, or a query in parentheses. */
interface Frame {
  /** Indexes of its parentheses; -1 and the number of tokens for the whole text. */
  open: number;
  end: number;
  indent: string;
  /** Whether its stages stand on lines of their own. */
  isSpread: boolean;
  /** The word after the last pipe. */
  stage: string;
}

class Formatter {
  private readonly text: string;
  private readonly tokens: FlowToken[];
  private readonly partners: Int32Array;
  /** Offsets where a blank would split the name of a table. */
  private readonly glued = new Set<number>();
  /** Where long stages go on on a new line. */
  private readonly breaks = new Set<number>();
  private readonly frames: Frame[];

  constructor(text: string, tokens: FlowToken[], tables: FlowTable[]) {
    this.text = text;
    this.tokens = tokens;
    this.partners = partnersOf(tokens);
    this.frames = [{ open: -1, end: tokens.length, indent: '', isSpread: true, stage: '' }];
    for (const { span } of tables) for (let at = span.start + 1; at < span.end; at++) this.glued.add(at);
  }

  format(): string {
    let output = '';
    for (let at = 0; at < this.tokens.length; at++) {
      const closed = at === this.frame.end ? this.frames.pop() : undefined;
      if (this.startsStage(at)) this.planStage(at);
      output += this.blanksBefore(at, closed) + this.raw(at);
      if (this.holdsQuery(at)) this.open(at);
    }
    return output === '' ? '' : `${output}\n`;
  }

  private get frame(): Frame {
    return this.frames.at(-1)!;
  }

  private raw(at: number): string {
    const { span } = this.tokens[at]!;
    return this.text.slice(span.start, span.end).trimEnd();
  }

  private open(at: number): void {
    const end = this.partners[at]!;
    const indent = `${this.frame.indent}${step}${step}`;
    this.frames.push({ open: at, end, indent, isSpread: this.isLong(at, end), stage: '' });
  }

  /** Whether the bracket holds pipes of its own. */
  private holdsQuery(open: number): boolean {
    const end = this.partners[open]!;
    for (let at = open + 1; at < end; at++) {
      if (isSymbol(this.tokens[at], '|')) return true;
      if (this.partners[at]! > at) at = this.partners[at]!;
    }
    return false;
  }

  /** Whether the tokens fill more than a line, or hold a comment, which ends one. */
  private isLong(from: number, to: number): boolean {
    let length = 0;
    for (let at = from; at <= to && length <= lineLength; at++) {
      if (this.tokens[at]!.kind === 'comment') return true;
      length += this.raw(at).length + 1;
    }
    return length > lineLength;
  }

  private startsStage(at: number): boolean {
    const before = this.tokens[at - 1];
    return !before || isSymbol(before, '|') || isSymbol(before, ';') || at - 1 === this.frame.open;
  }

  /** Breaks a long stage before its `and` and `or`, or after its commas and before its `by`; what is in brackets stays together. */
  private planStage(start: number): void {
    this.frame.stage = this.tokens[start]!.text;
    const joints: number[] = [];
    const commas: number[] = [];
    let isGrouped = false;
    let at = start;
    for (; at < this.frame.end; at++) {
      const token = this.tokens[at]!;
      if (isSymbol(token, '|') || isSymbol(token, ';')) break;
      if (token.kind === 'word' && (token.text === 'and' || token.text === 'or')) joints.push(at);
      // What it is grouped by stays on one line, behind its word.
      if (isSymbol(token, ',') && !isGrouped) commas.push(at + 1);
      if (token.kind === 'word' && token.text === 'by' && commas.length > 0) {
        isGrouped = true;
        commas.push(at);
      }
      if (this.partners[at]! > at) at = this.partners[at]!;
    }
    if (!this.frame.isSpread || !this.isLong(start, at - 1)) return;
    for (const joint of joints.length > 0 ? joints : commas) this.breaks.add(joint);
  }

  private blanksBefore(at: number, closed: Frame | undefined): string {
    const token = this.tokens[at]!;
    const before = this.tokens[at - 1];
    if (!before) return '';
    const between = this.text.slice(before.span.end, token.span.start);
    const { indent, isSpread, open } = this.frame;
    const isComment = token.kind === 'comment';
    if (isComment && !between.includes('\n')) return ' ';
    // A statement or comment keeps one empty line before it.
    const newLine = /\n[^\S\n]*\n/.test(between) ? '\n\n' : '\n';
    if (closed?.isSpread) return `\n${closed.indent.slice(step.length)}`;
    if (isSymbol(before, ';')) return newLine;
    if (isSymbol(token, '|')) return isSpread ? `\n${indent}` : ' ';
    if (isComment) return `${newLine}${indent}`;
    if (open === at - 1) return isSpread ? `\n${indent}` : '';
    const isContinued = this.breaks.has(at);
    if (before.kind === 'comment') return newLine + this.indentAfterComment(at);
    return isContinued ? `\n${indent}${step}${step}` : this.gap(at);
  }

  /** What begins a statement or pipeline stands at its edge, what goes on inside of a stage does not. */
  private indentAfterComment(at: number): string {
    const { indent, open } = this.frame;
    let last = at - 1;
    while (this.tokens[last]?.kind === 'comment') last--;
    const isStart = last < 0 || last === open || isSymbol(this.tokens[last], ';');
    return isStart ? indent : `${indent}${step}${step}`;
  }

  /** Between two tokens of a line. */
  private gap(at: number): string {
    const token = this.tokens[at]!;
    const before = this.tokens[at - 1]!;
    if (this.glued.has(token.span.start)) return '';
    const isIn = (texts: string, { kind, text }: FlowToken) => kind === 'symbol' && texts.includes(text);
    if (isSymbol(token, '..') || isSymbol(before, '..')) return ' ';
    if (isIn(',;.)]:', token) || isIn('.([', before) || this.isSign(at - 1)) return '';
    if (isSymbol(token, '=') || isSymbol(before, '=')) return this.frame.stage === 'join' ? '' : ' ';
    if (isSymbol(token, '(') || isSymbol(token, '[')) return this.isOperand(before) ? '' : ' ';
    if (isSymbol(before, '{') && isSymbol(token, '}')) return '';
    if (isSymbol(token, '}')) return this.isLambdaStart(this.partners[at]!) ? ' ' : '';
    if (isSymbol(before, '{')) return this.isLambdaStart(at - 1) ? ' ' : '';
    return ' ';
  }

  /** A minus before a value, not between two. */
  private isSign(at: number): boolean {
    if (!isSymbol(this.tokens[at], '-')) return false;
    const before = this.tokens[at - 1];
    return !before || !this.isOperand(before);
  }

  /** A value, or a name that a bracket belongs to. */
  private isOperand({ kind, text }: FlowToken): boolean {
    if (kind === 'symbol') return [')', ']', '}'].includes(text);
    if (kind !== 'word') return kind !== 'comment';
    return !reservedWords.has(text) && !stageWords.includes(text) && !wordsBeforeValues.has(text);
  }

  private isLambdaStart(open: number): boolean {
    return isSymbol(this.tokens[open - 1], ')');
  }
}

const wordsBeforeValues: ReadonlySet<string> = new Set(['by', 'on', 'from', 'to', 'step', 'datatable']);

function isSymbol(token: FlowToken | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}
