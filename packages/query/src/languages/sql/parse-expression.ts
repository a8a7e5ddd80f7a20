import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import { timeUnit } from '../../functions/time-units.ts';
import type { BinaryOp, SqlCall, SqlExpr, SqlQuery, SqlSortKey, SqlType, SqlWindow } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { timeMacroNames } from './macros.ts';

/** The rest of the grammar, handed in because a query and an expression contain each other. */
export interface QueryParser {
  query: (cursor: Cursor) => SqlQuery;
  window: (cursor: Cursor) => SqlWindow;
  sortKeys: (cursor: Cursor) => SqlSortKey[];
}

/** Longest chain of one operator; longer ones would nest the tree too deep. */
const maxChain = 500;

export function parseExpression(cursor: Cursor, parser: QueryParser): SqlExpr {
  return cursor.nested(() => parseLogic(cursor, parser, 'or'));
}

function parseLogic(cursor: Cursor, parser: QueryParser, op: 'and' | 'or'): SqlExpr {
  const start = cursor.token.span;
  const part = () => (op === 'or' ? parseLogic(cursor, parser, 'and') : parseNot(cursor, parser));
  const first = part();
  if (!cursor.isWord(op)) return first;
  const parts = [first];
  while (cursor.takeWord(op)) parts.push(part());
  return { kind: 'logic', op, parts, span: cursor.spanFrom(start) };
}

function parseNot(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  if (!cursor.takeWord('not')) return parseComparison(cursor, parser);
  const value = cursor.nested(() => parseNot(cursor, parser));
  return { kind: 'unary', op: 'not', value, span: cursor.spanFrom(start) };
}

const comparisons = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);

function parseComparison(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const left = parseSum(cursor, parser);
  const { token } = cursor;
  if (token.kind === 'symbol' && comparisons.has(token.text)) {
    cursor.next();
    const right = parseSum(cursor, parser);
    // The set above holds exactly the comparison operators of the tree, with != as a second spelling.
    const op = (token.text === '!=' ? '<>' : token.text) as BinaryOp;
    const compared: SqlExpr = { kind: 'binary', op, left, right, span: cursor.spanFrom(start) };
    if (cursor.token.kind === 'symbol' && comparisons.has(cursor.token.text))
      refuse(
        cursor.token.span,
        'parse.unexpected_token',
        'Comparisons cannot be chained. Join them with AND.',
      );
    return compared;
  }
  return parsePredicate(cursor, parser, left, start);
}

function parsePredicate(cursor: Cursor, parser: QueryParser, value: SqlExpr, start: Span): SqlExpr {
  if (cursor.takeWord('is')) return parseIs(cursor, parser, value, start);
  const isNegated = isPredicateAhead(cursor, 1) && cursor.takeWord('not');
  if (cursor.takeWord('between')) {
    const low = parseSum(cursor, parser);
    cursor.expectWord('and');
    const high = parseSum(cursor, parser);
    return { kind: 'between', value, low, high, isNegated, span: cursor.spanFrom(start) };
  }
  if (cursor.takeWord('in')) return parseIn(cursor, parser, value, isNegated, start);
  if (cursor.isWord('like', 'ilike', 'rlike', 'regexp'))
    return parseLike(cursor, parser, value, isNegated, start);
  return value;
}

function isPredicateAhead(cursor: Cursor, ahead: number): boolean {
  const { kind, text } = cursor.peek(ahead);
  return (
    kind === 'word' && ['between', 'in', 'like', 'ilike', 'rlike', 'regexp'].includes(text.toLowerCase())
  );
}

function parseIs(cursor: Cursor, parser: QueryParser, value: SqlExpr, start: Span): SqlExpr {
  const isNegated = cursor.takeWord('not');
  if (cursor.takeWord('null')) return { kind: 'isNull', value, isNegated, span: cursor.spanFrom(start) };
  if (cursor.takeWord('distinct')) {
    cursor.expectWord('from');
    const right = parseSum(cursor, parser);
    const op = isNegated ? 'is not distinct' : 'is distinct';
    return { kind: 'binary', op, left: value, right, span: cursor.spanFrom(start) };
  }
  const { token } = cursor;
  if (!cursor.takeWord('true', 'false')) return cursor.unexpected('NULL, TRUE, FALSE or DISTINCT FROM');
  const constant: SqlExpr = {
    kind: 'constant',
    value: token.text.toLowerCase() === 'true',
    span: token.span,
  };
  const op = isNegated ? 'is distinct' : 'is not distinct';
  return { kind: 'binary', op, left: value, right: constant, span: cursor.spanFrom(start) };
}

