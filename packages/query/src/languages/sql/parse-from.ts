import { refuse } from '../../diagnostics.ts';
import type { Name, SqlEvents, SqlExpr, SqlFlatten, SqlSource } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { keysOfPath } from './key-path.ts';
import type { QueryParser } from './parse-expression.ts';
import { parseExpression } from './parse-expression.ts';

export function parseNames(cursor: Cursor): Name[] {
  cursor.expectSymbol('(');
  const names = [cursor.expectName('A column')];
  while (cursor.takeSymbol(',')) names.push(cursor.expectName('A column'));
  cursor.expectSymbol(')');
  return names;
}

/** Words that stand where an alias may, and open a clause that is not known. */
const unknownClauses = ['match_recognize', 'pivot', 'unpivot', 'tablesample'];

export function parseAlias(cursor: Cursor): Name | undefined {
  if (cursor.takeWord('as')) return cursor.expectPart('A name');
  if (cursor.isWord(...unknownClauses) && cursor.peek(1).text === '(') cursor.unexpected('The next clause');
  return cursor.startsName() ? cursor.expectName('A name') : undefined;
}

/** What FROM lists. As in the SELECT list, a comma may stand behind the last. */
export function parseSources(cursor: Cursor, parser: QueryParser): SqlSource {
  let source = parseJoined(cursor, parser, parseSource(cursor, parser));
  while (cursor.takeSymbol(',') && !cursor.isWord('where')) source = parseAfterComma(cursor, parser, source);
  return source;
}

function parseAfterComma(cursor: Cursor, parser: QueryParser, left: SqlSource): SqlSource {
  if (isFlattenAhead(cursor)) return parseJoined(cursor, parser, parseFlatten(cursor, parser, left), true);
  const right = parseJoined(cursor, parser, parseSource(cursor, parser));
  return { kind: 'join', type: 'cross', left, right, span: cursor.spanFrom(left.span) };
}

function isFlattenAhead(cursor: Cursor): boolean {
  return cursor.isWord('lateral') || isTableFunctionAhead(cursor, 'flatten');
}

function isTableFunctionAhead(cursor: Cursor, name: string): boolean {
  return cursor.isWord('table') && cursor.peek(1).text === '(' && cursor.peek(2).text.toLowerCase() === name;
}

/** `isAfterComma`: what is on the left is more than the join's own side, which only some joins do not mind. */
function parseJoined(cursor: Cursor, parser: QueryParser, first: SqlSource, isAfterComma = false): SqlSource {
  let left = first;
  for (;;) {
    const start = cursor.token.span;
    const isNatural = cursor.takeWord('natural');
    const type = parseJoinType(cursor);
    if (!type) return isNatural ? cursor.unexpected('JOIN') : left;
    if (isFlattenAhead(cursor)) {
      if (type === 'right' || type === 'full')
        refuse(start, 'refused.clause', 'FLATTEN can only follow JOIN, LEFT JOIN, CROSS JOIN or a comma.');
      left = withoutCondition(cursor, parser, parseFlatten(cursor, parser, left, type === 'left'));
      continue;
    }
    if (isAfterComma && (type === 'right' || type === 'full'))
      refuse(start, 'refused.clause', 'A RIGHT or FULL JOIN cannot follow ", LATERAL FLATTEN(…)".');
    const right = parseSource(cursor, parser);
    left = isNatural
      ? { kind: 'join', type, left, right, isNatural, span: cursor.spanFrom(left.span) }
      : parseJoinCondition(cursor, parser, type, left, right);
  }
}

type JoinKind = 'inner' | 'left' | 'right' | 'full' | 'cross';

function parseJoinType(cursor: Cursor): JoinKind | undefined {
  if (cursor.takeWord('join')) return 'inner';
  for (const kind of ['inner', 'cross', 'left', 'right', 'full'] as const) {
    if (!cursor.takeWord(kind)) continue;
    if (kind !== 'inner' && kind !== 'cross') cursor.takeWord('outer');
    cursor.expectWord('join');
    return kind;
  }
  return undefined;
}

function parseJoinCondition(
  cursor: Cursor,
  parser: QueryParser,
  type: JoinKind,
  left: SqlSource,
  right: SqlSource,
): SqlSource {
  const span = () => cursor.spanFrom(left.span);
  if (type === 'cross') return { kind: 'join', type, left, right, span: span() };
  if (cursor.takeWord('on'))
    return { kind: 'join', type, left, right, on: parseExpression(cursor, parser), span: span() };
  if (!cursor.takeWord('using')) return cursor.unexpected('ON or USING');
  return { kind: 'join', type, left, right, using: parseNames(cursor), span: span() };
}

/** `JOIN LATERAL FLATTEN(…) ON TRUE`: anything but TRUE belongs into WHERE. */
function withoutCondition(cursor: Cursor, parser: QueryParser, source: SqlFlatten): SqlFlatten {
  if (!cursor.takeWord('on')) return source;
  const condition = parseExpression(cursor, parser);
  if (condition.kind !== 'constant' || condition.value !== true)
    refuse(
      condition.span,
      'refused.clause',
      'FLATTEN can only be joined ON TRUE.',
      'Put the condition into WHERE.',
    );
  return source;
}

