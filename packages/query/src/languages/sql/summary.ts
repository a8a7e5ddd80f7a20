import { noSpan } from '../../diagnostics.ts';
import type { SummaryOptions } from '../summary-options.ts';
import { formatTree } from './format.ts';
import type { Name, SqlExpr, SqlItem, SqlQuery, SqlSource } from './ast.ts';
import { parseSql } from './parse.ts';

/**
 * The query for the values of a column of another query: columns `value`, `row_count` and, where rows have an event
 * time, `first_seen` and `last_seen`. The text must be one that compiles.
 */
export function summarySql(text: string, options: SummaryOptions): string {
  const { path, hasEventTime, isDescending, limit } = options;
  const [column, ...keys] = path;
  const base: SqlExpr = { kind: 'name', parts: [quoted(column)], span: noSpan };
  const value: SqlExpr = keys.length === 0 ? base : { kind: 'path', base, steps: keys, span: noSpan };
  const time: SqlExpr = { kind: 'name', parts: [plain('p_event_time')], span: noSpan };
  const items = [
    item('value', value),
    item('row_count', { ...call('count', []), isStar: true }),
    ...(hasEventTime
      ? [item('first_seen', call('min', [time])), item('last_seen', call('max', [time]))]
      : []),
  ];
  const one: SqlExpr = { kind: 'number', text: '1', span: noSpan };
  const count: SqlExpr = { kind: 'name', parts: [plain('row_count')], span: noSpan };
  const from: SqlSource = { kind: 'query', query: parseSql(text), span: noSpan };
  const tree: SqlQuery = {
    with: [],
    body: {
      kind: 'select',
      isDistinct: false,
      items,
      from,
      where: undefined,
      groupBy: [one],
      having: undefined,
      qualify: undefined,
      span: noSpan,
    },
    orderBy: [
      { value: count, isDescending },
      { value: one, isDescending: false },
    ],
    limit: { value: limit, span: noSpan },
    span: noSpan,
  };
  return formatTree(tree);
}

const plain = (text: string): Name => ({ text, isQuoted: false, span: noSpan });
const quoted = (text: string): Name => ({ text, isQuoted: true, span: noSpan });

function call(name: string, args: SqlExpr[]) {
  return { kind: 'call' as const, name: plain(name), args, isStar: false, isDistinct: false, span: noSpan };
}

function item(alias: string, value: SqlExpr): SqlItem {
  return { kind: 'expr', value, alias: plain(alias), source: alias };
}
