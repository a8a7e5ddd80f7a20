import { nearestWord } from '@margay/kit';
import { refuse } from '../../diagnostics.ts';
import type { FlowAssign, FlowNamed, FlowSearch, FlowSortKey, FlowStage, FlowVisualize } from './ast.ts';
import type { FlowCursor } from './cursor.ts';
import type { TabularParser } from './parse-expression.ts';
import { parseExpression } from './parse-expression.ts';
import { parseQueryInParentheses, parseUnion } from './parse-source.ts';
import { shortened } from './tokens.ts';

type StageParser = (cursor: FlowCursor, parser: TabularParser) => FlowStage;

const parsers: Readonly<Record<string, StageParser>> = Object.assign(
  Object.create(null) as Record<string, StageParser>,
  {
    where: parseWhere,
    project: parseProject,
    extend: parseExtend,
    summarize: parseSummarize,
    sort: parseSort,
    limit: parseCount,
    sample: parseCount,
    join: parseJoin,
    union: parseUnion,
    search: parseSearch,
    visualize: parseVisualize,
  },
);

export const stageWords: readonly string[] = Object.keys(parsers);

/** What people who know another language may write. */
const foreignStages: Readonly<Record<string, string>> = Object.assign(
  Object.create(null) as Record<string, string>,
  {
    take: 'limit',
    head: 'limit',
    filter: 'where',
    order: 'sort',
    stats: 'summarize',
    aggregate: 'summarize',
    group: 'summarize',
    select: 'project',
    fields: 'project',
    eval: 'extend',
    let: 'extend',
    render: 'visualize',
    chart: 'visualize',
    find: 'search',
    grep: 'search',
    top: 'Write sort and then limit.',
    count: 'Write summarize count = agg.count().',
    distinct: 'Write summarize by and the columns.',
    dedup: 'Write summarize by and the columns.',
    rename: 'Write project with new names.',
    parse: 'Use re.substr or parse_json.',
  },
);

/** The stage whose word comes next. Throws a `QueryFault`. */
export function parseStage(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const { token } = cursor;
  const parse = token.kind === 'word' ? parsers[token.text] : undefined;
  if (parse) return parse(cursor, parser);
  if (!cursor.isName()) {
    const isDoubled = cursor.previous?.span.end === token.span.start;
    const advice = isDoubled && cursor.isSymbol('|') ? 'Write "or" to join conditions.' : undefined;
    return cursor.unexpected('an operator such as "where"', [], advice);
  }
  const word = token.text.toLowerCase();
  const meant = foreignStages[word] ?? nearestWord(word, stageWords);
  const question = meant !== undefined && parsers[meant] ? ` Did you mean "${meant}"?` : '';
  const message = `"${shortened(token.text)}" is not an operator.${question}`;
  return refuse(token.span, 'parse.unknown_operator', message, meant);
}

function parseWhere(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const start = cursor.next().span;
  const condition = parseExpression(cursor, parser);
  return { kind: 'where', condition, span: cursor.spanFrom(start) };
}

function listOf<T>(cursor: FlowCursor, part: () => T): T[] {
  const parts = [part()];
  while (cursor.takeSymbol(',')) parts.push(part());
  return parts;
}

function parseNamed(cursor: FlowCursor, parser: TabularParser): FlowNamed {
  const start = cursor.token.span;
  const name = cursor.isName() && cursor.isSymbol('=', 1) ? cursor.nameOf(cursor.next()) : undefined;
  if (name) cursor.next();
  const value = parseExpression(cursor, parser);
  const span = cursor.spanFrom(start);
  return name ? { name, value, span } : { value, span };
}

function parseProject(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const start = cursor.next().span;
  const items = listOf(cursor, () => parseNamed(cursor, parser));
  return { kind: 'project', items, span: cursor.spanFrom(start) };
}

function parseExtend(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const start = cursor.next().span;
  const items = listOf(cursor, () => parseAssign(cursor, parser));
  return { kind: 'extend', items, span: cursor.spanFrom(start) };
}

function parseAssign(cursor: FlowCursor, parser: TabularParser): FlowAssign {
  const start = cursor.token.span;
  const target = [cursor.expectName('the name of a column')];
  while (cursor.isSymbol('.') || cursor.isSymbol('['))
    if (cursor.takeSymbol('.')) target.push(cursor.expectPart('the name of a field'));
    else {
      cursor.next();
      if (cursor.token.kind !== 'text') cursor.unexpected('a key in quotes');
      target.push(cursor.nameOf(cursor.next()));
      cursor.expectSymbol(']');
    }
  cursor.expectSymbol('=');
  const value = parseExpression(cursor, parser);
  return { target, value, span: cursor.spanFrom(start) };
}

function parseSummarize(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const start = cursor.next().span;
  const isKeysOnly = cursor.isWord('by') && !cursor.isSymbol('=', 1);
  const aggregates = isKeysOnly ? [] : listOf(cursor, () => parseNamed(cursor, parser));
  const keys = cursor.takeWord('by') ? listOf(cursor, () => parseNamed(cursor, parser)) : [];
  return { kind: 'summarize', aggregates, keys, span: cursor.spanFrom(start) };
}