function parseSource(cursor: Cursor, parser: QueryParser): SqlSource {
  const start = cursor.token.span;
  if (cursor.takeSymbol('(')) {
    if (!cursor.isWord('select', 'with') && !cursor.isSymbol('(')) {
      const source = cursor.nested(() => parseSources(cursor, parser));
      cursor.expectSymbol(')');
      return source;
    }
    const query = parser.query(cursor);
    cursor.expectSymbol(')');
    const alias = parseAlias(cursor);
    const span = cursor.spanFrom(start);
    return alias ? { kind: 'query', query, alias, span } : { kind: 'query', query, span };
  }
  if (isFlattenAhead(cursor)) return parseFlatten(cursor, parser, undefined);
  if (isTableFunctionAhead(cursor, 'generator')) return parseGenerator(cursor);
  if (isTableFunctionAhead(cursor, 'events')) return parseEvents(cursor);
  const parts = [cursor.expectName('A table')];
  while (cursor.takeSymbol('.')) parts.push(cursor.expectPart('A table'));
  const span = cursor.spanFrom(start);
  if (cursor.isSymbol('('))
    refuse(
      span,
      'refused.table_function',
      `Table functions such as ${parts[0]!.text.slice(0, 40)}() are not allowed.`,
      'Name a table of the data lake.',
    );
  const alias = parseAlias(cursor);
  return alias ? { kind: 'table', parts, alias, span } : { kind: 'table', parts, span };
}

/** `LATERAL FLATTEN(input => x, …)`, the table function all Snowflake queries over arrays need. */
function parseFlatten(
  cursor: Cursor,
  parser: QueryParser,
  left: SqlSource | undefined,
  isLeftJoin = false,
): SqlFlatten {
  const start = cursor.token.span;
  const isTable = !cursor.takeWord('lateral') && cursor.takeWord('table');
  if (isTable) cursor.expectSymbol('(');
  const word = cursor.token;
  if (!cursor.takeWord('flatten'))
    refuse(word.span, 'refused.table_function', 'Only FLATTEN may follow LATERAL.');
  cursor.expectSymbol('(');
  const options: Partial<SqlFlatten> = {};
  do {
    const name = cursor.peek(1).text === '=>' ? cursor.next().text.toLowerCase() : 'input';
    cursor.takeSymbol('=>');
    Object.assign(options, flattenOption(name, parseExpression(cursor, parser)));
  } while (cursor.takeSymbol(','));
  const { value, path = [], mode = 'both', isOuter = false } = options;
  if (!value) refuse(word.span, 'call.arity', 'FLATTEN needs an input.');
  cursor.expectSymbol(')');
  if (isTable) cursor.expectSymbol(')');
  const alias = parseAlias(cursor);
  return {
    kind: 'flatten',
    ...(left ? { left } : {}),
    value,
    path,
    mode,
    isOuter: isOuter || isLeftJoin,
    ...(alias ? { alias } : {}),
    span: cursor.spanFrom(left?.span ?? start),
  };
}

function flattenOption(name: string, argument: SqlExpr): Partial<SqlFlatten> {
  if (name === 'input') return { value: argument };
  if (argument.kind === 'constant' && name === 'outer') return { isOuter: argument.value === true };
  if (argument.kind === 'constant' && name === 'recursive' && argument.value !== true) return {};
  if (name === 'recursive')
    refuse(
      argument.span,
      'value.invalid',
      'FLATTEN reaches one level; RECURSIVE is not supported.',
      'Write one LATERAL FLATTEN for each level.',
    );
  const text = argument.kind === 'text' ? argument.value : undefined;
  const mode = text?.toLowerCase();
  if (name === 'mode' && (mode === 'array' || mode === 'object' || mode === 'both')) return { mode };
  const path = name === 'path' && text !== undefined ? keysOfPath(text) : undefined;
  if (path) return { path };
  return refuse(
    argument.span,
    'value.invalid',
    "FLATTEN takes input => value, outer => true or false, path => 'a.b' and mode => 'ARRAY', 'OBJECT' or 'BOTH'.",
  );
}

/** More rows would be a load on the engine that no query over events needs. */
const maxGenerated = 1_000_000;

/** `TABLE(GENERATOR(rowcount => n))`: rows to count with SEQ4(). */
function parseGenerator(cursor: Cursor): SqlSource {
  const start = cursor.token.span;
  cursor.expectWord('table');
  cursor.expectSymbol('(');
  cursor.expectWord('generator');
  cursor.expectSymbol('(');
  const isNamed = cursor.takeWord('rowcount');
  if (isNamed) cursor.expectSymbol('=>');
  const { token } = cursor;
  const count = token.kind === 'number' ? Number(token.text) : Number.NaN;
  if (!Number.isInteger(count) || count > maxGenerated)
    refuse(
      token.span,
      'value.invalid',
      `GENERATOR takes rowcount => a whole number up to ${maxGenerated.toLocaleString('en')}.`,
    );
  cursor.next();
  cursor.expectSymbol(')');
  cursor.expectSymbol(')');
  const alias = parseAlias(cursor);
  const span = cursor.spanFrom(start);
  return alias ? { kind: 'generator', count, alias, span } : { kind: 'generator', count, span };
}

/** More names in one text are no query of a person. */
const maxEventNames = 2000;

/** `TABLE(EVENTS('panther_logs.public.*', 'panther_signals.public.aws_alb'))`. */
function parseEvents(cursor: Cursor): SqlSource {
  const start = cursor.token.span;
  for (const part of ['table', 'events']) {
    cursor.expectWord(part);
    cursor.expectSymbol('(');
  }
  const names: SqlEvents['names'] = [];
  do {
    const { kind, text, span } = cursor.token;
    if (kind !== 'text' || names.length === maxEventNames)
      refuse(
        span,
        'type.mismatch',
        `EVENTS takes the names of up to ${maxEventNames.toLocaleString('en')} tables as texts.`,
        "EVENTS('panther_logs.public.*')",
      );
    names.push({ text, span });
    cursor.next();
  } while (cursor.takeSymbol(','));
  cursor.expectSymbol(')');
  cursor.expectSymbol(')');
  const alias = parseAlias(cursor);
  const span = cursor.spanFrom(start);
  return alias ? { kind: 'events', names, alias, span } : { kind: 'events', names, span };
}
