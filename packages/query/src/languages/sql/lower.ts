import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import type { Expression, NamedExpression, SortKey } from '../../ir/expression.ts';
import type { Relation } from '../../ir/relation.ts';
import type { ScopeColumn } from '../../ir/typing.ts';
import { findColumn, isNullIn, overflowName, typeOf, unite } from '../../ir/typing.ts';
import type { SqlItem, SqlQuery, SqlSelect, SqlSets, SqlSortKey } from './ast.ts';
import type { Grouping } from './group.ts';
import { hasAggregate, hasWindow, newGrouping, ungrouped } from './group.ts';
import { sortKey } from './lower-window.ts';
import { condition, expressionLowerer } from './lower-expression.ts';
import type { SourceLowerer } from './lower-source.ts';
import { addWeight, lowerSource, oneRow } from './lower-source.ts';
import type { Scope, Source } from './scope.ts';
import { columnRef, inClause, inside } from './scope.ts';
import { setRelation } from './set-relation.ts';

const lowerer: SourceLowerer = {
  expression: (expression, scope) => lowerExpression(expression, scope),
  query: (query, scope) => lowerQuery(query, scope),
};
const lowerExpression = expressionLowerer(lowerer);

interface Output extends NamedExpression {
  span: Span;
}

/** A query as a relation. Throws a `QueryFault` at what has no meaning. */
export function lowerQuery(query: SqlQuery, outer: Scope): Source {
  const ctes = new Map(outer.ctes);
  const scope: Scope = {
    ...outer,
    ctes,
    columns: [],
    aliases: new Map(),
    variables: new Map(),
    clause: 'select',
  };
  for (const { name, query: inner } of query.with)
    ctes.set(name.text.toLowerCase(), weighed(inner, { ...scope, ctes: new Map(ctes) }));
  if (query.body.kind === 'sets') return lowerSets(query, query.body, scope);
  return limited(query, lowerSelect(query.body, query.orderBy, scope));
}

/** A named query counts where it is used, not where it is defined. */
function weighed(query: SqlQuery, scope: Scope): Source {
  const before = scope.context.weight;
  const source = lowerQuery(query, scope);
  const weight = scope.context.weight - before;
  scope.context.weight = before;
  return { ...source, weight };
}

function limited(query: SqlQuery, source: Source): Source {
  if (!query.limit && !query.offset) return source;
  const relation: Relation = {
    kind: 'limit',
    input: source.relation,
    ...(query.limit ? { count: query.limit.value } : {}),
    ...(query.offset ? { offset: query.offset.value } : {}),
  };
  return { ...source, relation };
}

function lowerSets(query: SqlQuery, body: SqlSets, scope: Scope): Source {
  const parts = body.parts.map((part) => lowerQuery(part, scope));
  const visible = parts.map((part) => part.columns.filter((column) => !column.hidden));
  const width = visible[0]!.length;
  for (const [index, columns] of visible.entries()) {
    if (columns.length !== width)
      refuse(
        body.parts[index]!.span,
        'sem.union_columns',
        `This part of the ${body.op.split(' ')[0]!.toUpperCase()} has ${columns.length} columns, the first has ${width}.`,
      );
  }
  const columns = unite(visible, 'position');
  const united = setRelation(
    body.op,
    parts.map(({ relation }, index) => ({ relation, columns: visible[index]! })),
  );
  const keys = query.orderBy.map((key) => outputKey(key, columns) ?? refuseSortKey(key));
  const relation: Relation = keys.length > 0 ? { kind: 'sort', input: united, keys } : united;
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return limited(query, { relation, columns, weight });
}

function refuseSortKey(key: SqlSortKey): never {
  return refuse(key.value.span, 'sem.sort_key', 'Here only columns of the result can be sorted by.');
}

/** A sort key that means a column of the result: by position or by name. */
function outputKey(
  key: SqlSortKey,
  columns: readonly { name: string; hidden?: boolean }[],
): SortKey | undefined {
  const visible = columns.filter((column) => !column.hidden);
  const at = (name: string): SortKey => sortKey(key, emptyScope, () => ({ kind: 'column', name }));
  const { value } = key;
  if (value.kind === 'number') {
    const column = /^\d+$/.test(value.text) ? visible[Number(value.text) - 1] : undefined;
    if (!column) refuse(value.span, 'value.invalid', `There is no column ${value.text} in the result.`);
    return at(column.name);
  }
  if (value.kind !== 'name' || value.parts.length !== 1) return undefined;
  const column = findColumn(visible, value.parts[0]!.text);
  return column && column !== 'ambiguous' ? at(column.name) : undefined;
}

