/** A stretch of source text. Lines and columns start at 1; columns and offsets count UTF-16 units, as editors do. */
export interface Span {
  start: number;
  end: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export type DiagnosticSeverity = 'error' | 'warning';

/** What the editor, the API and the command line show about a query text: one shape for every language. */
export interface Diagnostic {
  /** Stable and public, for instance `name.unknown_table`. */
  code: string;
  severity: DiagnosticSeverity;
  message: string;
  /** Start of the offending token. */
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** Offsets into the text; `end` is exclusive. */
  start: number;
  end: number;
  /** A text to put in place of the span, or a short piece of advice. */
  suggestion?: string;
  /** Where the fault is in a form instead of a text, for instance `filters[0].conditions[1].value`. */
  path?: string;
}

export const noSpan: Span = { start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

export function errorAt(span: Span, code: string, message: string, suggestion?: string): Diagnostic {
  return diagnosticAt('error', span, code, message, suggestion);
}

export function warningAt(span: Span, code: string, message: string, suggestion?: string): Diagnostic {
  return diagnosticAt('warning', span, code, message, suggestion);
}

function diagnosticAt(
  severity: DiagnosticSeverity,
  span: Span,
  code: string,
  message: string,
  suggestion?: string,
): Diagnostic {
  const { start, end, line, column, endLine, endColumn } = span;
  const at = { code, severity, message, line, column, endLine, endColumn, start, end };
  return suggestion === undefined ? at : { ...at, suggestion };
}

/** Lets language work give up at a position without passing a result through every level. Never leaves this package. */
export class QueryFault extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.name = 'QueryFault';
    this.diagnostic = diagnostic;
  }
}

/** Throws a `QueryFault` that points at `span`. */
export function refuse(span: Span, code: string, message: string, suggestion?: string): never {
  throw new QueryFault(errorAt(span, code, message, suggestion));
}

/** The message about a name nobody knows, with the one that may have been meant; that is its suggestion as well. */
export function withMeant(message: string, meant: string | undefined): string {
  return meant === undefined ? message : `${message} Did you mean "${meant}"?`;
}

const isWrongName = /^(?:name\.|warn\.un(?:known|listed)_|parse\.unknown_operator$)/;
/** Advice is a sentence; a name has no blanks, and dots between its parts. */
const isName = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** The text that mends the fault when it stands in place of its span; undefined where the suggestion is advice. */
export function replacementOf({
  code,
  suggestion,
}: {
  code: string;
  suggestion?: string | null | undefined;
}): string | undefined {
  return suggestion != null && isWrongName.test(code) && isName.test(suggestion) ? suggestion : undefined;
}

/** The listed word nearest to `wanted`, when it is near enough to be a typing slip. */
export function nearest(wanted: string, words: Iterable<string>): string | undefined {
  const target = wanted.toLowerCase().slice(0, 64);
  const allowed = Math.min(Math.max(1, Math.floor(target.length / 2.5)), target.length - 1, 4);
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const word of words) {
    if (Math.abs(word.length - target.length) >= bestDistance) continue;
    const distance = editDistance(target, word.toLowerCase());
    if (distance >= bestDistance) continue;
    best = word;
    bestDistance = distance;
  }
  return best;
}

/** Letters put in, left out, changed, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? before[j - 2]! + 1 : Infinity;
      current[j] = Math.min(previous[j]! + 1, current[j - 1]! + 1, substituted, swapped);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}