function parseIn(
  cursor: Cursor,
  parser: QueryParser,
  value: SqlExpr,
  isNegated: boolean,
  start: Span,
): SqlExpr {
  cursor.expectSymbol('(');
  if (cursor.isWord('select', 'with')) {
    const query = parser.query(cursor);
    cursor.expectSymbol(')');
    return { kind: 'inQuery', value, query, isNegated, span: cursor.spanFrom(start) };
  }
  const items = parseList(cursor, parser);
  cursor.expectSymbol(')');
  return { kind: 'in', value, items, isNegated, span: cursor.spanFrom(start) };
}

function parseLike(
  cursor: Cursor,
  parser: QueryParser,
  value: SqlExpr,
  isNegated: boolean,
  start: Span,
): SqlExpr {
  const word = cursor.next().text.toLowerCase();
  const op = word === 'regexp' ? 'rlike' : (word as 'like' | 'ilike' | 'rlike');
  const quantifier = cursor.takeWord('any') ? 'any' : cursor.takeWord('all') ? 'all' : undefined;
  if (!quantifier) {
    const pattern = parseSum(cursor, parser);
    if (cursor.isWord('escape'))
      refuse(cursor.token.span, 'refused.clause', 'ESCAPE is not supported. Use CONTAINS or RLIKE.');
    return { kind: 'like', op, value, patterns: [pattern], isNegated, span: cursor.spanFrom(start) };
  }
  cursor.expectSymbol('(');
  const patterns = parseList(cursor, parser);
  cursor.expectSymbol(')');
  return { kind: 'like', op, value, patterns, quantifier, isNegated, span: cursor.spanFrom(start) };
}

export function parseList(cursor: Cursor, parser: QueryParser): SqlExpr[] {
  const items = [parseExpression(cursor, parser)];
  while (cursor.takeSymbol(',')) items.push(parseExpression(cursor, parser));
  return items;
}

export function parseSum(cursor: Cursor, parser: QueryParser): SqlExpr {
  return parseChain(cursor, ['+', '-', '||'], () =>
    parseChain(cursor, ['*', '/', '%'], () => parseUnary(cursor, parser)),
  );
}

function parseChain(cursor: Cursor, operators: string[], part: () => SqlExpr): SqlExpr {
  const start = cursor.token.span;
  let left = part();
  for (let length = 0; cursor.token.kind === 'symbol' && operators.includes(cursor.token.text); length++) {
    if (length >= maxChain)
      refuse(cursor.token.span, 'limit.depth', `More than ${maxChain} operators in a row.`);
    // `operators` holds only symbols that are operators of the tree.
    const op = cursor.next().text as BinaryOp;
    const right = part();
    left = { kind: 'binary', op, left, right, span: cursor.spanFrom(start) };
  }
  return left;
}

function parseUnary(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const op = cursor.takeSymbol('-') ? '-' : cursor.takeSymbol('+') ? '+' : undefined;
  if (!op) return parsePostfix(cursor, parser);
  const value = cursor.nested(() => parseUnary(cursor, parser));
  return { kind: 'unary', op, value, span: cursor.spanFrom(start) };
}

function parsePostfix(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  let value = parsePrimary(cursor, parser);
  for (let length = 0; ; length++) {
    if (length > 40) refuse(cursor.token.span, 'limit.depth', 'The path or chain of casts is too long.');
    if (cursor.takeSymbol('::')) {
      const type = parseType(cursor);
      value = { kind: 'cast', value, type, isTry: false, span: cursor.spanFrom(start) };
    } else if (
      cursor.isSymbol(':') ||
      cursor.isSymbol('[') ||
      (cursor.isSymbol('.') && value.kind !== 'number')
    ) {
      value = withStep(value, parseStep(cursor), cursor.spanFrom(start));
    } else return value;
  }
}