/** For keys that need no scope because they name an output. */
const emptyScope = {} as Scope;

function lowerSelect(select: SqlSelect, orderBy: SqlSortKey[], outer: Scope): Source {
  const source = select.from ? lowerSource(select.from, outer, lowerer) : oneRow;
  const scope: Scope = { ...inside(outer, source), clause: 'select' };
  defineAliases(select, scope);
  const rows = filtered(source.relation, select, scope);
  const outputs = uniqueNames(select.items.flatMap((item) => lowerItem(item, scope, source)));
  const { keys, sets } = groupKeys(select, scope, outputs);
  const having = select.having ? condition(select.having, (part) => lowerExpression(part, scope)) : undefined;
  const qualify = select.qualify
    ? condition(select.qualify, (part) => lowerExpression(part, scope))
    : undefined;
  const sorts = orderBy.map((key) => ({ key, output: outputKey(key, outputs) }));
  const sortValues = sorts.map(({ key, output }) =>
    output ? undefined : sortKey(key, scope, lowerExpression),
  );
  const all = [
    ...outputs.map((output) => output.value),
    having,
    qualify,
    ...sortValues.map((key) => key?.value),
  ];
  const isGrouped =
    keys.length > 0 || sets !== undefined || all.some((value) => value && hasAggregate(value));
  if (having && !isGrouped)
    refuse(
      select.having!.span,
      'sem.aggregate_required',
      'HAVING needs GROUP BY or an aggregate.',
      'Use WHERE.',
    );

  const grouping = isGrouped ? newGrouping(keys, sets) : undefined;
  const rewrite: Grouping['rewrite'] = grouping?.rewrite ?? ungrouped;
  const columns: NamedExpression[] = outputs.map(({ name, value, span }) => ({
    name,
    value: rewrite(value, span),
  }));
  const sortKeys = sorts.map(({ key, output }, index): SortKey => {
    if (output) return output;
    if (select.isDistinct) refuseSortKey(key);
    const hidden = `:sort${index}`;
    columns.push({ name: hidden, value: rewrite(sortValues[index]!.value, key.value.span), isHidden: true });
    return { ...sortValues[index]!, value: { kind: 'column', name: hidden } };
  });
  const kept = having && rewrite(having, select.having!.span);
  const chosen = qualify && rewrite(qualify, select.qualify!.span);
  if (sets && select.from) addWeight(outer.context, source.weight * (sets.length - 1), select.span);
  const typeOfKey = (value: Expression) => typeOf(value, source.columns, outer.context.catalog);
  const grouped = grouping ? grouping.over(rows, typeOfKey) : rows;
  const havingRows: Relation = kept ? { kind: 'filter', input: grouped, where: kept } : grouped;
  const projected = chosen ? qualified(havingRows, columns, chosen, select) : project(havingRows, columns);
  const distinct: Relation = select.isDistinct ? { kind: 'distinct', input: projected } : projected;
  const relation: Relation =
    sortKeys.length > 0 ? { kind: 'sort', input: distinct, keys: sortKeys } : distinct;
  const types = outputs.map(({ name, value }): ScopeColumn => ({
    name,
    type: typeOf(value, source.columns, outer.context.catalog),
    ...(name === overflowName ? { hidden: true } : {}),
    ...(isNullIn(value, source.columns) ? { isNull: true } : {}),
  }));
  const visible = select.isDistinct ? types.filter((column) => !column.hidden) : types;
  return { relation, columns: visible, weight: source.weight };
}

function project(input: Relation, columns: NamedExpression[]): Relation {
  return { kind: 'project', input, columns };
}

/** QUALIFY sees window functions, so it filters what the SELECT list computed. */
function qualified(
  input: Relation,
  columns: NamedExpression[],
  where: Expression,
  select: SqlSelect,
): Relation {
  if (!hasWindow(where) && !columns.some((column) => hasWindow(column.value)))
    refuse(
      select.qualify!.span,
      'sem.window_required',
      'QUALIFY needs a window function.',
      'Use WHERE or HAVING.',
    );
  const name = ':qualify';
  const computed = project(input, [...columns, { name, value: where, isHidden: true }]);
  const kept: Relation = { kind: 'filter', input: computed, where: { kind: 'column', name } };
  const again = columns.map((column): NamedExpression => ({
    name: column.name,
    value: { kind: 'column', name: column.name },
    ...(column.isHidden ? { isHidden: true } : {}),
  }));
  return project(kept, again);
}

