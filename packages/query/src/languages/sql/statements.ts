import { QueryFault } from '../../diagnostics.ts';
import { tokenize, type Token } from './tokens.ts';

/** A statement of a text, with the comments before it and without the semicolon behind it. */
export interface StatementSpan {
  from: number;
  to: number;
}

/** Where the statements of an SQL text stand; a text that cannot be cut into words is one. */
export function sqlStatements(text: string): StatementSpan[] {
  const whole = { from: 0, to: text.length };
  let tokens: Token[];
  try {
    tokens = tokenize(text);
  } catch (thrown) {
    if (thrown instanceof QueryFault) return [whole];
    throw thrown;
  }
  const found: StatementSpan[] = [];
  let from = 0;
  let isEmpty = true;
  for (const { kind, text: sign, span } of tokens) {
    const isOver = kind === 'end' || (kind === 'symbol' && sign === ';');
    if (!isOver) {
      isEmpty = false;
      continue;
    }
    if (!isEmpty) found.push(trimmed(text, from, kind === 'end' ? text.length : span.start));
    from = span.end;
    isEmpty = true;
  }
  return found.length === 0 ? [whole] : found;
}

/** The statement that a place in their text belongs to: the one it stands in, or the one before. */
export function statementAt(statements: readonly StatementSpan[], offset: number): StatementSpan {
  return statements.findLast(({ from }) => from <= offset) ?? statements[0]!;
}

function trimmed(text: string, from: number, to: number): StatementSpan {
  const inside = text.slice(from, to);
  return { from: from + inside.length - inside.trimStart().length, to: from + inside.trimEnd().length };
}
