import type { FlowName, FlowSource, FlowTable, FlowTabular, FlowUnion } from './ast.ts';
import type { FlowCursor } from './cursor.ts';
import type { TabularParser } from './parse-expression.ts';
import { parseExpression, parseOperand, unexpectedAfterValue } from './parse-expression.ts';

/** Most names of one table. */
const maxParts = 3;

export function parseSource(cursor: FlowCursor, parser: TabularParser): FlowSource {
  if (cursor.isSymbol('(')) return parseQueryInParentheses(cursor, parser);
  if (isSourceWord(cursor, 'datatable')) return parseDatatable(cursor, parser);
  if (isSourceWord(cursor, 'range')) return parseRange(cursor, parser);
  if (isSourceWord(cursor, 'union')) return parseUnion(cursor, parser);
  return parseTable(cursor);
}

/** Followed by a dot the word is the name of a database or schema. */
function isSourceWord(cursor: FlowCursor, word: string, ahead = 0): boolean {
  return cursor.isWord(word, ahead) && !cursor.isSymbol('.', ahead + 1);
}

export function parseQueryInParentheses(cursor: FlowCursor, parser: TabularParser): FlowTabular {
  return cursor.nested(() => {
    const start = cursor.token.span;
    cursor.expectSymbol('(');
    const query = parser.tabular(cursor);
    if (!cursor.takeSymbol(')')) cursor.unexpected('"|" or ")"');
    return { ...query, span: cursor.spanFrom(start) };
  });
}

export function parseTable(cursor: FlowCursor): FlowTable {
  const start = cursor.token.span;
  const parts = [parseTablePart(cursor, true)];
  while (parts.length < maxParts && cursor.takeSymbol('.')) parts.push(parseTablePart(cursor, false));
  return { kind: 'table', parts, span: cursor.spanFrom(start) };
}

/** A name, or name pieces and `*` without a blank between them. */
function parseTablePart(cursor: FlowCursor, isFirst: boolean): FlowName {
  const what = isFirst ? 'the name of a table' : 'the next part of the name of the table';
  const { token } = cursor;
  if (token.kind === 'quoted') return cursor.nameOf(cursor.next());
  const isFitting = isFirst ? cursor.isName() : token.kind === 'word';
  if (!isFitting && !cursor.isSymbol('*')) cursor.unexpected(what);
  let { text } = cursor.next();
  while (startsPatternPiece(cursor)) {
    const piece = cursor.next();
    cursor.pardoned.add(piece);
    text += piece.text;
  }
  return { text, span: cursor.spanFrom(token.span) };
}

/** Digits after a `*` are part of the name here, though they are numbers elsewhere. */
function startsPatternPiece(cursor: FlowCursor): boolean {
  const { token, previous } = cursor;
  if (previous?.span.end !== token.span.start) return false;
  if (cursor.isSymbol('*')) return true;
  const isNamePiece = token.kind !== 'symbol' && token.kind !== 'text' && /^[A-Za-z0-9_]+$/.test(token.text);
  return isNamePiece && previous.kind === 'symbol' && previous.text === '*';
}

function parseDatatable(cursor: FlowCursor, parser: TabularParser): FlowSource {
  const start = cursor.next().span;
  cursor.expectSymbol('[');
  const rows = [];
  if (!cursor.isSymbol(']'))
    do rows.push(parseExpression(cursor, parser));
    while (cursor.takeSymbol(','));
  if (!cursor.takeSymbol(']')) unexpectedAfterValue(cursor, '"," or "]"');
  return { kind: 'datatable', rows, span: cursor.spanFrom(start) };
}

function parseRange(cursor: FlowCursor, parser: TabularParser): FlowSource {
  const start = cursor.next().span;
  if (cursor.isWord('from') && !cursor.isWord('from', 1)) cursor.unexpected('the name of the column');
  const name = cursor.expectName('the name of the column');
  cursor.expectWord('from');
  const from = parseOperand(cursor, parser);
  cursor.expectWord('to');
  const to = parseOperand(cursor, parser);
  cursor.expectWord('step');
  const step = parseOperand(cursor, parser);
  return { kind: 'range', name, from, to, step, span: cursor.spanFrom(start) };
}

export function parseUnion(cursor: FlowCursor, parser: TabularParser): FlowUnion {
  const start = cursor.next().span;
  const items: FlowUnion['items'] = [];
  do items.push(cursor.isSymbol('(') ? parseQueryInParentheses(cursor, parser) : parseTable(cursor));
  while (cursor.takeSymbol(','));
  return { kind: 'union', items, span: cursor.spanFrom(start) };
}

/** Whether what follows `let name =` is a table; a bare name is not known to be one. */
export function startsTabular(cursor: FlowCursor): boolean {
  let ahead = 0;
  while (cursor.isSymbol('(', ahead)) ahead++;
  const open = ahead;
  if (startsWithKeyword(cursor, ahead)) return true;
  if (open === 0) return isTableAhead(cursor);
  // A pipe in brackets opened later belongs to a query inside of a value.
  let leading = open;
  for (let depth = open; depth > 0; ahead++) {
    const { kind, text } = cursor.peek(ahead);
    if (kind === 'end' || text === ';') return false;
    if (kind !== 'symbol') continue;
    if (text === '|' && depth <= leading) return true;
    if (text === '(' || text === '[' || text === '{') depth++;
    if (text === ')' || text === ']' || text === '}') leading = Math.min(leading, --depth);
  }
  return cursor.isSymbol('|', ahead);
}

function startsWithKeyword(cursor: FlowCursor, ahead: number): boolean {
  if (cursor.isSymbol('|', ahead)) return true;
  if (cursor.isWord('datatable', ahead)) return cursor.isSymbol('[', ahead + 1);
  if (cursor.isWord('range', ahead)) return cursor.isName(ahead + 1);
  if (!cursor.isWord('union', ahead)) return false;
  return cursor.isName(ahead + 1) || cursor.isSymbol('*', ahead + 1) || cursor.isSymbol('(', ahead + 1);
}

/** A table name before a pipe, or a pattern that cannot be a product. */
function isTableAhead(cursor: FlowCursor): boolean {
  let ahead = 0;
  let isPattern = false;
  while (isTablePiece(cursor, ahead)) isPattern = cursor.isSymbol('*', ahead++) || isPattern;
  if (ahead === 0) return false;
  return cursor.isSymbol('|', ahead) || (isPattern && cursor.isSymbol('*', ahead - 1));
}

function isTablePiece(cursor: FlowCursor, ahead: number): boolean {
  const { kind, span } = cursor.peek(ahead);
  const isName = cursor.isName(ahead) || cursor.isSymbol('*', ahead);
  if (ahead === 0) return isName;
  if (cursor.isSymbol('.', ahead)) return !cursor.isSymbol('.', ahead - 1);
  const isGlued = cursor.peek(ahead - 1).span.end === span.start;
  if (cursor.isSymbol('.', ahead - 1)) return isName || kind === 'word';
  return isGlued && (isName || ['int', 'double', 'timespan'].includes(kind));
}