function filtered(input: Relation, select: SqlSelect, scope: Scope): Relation {
  if (!select.where) return input;
  const within = inClause(scope, 'where');
  return { kind: 'filter', input, where: condition(select.where, (part) => lowerExpression(part, within)) };
}

/** Names of the SELECT list may be used in its other clauses, each made when it is first asked for. */
function defineAliases(select: SqlSelect, scope: Scope): void {
  const open = new Set<string>();
  for (const item of select.items) {
    if (item.kind !== 'expr' || !item.alias) continue;
    const { alias, value } = item;
    const name = alias.text.toLowerCase();
    if (scope.aliases.has(name)) continue;
    scope.aliases.set(name, () => {
      if (open.has(name)) refuse(alias.span, 'name.unknown_column', `"${alias.text}" is defined by itself.`);
      open.add(name);
      const lowered = lowerExpression(value, scope);
      open.delete(name);
      return lowered;
    });
  }
}

function lowerItem(item: SqlItem, scope: Scope, source: Source): Output[] {
  if (item.kind === 'star') return starColumns(item, source);
  const value = lowerExpression(item.value, scope);
  return [{ name: item.alias?.text ?? nameOf(item, value), value, span: item.value.span }];
}

/** A bare column keeps the catalog's spelling; anything else is named as it was typed. */
function nameOf(item: Extract<SqlItem, { kind: 'expr' }>, value: Expression): string {
  if (value.kind === 'column' && item.value.kind === 'name') return value.name;
  return item.source.replace(/\s+/g, ' ').slice(0, 120);
}

function starColumns(item: Extract<SqlItem, { kind: 'star' }>, { columns, merged }: Source): Output[] {
  const { of } = item;
  const sided = of ? columns.filter((column) => column.of?.toLowerCase() === of.text.toLowerCase()) : columns;
  if (sided.length === 0)
    refuse(
      of?.span ?? item.span,
      'name.unknown_table',
      of ? `There is no table "${of.text}" in this query.` : 'There is no table to take columns from.',
    );
  const excluded = new Set(item.exclude.map((name) => name.text.toLowerCase()));
  for (const name of item.exclude) {
    if (!sided.some((column) => column.name.toLowerCase() === name.text.toLowerCase()))
      refuse(name.span, 'name.unknown_column', `There is no column "${name.text}" to leave out.`);
  }
  const seen = new Set<string>();
  return sided
    .filter((column) => !excluded.has(column.name.toLowerCase()))
    .filter((column) => !column.hidden || column.name === overflowName)
    .flatMap((column) => {
      const both = of ? undefined : merged?.get(column.name.toLowerCase());
      if (!both) return [{ name: column.name, value: columnRef(column), span: item.span }];
      if (seen.has(column.name.toLowerCase())) return [];
      seen.add(column.name.toLowerCase());
      return [{ name: column.name, value: both, span: item.span }];
    });
}

/** Result rows are objects, so every output needs a name of its own. */
function uniqueNames(outputs: Output[]): Output[] {
  const taken = new Set<string>();
  return outputs.map((output) => {
    let { name } = output;
    for (let count = 1; taken.has(name.toLowerCase()); count++) name = `${output.name}_${count}`;
    taken.add(name.toLowerCase());
    return { ...output, name };
  });
}

interface GroupKeys {
  keys: Expression[];
  /** Which of the keys each grouping set has. */
  sets?: number[][];
}

function groupKeys(select: SqlSelect, scope: Scope, outputs: Output[]): GroupKeys {
  const { groupBy, groupingSets } = select;
  if (groupBy === 'all')
    return { keys: outputs.map((output) => output.value).filter((value) => !hasAggregate(value)) };
  const within = inClause(scope, 'group by');
  const keys = groupBy.map((key) => {
    if (key.kind !== 'number') return lowerExpression(key, within);
    const output = /^\d+$/.test(key.text) ? outputs[Number(key.text) - 1] : undefined;
    if (!output) refuse(key.span, 'value.invalid', `There is no column ${key.text} in the SELECT list.`);
    if (hasAggregate(output.value))
      refuse(key.span, 'sem.aggregate_not_allowed', 'An aggregate cannot be grouped by.');
    return output.value;
  });
  return groupingSets ? { keys, sets: groupingSets } : { keys };
}
