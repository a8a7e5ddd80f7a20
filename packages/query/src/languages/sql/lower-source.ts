import type { CatalogTable } from '@margay/model';

import type { Span } from '../../diagnostics.ts';
import { refuse, withMeant } from '../../diagnostics.ts';
import type { Expression } from '../../ir/expression.ts';
import { mixesFindings } from '../../ir/merge-findings.ts';
import type { Relation } from '../../ir/relation.ts';
import { columnsOfTable, flattenedColumns, typeOf, unite } from '../../ir/typing.ts';
import { integer } from '../../ir/types.ts';
import { findTable, nearestTable, tablesLike, withoutViews } from '../find-table.ts';
import { filteredByTime } from '../simple/search-relation.ts';
import type { Name, SqlEvents, SqlExpr, SqlFlatten, SqlQuery, SqlSource } from './ast.ts';
import { textOfKeys } from './key-path.ts';
import type { Scope, Source, SqlContext } from './scope.ts';
import { columnRef, inClause, inside } from './scope.ts';

/** More tables in one query, views counted by their tables, would be more than the engine can plan. */
const maxWeight = 5000;

export interface SourceLowerer {
  expression: (expression: SqlExpr, scope: Scope) => Expression;
  query: (query: SqlQuery, scope: Scope) => Source;
}

/** `outer` has the common table expressions; columns of the query around are not visible. */
export function lowerSource(source: SqlSource, outer: Scope, lower: SourceLowerer): Source {
  switch (source.kind) {
    case 'table': {
      const { alias } = source;
      return renamed(table(source.parts, source.span, outer), alias ?? source.parts.at(-1)!);
    }
    case 'query': {
      const inner = lower.query(source.query, outer);
      return source.alias ? renamed(inner, source.alias) : inner;
    }
    case 'join':
      return join(source, outer, lower);
    case 'flatten':
      return flatten(source, outer, lower);
    case 'generator':
      return generator(source);
    case 'events': {
      const all = events(source.names, outer);
      return source.alias ? renamed(all, source.alias) : all;
    }
  }
}

function renamed(source: Source, name: Name): Source {
  return {
    ...source,
    relation: { kind: 'rename', input: source.relation, name: name.text },
    columns: source.columns.map((column) => ({ ...column, of: name.text })),
  };
}

function table(parts: Name[], span: Span, scope: Scope): Source {
  const cte = parts.length === 1 ? scope.ctes.get(parts[0]!.text.toLowerCase()) : undefined;
  if (cte) {
    addWeight(scope.context, cte.weight, span);
    return cte;
  }
  const found = findTable(
    parts.map((part) => part.text),
    scope.context.catalog,
    scope.context.database,
  );
  return found ? scan(found, span, scope) : refuseTable(parts, span, scope);
}

function scan(found: CatalogTable, span: Span, scope: Scope): Source {
  const weight = found.unionOf?.length ?? 1;
  addWeight(scope.context, weight, span);
  const { database, name } = found;
  scope.context.tables.set(`${database}.${name}`, { database, table: name });
  const columns = columnsOfTable(found);
  const scan: Relation = { kind: 'scan', database, table: name };
  const hasTime = columns.some((column) => column.name === 'p_event_time');
  const range = hasTime ? (scope.context.eventWindow ?? {}) : {};
  return { relation: filteredByTime(scan, range), columns, weight };
}

/**
 * The rows of all these tables, each once, though a view has them too; of logs and findings, each event once. Columns
 * come together by name; what a table lacks is null in its rows.
 */
function events(names: SqlEvents['names'], scope: Scope): Source {
  const found = new Map<CatalogTable, Span>();
  for (const { text, span } of names) {
    const parts = text.split('.');
    const fitting = tablesLike(parts, scope.context.catalog);
    if (fitting.length === 0)
      refuse(
        span,
        'name.unknown_table',
        `No table fits "${text.slice(0, 120)}", or you may not read it.`,
        nearestTable(parts, scope.context.catalog),
      );
    for (const table of fitting) found.set(table, span);
  }
  const [first] = names;
  const tables = withoutViews([...found.keys()], scope.context.catalog);
  const sources = tables.map((table) => scan(table, found.get(table) ?? first!.span, scope));
  const inputs = sources.map(({ relation }) => relation);
  const isMixed = mixesFindings(tables.map(({ database }) => database));
  return {
    relation: isMixed ? { kind: 'events', inputs } : { kind: 'union', match: 'name', inputs },
    columns: unite(
      sources.map(({ columns }) => columns),
      'name',
    ),
    weight: sources.reduce((sum, { weight }) => sum + weight, 0),
  };
}

/** Common table expressions count as often as they are used, or a few lines could mean millions of scans. */
export function addWeight(context: SqlContext, weight: number, span: Span): void {
  context.weight += weight;
  if (context.weight > maxWeight)
    refuse(span, 'limit.tables', `The query reads more than ${maxWeight} tables. Name the tables it needs.`);
}

/** One message for unknown and forbidden tables: the catalog holds what the caller may read, and nothing else. */
function refuseTable(parts: Name[], span: Span, scope: Scope): never {
  const shown = parts.map((part) => part.text).join('.');
  const meant = nearestTable(
    parts.map((part) => part.text),
    scope.context.catalog,
  );
  return refuse(
    span,
    'name.unknown_table',
    withMeant(`There is no table "${shown.slice(0, 120)}", or you may not read it.`, meant),
    meant,
  );
}

