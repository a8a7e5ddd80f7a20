import { refuse } from '../../diagnostics.ts';
import type { Name, SqlCount, SqlExpr, SqlItem, SqlQuery, SqlSelect, SqlSource } from './ast.ts';
import { Cursor, refuseSeveral } from './cursor.ts';
import type { QueryParser } from './parse-expression.ts';
import { parseExpression, parseList, parseSortKeys } from './parse-expression.ts';
import { tokenize } from './tokens.ts';

const parser: QueryParser = { query: (cursor) => parseQuery(cursor) };

/** One SELECT statement as a tree. Throws a `QueryFault` at the first thing that is not part of the language. */
export function parseSql(source: string): SqlQuery {
  const cursor = new Cursor(source, tokenize(source));
  refuseOtherStatements(cursor);
  const query = parseQuery(cursor);
  const { token } = cursor;
  if (cursor.takeSymbol(';') && cursor.token.kind !== 'end') refuseSeveral(token.span);
  if (cursor.token.kind !== 'end') cursor.unexpected('The end of the query');
  return query;
}

/** One expression on its own, as examples and computed columns have it. */
export function parseSqlExpression(source: string): SqlExpr {
  const cursor = new Cursor(source, tokenize(source));
  const expression = parseExpression(cursor, parser);
  if (cursor.token.kind !== 'end') cursor.unexpected('The end of the expression');
  return expression;
}

function refuseOtherStatements(cursor: Cursor): void {
  const { token } = cursor;
  if (token.kind === 'end') refuse(token.span, 'parse.unexpected_eof', 'The query is empty.');
  if (cursor.isWord('select', 'with') || cursor.isSymbol('(')) return;
  const word = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  refuse(token.span, 'refused.statement', `Only SELECT queries are allowed; this one begins with "${word}".`);
}

function parseQuery(cursor: Cursor): SqlQuery {
  return cursor.nested(() => {
    const start = cursor.token.span;
    const ctes = cursor.takeWord('with') ? parseCtes(cursor) : [];
    const first = parseTerm(cursor);
    const body = cursor.isWord('union') ? parseUnion(cursor, first) : first;
    const orderBy = cursor.takeWords('order', 'by') ? parseSortKeys(cursor, parser) : [];
    const limit = cursor.takeWord('limit') ? parseCount(cursor) : undefined;
    if (limit && cursor.isSymbol(',')) cursor.unexpected('OFFSET');
    const offset = cursor.takeWord('offset') ? parseCount(cursor) : undefined;
    const span = cursor.spanFrom(start);
    if (!('kind' in body)) {
      // A query in parentheses that brings its own order and limit.
      const isBare = ctes.length === 0 && orderBy.length === 0 && !limit && !offset;
      if (isBare) return body;
      return {
        with: ctes,
        body: { kind: 'union', isDistinct: false, parts: [body], span },
        orderBy,
        limit,
        offset,
        span,
      };
    }
    return { with: ctes, body, orderBy, limit, offset, span };
  });
}

function parseCtes(cursor: Cursor): { name: Name; query: SqlQuery }[] {
  if (cursor.isWord('recursive'))
    refuse(cursor.token.span, 'refused.clause', 'WITH RECURSIVE is not supported.');
  const ctes: { name: Name; query: SqlQuery }[] = [];
  do {
    const name = cursor.expectName('A name');
    cursor.expectWord('as');
    cursor.expectSymbol('(');
    const query = parseQuery(cursor);
    cursor.expectSymbol(')');
    ctes.push({ name, query });
  } while (cursor.takeSymbol(','));
  return ctes;
}

/** A SELECT, or a whole query in parentheses. */
function parseTerm(cursor: Cursor): SqlSelect | SqlQuery {
  if (!cursor.takeSymbol('(')) return parseSelect(cursor);
  const query = parseQuery(cursor);
  cursor.expectSymbol(')');
  return query;
}