function withStep(base: SqlExpr, step: string | number, span: Span): SqlExpr {
  if (base.kind === 'path') return { ...base, steps: [...base.steps, step], span };
  return { kind: 'path', base, steps: [step], span };
}

function parseStep(cursor: Cursor): string | number {
  if (!cursor.takeSymbol('[')) {
    cursor.next();
    return cursor.expectPart('The name of a field').text;
  }
  const { token } = cursor;
  if (token.kind !== 'number' && token.kind !== 'text')
    return cursor.unexpected('A position or a key in quotes');
  cursor.next();
  cursor.expectSymbol(']');
  if (token.kind === 'text') return token.text;
  const index = Number(token.text);
  if (!Number.isSafeInteger(index) || index > 1_000_000)
    refuse(token.span, 'value.invalid', 'A position must be a whole number.');
  return index;
}

function parseType(cursor: Cursor): SqlType {
  const start = cursor.token.span;
  let name = cursor.expectPart('A type').text.toLowerCase();
  if (name === 'double' && cursor.takeWord('precision')) name = 'double';
  const args: number[] = [];
  if (cursor.takeSymbol('(')) {
    do {
      const { token } = cursor;
      if (token.kind !== 'number') cursor.unexpected('A number');
      args.push(Number(cursor.next().text));
    } while (cursor.takeSymbol(','));
    cursor.expectSymbol(')');
  }
  return { name, args, span: cursor.spanFrom(start) };
}

function parsePrimary(cursor: Cursor, parser: QueryParser): SqlExpr {
  const { token } = cursor;
  const { span } = token;
  if (token.kind === 'number') return { kind: 'number', text: cursor.next().text, span };
  if (token.kind === 'text') return { kind: 'text', value: cursor.next().text, span };
  if (cursor.takeWord('null')) return { kind: 'constant', value: null, span };
  if (cursor.isWord('true', 'false'))
    return { kind: 'constant', value: cursor.next().text.toLowerCase() === 'true', span };
  if (cursor.isWord('case')) return parseCase(cursor, parser);
  if (cursor.takeWord('interval')) return parseInterval(cursor, span);
  if (cursor.isWord('exists') && cursor.peek(1).text === '(') return parseExists(cursor, parser);
  if (cursor.takeSymbol('(')) return parseParenthesis(cursor, parser, span);
  if (cursor.isSymbol('[')) return parseArray(cursor, parser);
  const isTimeText = cursor.isWord('timestamp', 'date') && cursor.peek(1).kind === 'text';
  if (isTimeText) return parseTimeText(cursor);
  const isCast = cursor.isWord('cast', 'try_cast') && cursor.peek(1).text === '(';
  if (isCast) return parseCast(cursor, parser);
  if (cursor.isWord('extract') && cursor.peek(1).text === '(') return parseExtract(cursor, parser);
  if (cursor.isWord('position') && cursor.peek(1).text === '(') return parsePosition(cursor, parser);
  if (cursor.isWord('rlike', 'like', 'ilike') && cursor.peek(1).text === '(')
    return parseCall(cursor, parser);
  if (cursor.startsCall()) return parseCall(cursor, parser);
  return parseName(cursor);
}

/** `TIMESTAMP '2024-01-01 00:00:00'` is a cast in other words. */
function parseTimeText(cursor: Cursor): SqlExpr {
  const start = cursor.token.span;
  const type = { name: cursor.next().text.toLowerCase(), args: [], span: start };
  const { text, span } = cursor.next();
  const value: SqlExpr = { kind: 'text', value: text, span };
  return { kind: 'cast', value, type, isTry: false, span: cursor.spanFrom(start) };
}

function parseName(cursor: Cursor): SqlExpr {
  const start = cursor.token.span;
  const parts = [cursor.expectName('A value')];
  while (cursor.isSymbol('.') && !cursor.isStarAhead(0)) {
    if (parts.length > 40) refuse(cursor.token.span, 'limit.depth', 'The path is too long.');
    cursor.next();
    parts.push(cursor.expectPart('The name of a field'));
  }
  return { kind: 'name', parts, span: cursor.spanFrom(start) };
}