function join(source: Extract<SqlSource, { kind: 'join' }>, outer: Scope, lower: SourceLowerer): Source {
  const left = asSide(lowerSource(source.left, outer, lower), source.left);
  const right = asSide(lowerSource(source.right, outer, lower), source.right);
  const columns = [...left.columns, ...right.columns].filter((column) => !column.hidden);
  const merged = new Map([...(left.merged ?? []), ...(right.merged ?? [])]);
  const scope = inClause(inside(outer, { ...left, columns, merged }), 'on');
  const names = source.isNatural ? sharedNames(left, right, source.span) : source.using;
  const on = source.on
    ? lower.expression(source.on, scope)
    : names && usingCondition(names, source.type, left, right, merged);
  const needsKeys = source.type === 'left' || source.type === 'right' || source.type === 'full';
  if (needsKeys && source.on && on && !hasEquality(on))
    refuse(
      source.on.span,
      'sem.join_condition',
      'An outer join needs at least one equality between the two sides.',
    );
  return {
    relation: {
      kind: 'join',
      type: source.type,
      left: left.relation,
      right: right.relation,
      ...(on ? { on } : {}),
    },
    columns,
    weight: left.weight + right.weight,
    ...(merged.size > 0 ? { merged } : {}),
  };
}

/** A query without a name gets one nobody can write, so that the columns of two sides can be told apart. */
function asSide(side: Source, { span }: SqlSource): Source {
  if (side.columns.some((column) => column.of !== undefined)) return side;
  return renamed(side, { text: `:${span.start}`, isQuoted: true, span });
}

function hasEquality(on: Expression): boolean {
  if (on.kind !== 'call') return false;
  return on.fn === 'and' ? on.args.some(hasEquality) : on.fn === 'eq';
}

/** The columns a NATURAL JOIN goes by. */
function sharedNames(left: Source, right: Source, span: Span): Name[] {
  const names = new Set(right.columns.filter(({ hidden }) => !hidden).map(({ name }) => name.toLowerCase()));
  const shared = left.columns.filter(({ name, hidden }) => !hidden && names.has(name.toLowerCase()));
  if (shared.length === 0)
    refuse(span, 'sem.join_condition', 'The two sides of the NATURAL JOIN have no column in common.');
  return shared.map(({ name }) => ({ text: name, isQuoted: true, span }));
}

/** Equality of the columns; adds to `merged` what each is in the joined rows. */
function usingCondition(
  names: readonly Name[],
  type: Extract<SqlSource, { kind: 'join' }>['type'],
  left: Source,
  right: Source,
  merged: Map<string, Expression>,
): Expression {
  const tests = names.map((name): Expression => {
    const key = name.text.toLowerCase();
    const [a, b] = [left, right].map((side) => {
      const column = side.columns.find((candidate) => candidate.name.toLowerCase() === key);
      if (!column)
        refuse(name.span, 'name.unknown_column', `Column "${name.text}" is not on both sides of the join.`);
      return side.merged?.get(key) ?? columnRef(column);
    }) as [Expression, Expression];
    const both: Expression = { kind: 'call', fn: 'coalesce', args: [a, b] };
    merged.set(key, type === 'full' ? both : type === 'right' ? b : a);
    return { kind: 'call', fn: 'eq', args: [a, b] };
  });
  return tests.length === 1 ? tests[0]! : { kind: 'call', fn: 'and', args: tests };
}

/** A query without a table reads one row. */
export const oneRow: Source = {
  relation: {
    kind: 'values',
    columns: [{ name: 'x', type: integer }],
    rows: [[{ kind: 'literal', value: 1, type: integer }]],
  },
  columns: [],
  weight: 0,
};

function flatten(source: SqlFlatten, outer: Scope, lower: SourceLowerer): Source {
  const left = source.left ? lowerSource(source.left, outer, lower) : oneRow;
  const input = lower.expression(source.value, inClause(inside(outer, left), 'on'));
  const { path } = source;
  const value: Expression = path.length > 0 ? { kind: 'path', base: input, steps: path } : input;
  const type = typeOf(value, left.columns, outer.context.catalog);
  const as = source.alias?.text ?? 'flatten';
  return {
    relation: {
      kind: 'flatten',
      input: left.relation,
      value,
      as,
      mode: source.mode,
      outer: source.isOuter,
      prefix: textOfKeys(path),
    },
    columns: [...left.columns, ...flattenedColumns(as, type)],
    weight: left.weight,
    ...(left.merged ? { merged: left.merged } : {}),
  };
}

/** Numbers from 0, which only SEQ4() and its kin can reach. */
export const sequenceName = ':seq';

function generator({ count, alias }: Extract<SqlSource, { kind: 'generator' }>): Source {
  const relation: Relation = { kind: 'numbers', name: sequenceName, from: 0, to: count - 1, step: 1 };
  const source: Source = {
    relation,
    columns: [{ name: sequenceName, type: integer, hidden: true }],
    weight: 0,
  };
  return alias ? renamed(source, alias) : source;
}