function parseUnion(
  cursor: Cursor,
  first: SqlSelect | SqlQuery,
): Extract<SqlQuery['body'], { kind: 'union' }> {
  const parts = [asQuery(first)];
  let isDistinct: boolean | undefined;
  while (cursor.isWord('union')) {
    const { span } = cursor.next();
    const isThisDistinct = !cursor.takeWord('all');
    cursor.takeWord('distinct');
    if (isDistinct !== undefined && isDistinct !== isThisDistinct)
      refuse(span, 'refused.clause', 'UNION and UNION ALL cannot be mixed. Put one of them in parentheses.');
    isDistinct = isThisDistinct;
    parts.push(asQuery(parseTerm(cursor)));
  }
  return { kind: 'union', isDistinct: isDistinct ?? false, parts, span: cursor.spanFrom(parts[0]!.span) };
}

function asQuery(term: SqlSelect | SqlQuery): SqlQuery {
  return 'kind' in term ? { with: [], body: term, orderBy: [], span: term.span } : term;
}

function parseCount(cursor: Cursor): SqlCount {
  const { token } = cursor;
  if (token.kind !== 'number') return cursor.unexpected('A number of rows');
  cursor.next();
  const value = Number(token.text);
  if (!Number.isSafeInteger(value))
    refuse(token.span, 'value.invalid', 'The number of rows must be a whole number.');
  return { value, span: token.span };
}

function parseSelect(cursor: Cursor): SqlSelect {
  const start = cursor.token.span;
  cursor.expectWord('select');
  const isDistinct = cursor.takeWord('distinct');
  if (!isDistinct) cursor.takeWord('all');
  const items = [parseItem(cursor)];
  while (cursor.takeSymbol(',')) {
    if (cursor.isWord('from')) break;
    items.push(parseItem(cursor));
  }
  const from = cursor.takeWord('from') ? parseSources(cursor) : undefined;
  const where = cursor.takeWord('where') ? parseExpression(cursor, parser) : undefined;
  const groupBy = cursor.takeWords('group', 'by') ? parseGroups(cursor) : [];
  const having = cursor.takeWord('having') ? parseExpression(cursor, parser) : undefined;
  const qualify = cursor.takeWord('qualify') ? parseExpression(cursor, parser) : undefined;
  return {
    kind: 'select',
    isDistinct,
    items,
    from,
    where,
    groupBy,
    having,
    qualify,
    span: cursor.spanFrom(start),
  };
}

function parseGroups(cursor: Cursor): SqlExpr[] | 'all' {
  return cursor.takeWord('all') ? 'all' : parseList(cursor, parser);
}

function parseItem(cursor: Cursor): SqlItem {
  const start = cursor.token.span;
  if (cursor.takeSymbol('*')) return star(cursor, start, undefined);
  const isQualifiedStar = cursor.startsName() && cursor.peek(1).text === '.' && cursor.peek(2).text === '*';
  if (isQualifiedStar) {
    const of = cursor.expectName('A table');
    cursor.next();
    cursor.next();
    return star(cursor, start, of);
  }
  const value = parseExpression(cursor, parser);
  const source = cursor.source.slice(start.start, cursor.spanFrom(start).end);
  const alias = parseAlias(cursor);
  return alias ? { kind: 'expr', value, alias, source } : { kind: 'expr', value, source };
}

function star(cursor: Cursor, start: SqlExpr['span'], of: Name | undefined): SqlItem {
  const exclude: Name[] = [];
  if (cursor.takeWord('exclude')) {
    if (cursor.isSymbol('(')) exclude.push(...parseNames(cursor));
    else exclude.push(cursor.expectName('A column'));
  }
  const span = cursor.spanFrom(start);
  return of ? { kind: 'star', of, exclude, span } : { kind: 'star', exclude, span };
}

function parseNames(cursor: Cursor): Name[] {
  cursor.expectSymbol('(');
  const names = [cursor.expectName('A column')];
  while (cursor.takeSymbol(',')) names.push(cursor.expectName('A column'));
  cursor.expectSymbol(')');
  return names;
}

function parseAlias(cursor: Cursor): Name | undefined {
  if (cursor.takeWord('as')) return cursor.expectPart('A name');
  return cursor.startsName() ? cursor.expectName('A name') : undefined;
}