function parseParenthesis(cursor: Cursor, parser: QueryParser, start: Span): SqlExpr {
  if (cursor.isWord('select', 'with')) {
    const query = parser.query(cursor);
    cursor.expectSymbol(')');
    return { kind: 'query', query, span: cursor.spanFrom(start) };
  }
  const value = parseExpression(cursor, parser);
  cursor.expectSymbol(')');
  return value;
}

function parseExists(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  cursor.next();
  cursor.expectSymbol('(');
  const query = parser.query(cursor);
  cursor.expectSymbol(')');
  return { kind: 'exists', query, span: cursor.spanFrom(start) };
}

function parseArray(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  cursor.next();
  const args = cursor.isSymbol(']') ? [] : parseList(cursor, parser);
  cursor.expectSymbol(']');
  const span = cursor.spanFrom(start);
  const name = { text: 'array_construct', isQuoted: false, span: start };
  return { kind: 'call', name, args, isStar: false, isDistinct: false, span };
}

function parseCase(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  cursor.next();
  const subject = cursor.isWord('when') ? undefined : parseExpression(cursor, parser);
  const branches: { when: SqlExpr; result: SqlExpr }[] = [];
  while (cursor.takeWord('when')) {
    const when = parseExpression(cursor, parser);
    cursor.expectWord('then');
    branches.push({ when, result: parseExpression(cursor, parser) });
  }
  if (branches.length === 0) cursor.unexpected('WHEN');
  const otherwise = cursor.takeWord('else') ? parseExpression(cursor, parser) : undefined;
  cursor.expectWord('end');
  return { kind: 'case', subject, branches, otherwise, span: cursor.spanFrom(start) };
}

function parseInterval(cursor: Cursor, start: Span): SqlExpr {
  const { token } = cursor;
  if (token.kind !== 'text' && token.kind !== 'number') return cursor.unexpected("A length such as '1 day'");
  cursor.next();
  const [, digits, word] = /^\s*(-?\d+)\s*([a-zA-Z]*)\s*$/.exec(token.text) ?? [];
  const unit = word === '' || word === undefined ? cursor.expectPart('A unit of time').text : word;
  if (digits === undefined)
    refuse(token.span, 'value.invalid', "The length must be a number and a unit, such as '1 day'.");
  return { kind: 'interval', count: Number(digits), unit: unit.toLowerCase(), span: cursor.spanFrom(start) };
}

function parseCast(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const isTry = cursor.next().text.toLowerCase() === 'try_cast';
  cursor.expectSymbol('(');
  const value = parseExpression(cursor, parser);
  cursor.expectWord('as');
  const type = parseType(cursor);
  cursor.expectSymbol(')');
  return { kind: 'cast', value, type, isTry, span: cursor.spanFrom(start) };
}

function parseExtract(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const word = cursor.next();
  cursor.expectSymbol('(');
  const unit = cursor.expectPart('A unit of time');
  cursor.expectWord('from');
  const value = parseExpression(cursor, parser);
  cursor.expectSymbol(')');
  const name = { text: 'date_part', isQuoted: false, span: word.span };
  const args: SqlExpr[] = [{ kind: 'text', value: unit.text, span: unit.span }, value];
  return { kind: 'call', name, args, isStar: false, isDistinct: false, span: cursor.spanFrom(start) };
}

/** `POSITION('a' IN text)` is the call with a comma in other words. */
function parsePosition(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const word = cursor.next();
  cursor.expectSymbol('(');
  const args = [parseSum(cursor, parser)];
  if (cursor.takeWord('in')) args.push(parseSum(cursor, parser));
  else if (cursor.takeSymbol(',')) args.push(...parseArguments(cursor, parser));
  cursor.expectSymbol(')');
  const name = { text: word.text, isQuoted: false, span: word.span };
  return { kind: 'call', name, args, isStar: false, isDistinct: false, span: cursor.spanFrom(start) };
}