function parseSort(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const start = cursor.next().span;
  if (cursor.isWord('by') && !isColumnNamedBy(cursor)) cursor.next();
  const keys = listOf(cursor, () => parseSortKey(cursor, parser));
  return { kind: 'sort', keys, span: cursor.spanFrom(start) };
}

/** `by` is the word of the stage unless something follows that only follows a column. */
function isColumnNamedBy(cursor: FlowCursor): boolean {
  const { kind, text, span } = cursor.peek(1);
  if (text === '[' && kind === 'symbol') return span.start === cursor.token.span.end;
  if (kind === 'symbol') return !['(', '{', '-', '|', ';', ')'].includes(text);
  if (kind !== 'word') return false;
  if (text === 'asc' || text === 'desc') return !isAfterKey(cursor, 2);
  return text === 'nulls' && (cursor.isWord('first', 2) || cursor.isWord('last', 2));
}

/** `by asc desc` sorts by the column `asc`, `by asc` by the column `by`. */
function isAfterKey(cursor: FlowCursor, ahead: number): boolean {
  const { kind, text } = cursor.peek(ahead);
  return (kind === 'word' && (text === 'asc' || text === 'desc')) || cursor.isSymbol('.', ahead);
}

function parseSortKey(cursor: FlowCursor, parser: TabularParser): FlowSortKey {
  const start = cursor.token.span;
  const key: FlowSortKey = { value: parseExpression(cursor, parser), span: start };
  if (cursor.isWord('asc') || cursor.isWord('desc'))
    key.direction = cursor.next().text === 'asc' ? 'asc' : 'desc';
  if (cursor.takeWord('nulls')) {
    if (!cursor.isWord('first') && !cursor.isWord('last'))
      cursor.unexpected('"first" or "last"', ['first', 'last']);
    key.nulls = cursor.next().text === 'first' ? 'first' : 'last';
  }
  return { ...key, span: cursor.spanFrom(start) };
}

function parseCount(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const word = cursor.next();
  const count = parseExpression(cursor, parser);
  return { kind: word.text === 'limit' ? 'limit' : 'sample', count, span: cursor.spanFrom(word.span) };
}

function parseJoin(cursor: FlowCursor, parser: TabularParser): FlowStage {
  const start = cursor.next().span;
  cursor.expectWord('kind');
  if (!cursor.takeSymbol(':')) cursor.expectSymbol('=');
  const type = cursor.expectName('the kind of join, such as "inner",');
  const destination = cursor.expectName('the name of the column for the joined rows');
  cursor.expectSymbol('=');
  const right = parseQueryInParentheses(cursor, parser);
  const on = cursor.takeWord('on') ? parseExpression(cursor, parser) : undefined;
  const span = cursor.spanFrom(start);
  return { kind: 'join', type, destination, right, ...(on && { on }), span };
}

function parseSearch(cursor: FlowCursor): FlowStage {
  const start = cursor.next().span;
  const condition = cursor.nested(() => parseSearchLogic(cursor, 'or'));
  return { kind: 'search', condition, span: cursor.spanFrom(start) };
}

/** Terms in a row nest to the left; more of them would be too deep to walk. */
const maxTerms = 500;

function parseSearchLogic(cursor: FlowCursor, op: 'and' | 'or'): FlowSearch {
  const start = cursor.token.span;
  const part = () => (op === 'or' ? parseSearchLogic(cursor, 'and') : parseSearchTerm(cursor));
  let left = part();
  for (let count = 1; cursor.isWord(op); count++) {
    if (count >= maxTerms) refuse(cursor.token.span, 'limit.depth', `More than ${maxTerms} terms in a row.`);
    cursor.next();
    const right = part();
    left = { kind: op, left, right, span: cursor.spanFrom(start) };
  }
  return left;
}

function parseSearchTerm(cursor: FlowCursor): FlowSearch {
  const { token } = cursor;
  if (cursor.takeWord('not')) {
    const operand = cursor.nested(() => parseSearchTerm(cursor));
    return { kind: 'not', operand, span: cursor.spanFrom(token.span) };
  }
  if (cursor.takeSymbol('(')) {
    const inner = cursor.nested(() => parseSearchLogic(cursor, 'or'));
    cursor.expectSymbol(')');
    return inner;
  }
  if (token.kind !== 'text') cursor.unexpected('a text to look for', [], 'Put the text between quotes.');
  cursor.next();
  return { kind: 'term', text: token.text, span: token.span };
}

function parseVisualize(cursor: FlowCursor, parser: TabularParser): FlowVisualize {
  const start = cursor.next().span;
  const chart = cursor.isName() && !cursor.isSymbol('=', 1) ? cursor.nameOf(cursor.next()) : undefined;
  const annotations = cursor.isName() ? listOf(cursor, () => parseAnnotation(cursor, parser)) : [];
  const span = cursor.spanFrom(start);
  return { kind: 'visualize', ...(chart && { chart }), annotations, span };
}

function parseAnnotation(cursor: FlowCursor, parser: TabularParser): FlowVisualize['annotations'][number] {
  const start = cursor.token.span;
  const name = cursor.expectName('the name of an annotation');
  cursor.expectSymbol('=');
  const value = parseExpression(cursor, parser);
  return { name, value, span: cursor.spanFrom(start) };
}
