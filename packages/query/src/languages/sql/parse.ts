import { refuse } from '../../diagnostics.ts';
import type { Name, SetOperator, SqlCount, SqlExpr, SqlItem, SqlQuery, SqlSelect, SqlSets } from './ast.ts';
import { Cursor, refuseSeveral } from './cursor.ts';
import type { QueryParser } from './parse-expression.ts';
import { parseExpression } from './parse-expression.ts';
import { parseAlias, parseNames, parseSources } from './parse-from.ts';
import { parseGroups } from './parse-groups.ts';
import { parseSortKeys, parseWindow } from './parse-window.ts';
import { tokenize } from './tokens.ts';

const parser: QueryParser = {
  query: (cursor) => parseQuery(cursor),
  window: (cursor) => parseWindow(cursor, parser),
  sortKeys: (cursor) => parseSortKeys(cursor, parser),
};

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
    const term = parseSets(cursor);
    const orderBy = cursor.takeWords('order', 'by') ? parseSortKeys(cursor, parser) : [];
    const limited = cursor.takeWord('limit') ? parseCount(cursor) : undefined;
    if (limited && cursor.isSymbol(',')) cursor.unexpected('OFFSET');
    const offset = cursor.takeWord('offset') ? parseCount(cursor) : undefined;
    const limit = limited ?? (cursor.isWord('fetch') ? parseFetch(cursor) : undefined);
    const span = cursor.spanFrom(start);
    if (!term.isInParentheses) {
      const { body, limit: top } = term.query;
      if (top && limit) refuse(limit.span, 'parse.unexpected_token', 'TOP and LIMIT cannot stand together.');
      return { with: ctes, body, orderBy, limit: limit ?? top, offset, span };
    }
    // A query in parentheses that brings its own order and limit.
    const isBare = ctes.length === 0 && orderBy.length === 0 && !limit && !offset;
    if (isBare) return term.query;
    const body: SqlSets = { kind: 'sets', op: 'union all', parts: [term.query], span };
    return { with: ctes, body, orderBy, limit, offset, span };
  });
}

/** `FETCH FIRST 5 ROWS ONLY` is a limit in other words. */
function parseFetch(cursor: Cursor): SqlCount {
  cursor.next();
  if (!cursor.takeWord('first', 'next')) cursor.unexpected('FIRST');
  const count = parseCount(cursor);
  cursor.takeWord('rows', 'row');
  cursor.takeWord('only');
  return count;
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

/** A SELECT, queries joined by set operators, or a whole query in parentheses. */
interface Term {
  query: SqlQuery;
  isInParentheses: boolean;
}

function parseTerm(cursor: Cursor): Term {
  if (!cursor.takeSymbol('(')) return { query: parseSelect(cursor), isInParentheses: false };
  const query = parseQuery(cursor);
  cursor.expectSymbol(')');
  return { query, isInParentheses: true };
}

/** Changes from one set operator to another; each nests the tree a level deeper. */
const maxMixedSets = 30;

/** Read from the left; INTERSECT holds more tightly than the others. */
function parseSets(cursor: Cursor): Term {
  let left = parseIntersections(cursor);
  for (let mixed = 0; ;) {
    const { span } = cursor.token;
    const op = parseSetOperator(cursor);
    if (!op) return left;
    const before = left;
    left = joined(cursor, op, left, parseIntersections(cursor));
    if (opOf(before) !== op && ++mixed > maxMixedSets)
      refuse(span, 'limit.depth', `More than ${maxMixedSets} changes of the set operator.`);
  }
}

function parseIntersections(cursor: Cursor): Term {
  let left = parseTerm(cursor);
  while (cursor.takeWord('intersect')) {
    refuseAll(cursor, 'INTERSECT');
    left = joined(cursor, 'intersect', left, parseTerm(cursor));
  }
  return left;
}

function parseSetOperator(cursor: Cursor): SetOperator | undefined {
  if (cursor.takeWord('except', 'minus')) {
    refuseAll(cursor, 'EXCEPT');
    return 'except';
  }
  if (!cursor.takeWord('union')) return undefined;
  if (cursor.takeWord('all')) return 'union all';
  cursor.takeWord('distinct');
  return 'union';
}

function refuseAll(cursor: Cursor, word: string): void {
  if (cursor.isWord('all'))
    refuse(
      cursor.token.span,
      'refused.clause',
      `${word} ALL is not supported: ${word} gives each row once.`,
      'Leave out ALL.',
    );
  cursor.takeWord('distinct');
}

function opOf({ query, isInParentheses }: Term): SetOperator | undefined {
  return !isInParentheses && query.body.kind === 'sets' ? query.body.op : undefined;
}

function joined(cursor: Cursor, op: SetOperator, left: Term, right: Term): Term {
  const { body } = left.query;
  const isChain = opOf(left) === op && body.kind === 'sets';
  const parts = [...(isChain ? body.parts : [left.query]), right.query];
  const span = cursor.spanFrom(left.query.span);
  return {
    query: { with: [], body: { kind: 'sets', op, parts, span }, orderBy: [], span },
    isInParentheses: false,
  };
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

/** One SELECT as a query; `TOP n` is its limit in other words. */
function parseSelect(cursor: Cursor): SqlQuery {
  const start = cursor.token.span;
  cursor.expectWord('select');
  const isDistinct = cursor.takeWord('distinct');
  if (!isDistinct) cursor.takeWord('all');
  const hasTop = cursor.isWord('top') && cursor.peek(1).kind === 'number' && cursor.takeWord('top');
  const top = hasTop ? parseCount(cursor) : undefined;
  const items = [parseItem(cursor)];
  while (cursor.takeSymbol(',')) {
    if (cursor.isWord('from')) break;
    items.push(parseItem(cursor));
  }
  const from = cursor.takeWord('from') ? parseSources(cursor, parser) : undefined;
  const where = cursor.takeWord('where') ? parseExpression(cursor, parser) : undefined;
  const groups = cursor.takeWords('group', 'by') ? parseGroups(cursor, parser) : { groupBy: [] };
  const having = cursor.takeWord('having') ? parseExpression(cursor, parser) : undefined;
  const qualify = cursor.takeWord('qualify') ? parseExpression(cursor, parser) : undefined;
  const span = cursor.spanFrom(start);
  const body: SqlSelect = {
    kind: 'select',
    isDistinct,
    items,
    from,
    where,
    ...groups,
    having,
    qualify,
    span,
  };
  return top ? { with: [], body, orderBy: [], limit: top, span } : { with: [], body, orderBy: [], span };
}

function parseItem(cursor: Cursor): SqlItem {
  const start = cursor.token.span;
  if (cursor.takeSymbol('*')) return star(cursor, start, undefined);
  const isQualifiedStar = cursor.startsName() && cursor.isStarAhead(1);
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