function parseCall(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const name = cursor.expectPart('A function');
  cursor.expectSymbol('(');
  const isStar = cursor.isSymbol('*') && cursor.takeSymbol('*');
  const isDistinct = !isStar && cursor.takeWord('distinct');
  const isMacro = timeMacroNames.includes(name.text.toLowerCase());
  const parseArgs = isMacro ? parseMacroArguments : parseArguments;
  const args = isStar || cursor.isSymbol(')') ? [] : parseArgs(cursor, parser);
  cursor.expectSymbol(')');
  const within = cursor.areWords('within', 'group') ? parseWithin(cursor, parser) : undefined;
  const filter =
    cursor.isWord('filter') && cursor.peek(1).text === '(' ? parseFilter(cursor, parser) : undefined;
  const nulls = parseNulls(cursor);
  const over = cursor.takeWord('over') ? parser.window(cursor) : undefined;
  const span = cursor.spanFrom(start);
  return { kind: 'call', name, args, isStar, isDistinct, within, filter, nulls, over, span };
}

function parseWithin(cursor: Cursor, parser: QueryParser): SqlSortKey[] {
  cursor.takeWords('within', 'group');
  cursor.expectSymbol('(');
  cursor.expectWord('order');
  cursor.expectWord('by');
  const keys = parser.sortKeys(cursor);
  cursor.expectSymbol(')');
  return keys;
}

function parseNulls(cursor: Cursor): SqlCall['nulls'] {
  if (cursor.takeWords('ignore', 'nulls')) return 'ignore';
  return cursor.takeWords('respect', 'nulls') ? 'respect' : undefined;
}

/** Named arguments (`input => x`) are taken in their order. */
function parseArguments(cursor: Cursor, parser: QueryParser): SqlExpr[] {
  const args: SqlExpr[] = [];
  do {
    const isNamed = cursor.peek(1).kind === 'symbol' && cursor.peek(1).text === '=>';
    if (isNamed)
      refuse(
        cursor.token.span,
        'parse.unexpected_token',
        'Arguments are given by position here, without names.',
      );
    args.push(isLambdaAhead(cursor) ? parseLambda(cursor, parser) : parseExpression(cursor, parser));
  } while (cursor.takeSymbol(','));
  return args;
}

/** Time macros also take lengths without quotes (`1d`, `2 hours`) and arguments left out between commas. */
function parseMacroArguments(cursor: Cursor, parser: QueryParser): SqlExpr[] {
  const args: SqlExpr[] = [];
  do {
    const { span } = cursor.token;
    if (cursor.isSymbol(',') || cursor.isSymbol(')')) args.push({ kind: 'constant', value: null, span });
    else if (isLengthAhead(cursor)) args.push(parseLength(cursor));
    else args.push(parseExpression(cursor, parser));
  } while (cursor.takeSymbol(','));
  return args;
}

function isLengthAhead(cursor: Cursor): boolean {
  const unit = cursor.peek(1);
  return cursor.token.kind === 'number' && unit.kind === 'word' && timeUnit(unit.text) !== undefined;
}

function parseLength(cursor: Cursor): SqlExpr {
  const start = cursor.token.span;
  const parts: string[] = [];
  while (isLengthAhead(cursor)) parts.push(cursor.next().text, cursor.next().text);
  return { kind: 'text', value: parts.join(' '), span: cursor.spanFrom(start) };
}

function isLambdaAhead(cursor: Cursor): boolean {
  return cursor.startsName() && cursor.peek(1).kind === 'symbol' && cursor.peek(1).text === '->';
}

function parseLambda(cursor: Cursor, parser: QueryParser): SqlExpr {
  const start = cursor.token.span;
  const param = cursor.expectName('A name');
  cursor.expectSymbol('->');
  const body = parseExpression(cursor, parser);
  return { kind: 'lambda', param, body, span: cursor.spanFrom(start) };
}

function parseFilter(cursor: Cursor, parser: QueryParser): SqlExpr {
  cursor.next();
  cursor.expectSymbol('(');
  cursor.expectWord('where');
  const condition = parseExpression(cursor, parser);
  cursor.expectSymbol(')');
  return condition;
}