function parseSources(cursor: Cursor): SqlSource {
  let source = parseJoined(cursor);
  while (cursor.takeSymbol(',')) source = parseAfterComma(cursor, source);
  return source;
}

function parseAfterComma(cursor: Cursor, left: SqlSource): SqlSource {
  if (isFlattenAhead(cursor)) return parseFlatten(cursor, left);
  const right = parseJoined(cursor);
  return { kind: 'join', type: 'cross', left, right, span: cursor.spanFrom(left.span) };
}

function isFlattenAhead(cursor: Cursor): boolean {
  return (
    cursor.isWord('lateral') || (cursor.isWord('table') && cursor.peek(2).text.toLowerCase() === 'flatten')
  );
}

function parseJoined(cursor: Cursor): SqlSource {
  let left = parseSource(cursor);
  for (;;) {
    const type = parseJoinType(cursor);
    if (!type) return left;
    if (isFlattenAhead(cursor)) {
      left = parseFlatten(cursor, left);
      continue;
    }
    const right = parseSource(cursor);
    left = parseJoinCondition(cursor, type, left, right);
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

function parseJoinCondition(cursor: Cursor, type: JoinKind, left: SqlSource, right: SqlSource): SqlSource {
  const span = () => cursor.spanFrom(left.span);
  if (type === 'cross') return { kind: 'join', type, left, right, span: span() };
  if (cursor.takeWord('on'))
    return { kind: 'join', type, left, right, on: parseExpression(cursor, parser), span: span() };
  if (!cursor.takeWord('using')) return cursor.unexpected('ON or USING');
  return { kind: 'join', type, left, right, using: parseNames(cursor), span: span() };
}

function parseSource(cursor: Cursor): SqlSource {
  const start = cursor.token.span;
  if (cursor.takeSymbol('(')) {
    if (!cursor.isWord('select', 'with') && !cursor.isSymbol('(')) {
      const source = cursor.nested(() => parseSources(cursor));
      cursor.expectSymbol(')');
      return source;
    }
    const query = parseQuery(cursor);
    cursor.expectSymbol(')');
    const alias = parseAlias(cursor);
    const span = cursor.spanFrom(start);
    return alias ? { kind: 'query', query, alias, span } : { kind: 'query', query, span };
  }
  if (isFlattenAhead(cursor))
    refuse(
      start,
      'refused.table_function',
      'FLATTEN needs a table before it: FROM table, LATERAL FLATTEN(input => column) name.',
    );
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

/** `LATERAL FLATTEN(input => x [, outer => true])`, the table function all Snowflake queries over arrays need. */
function parseFlatten(cursor: Cursor, left: SqlSource): SqlSource {
  const isTable = !cursor.takeWord('lateral') && cursor.takeWord('table');
  if (isTable) cursor.expectSymbol('(');
  const word = cursor.token;
  if (!cursor.takeWord('flatten'))
    refuse(word.span, 'refused.table_function', 'Only FLATTEN may follow LATERAL.');
  cursor.expectSymbol('(');
  let value: SqlExpr | undefined;
  let isOuter = false;
  do {
    const name = cursor.peek(1).text === '=>' ? cursor.next().text.toLowerCase() : 'input';
    cursor.takeSymbol('=>');
    const argument = parseExpression(cursor, parser);
    if (name === 'input') value = argument;
    else if (name === 'outer' && argument.kind === 'constant') isOuter = argument.value === true;
    else refuse(argument.span, 'value.invalid', 'FLATTEN takes input => value and outer => true or false.');
  } while (cursor.takeSymbol(','));
  if (!value) refuse(word.span, 'call.arity', 'FLATTEN needs an input.');
  cursor.expectSymbol(')');
  if (isTable) cursor.expectSymbol(')');
  const alias = parseAlias(cursor);
  const span = cursor.spanFrom(left.span);
  return alias
    ? { kind: 'flatten', left, value, isOuter, alias, span }
    : { kind: 'flatten', left, value, isOuter, span };
}
