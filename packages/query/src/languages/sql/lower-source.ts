import type { CatalogTable } from '@margay/model';

import type { Span } from '../../diagnostics.ts';
import { nearest, refuse } from '../../diagnostics.ts';
import type { Expression } from '../../ir/expression.ts';
import type { Relation } from '../../ir/relation.ts';
import { typeOf } from '../../ir/typing.ts';
import { columnsOfTable } from '../../ir/typing.ts';
import { elementOf, integer } from '../../ir/types.ts';
import { filteredByTime } from '../simple/search-relation.ts';
import type { Name, SqlExpr, SqlQuery, SqlSource } from './ast.ts';
import type { Scope, Source, SqlContext } from './scope.ts';
import { inClause } from './scope.ts';

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
  const found = findTable(parts, scope.context);
  if (!found) return refuseTable(parts, span, scope);
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

/** Common table expressions count as often as they are used, or a few lines could mean millions of scans. */
function addWeight(context: SqlContext, weight: number, span: Span): void {
  context.weight += weight;
  if (context.weight > maxWeight)
    refuse(span, 'limit.tables', `The query reads more than ${maxWeight} tables. Name the tables it needs.`);
}

/** `database.public.table`, `database.table`, `public.table` or `table` (logs first, then wherever it is unique). */
function findTable(parts: Name[], { catalog }: SqlContext): CatalogTable | undefined {
  const names = parts.map((part) => part.text);
  if (names.length === 3 && names[1]!.toLowerCase() === 'public') return catalog.find(names[0]!, names[2]!);
  if (names.length === 2 && names[0]!.toLowerCase() !== 'public') return catalog.find(names[0]!, names[1]!);
  const bare = names.length === 1 ? names[0]! : names.length === 2 ? names[1]! : undefined;
  if (bare === undefined) return undefined;
  const log = catalog.find('panther_logs', bare);
  if (log) return log;
  const others = catalog.tables().filter((candidate) => candidate.name === bare.toLowerCase());
  return others.length === 1 ? others[0] : undefined;
}

/** One message for unknown and forbidden tables: the catalog holds what the caller may read, and nothing else. */
function refuseTable(parts: Name[], span: Span, scope: Scope): never {
  const shown = parts.map((part) => part.text).join('.');
  const known = scope.context.catalog
    .tables()
    .map((candidate) => `${candidate.database}.public.${candidate.name}`);
  const bare = parts.at(-1)!.text;
  const meant = nearest(shown, known) ?? nearBare(bare, known);
  return refuse(
    span,
    'name.unknown_table',
    `There is no table "${shown.slice(0, 120)}", or you may not read it.`,
    meant,
  );
}

function nearBare(bare: string, known: string[]): string | undefined {
  const byName = new Map(known.map((full) => [full.slice(full.lastIndexOf('.') + 1), full]));
  const meant = nearest(bare, [...byName.keys(), ...[...byName.keys()].map((name) => name.toUpperCase())]);
  return meant && byName.get(meant.toLowerCase());
}

function join(source: Extract<SqlSource, { kind: 'join' }>, outer: Scope, lower: SourceLowerer): Source {
  const left = lowerSource(source.left, outer, lower);
  const right = lowerSource(source.right, outer, lower);
  const columns = [...left.columns, ...right.columns].filter((column) => !column.hidden);
  const scope = inClause({ ...outer, columns, aliases: new Map() }, 'on');
  const on = source.on
    ? lower.expression(source.on, scope)
    : source.using && usingCondition(source.using, left, right);
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
  };
}

function hasEquality(on: Expression): boolean {
  if (on.kind !== 'call') return false;
  return on.fn === 'and' ? on.args.some(hasEquality) : on.fn === 'eq';
}

function usingCondition(names: Name[], left: Source, right: Source): Expression {
  const tests = names.map((name): Expression => {
    const sides = [left, right].map((side) => {
      const column = side.columns.find(
        (candidate) => candidate.name.toLowerCase() === name.text.toLowerCase(),
      );
      if (!column)
        refuse(name.span, 'name.unknown_column', `Column "${name.text}" is not on both sides of the join.`);
      return {
        kind: 'column' as const,
        name: column.name,
        ...(column.of === undefined ? {} : { of: column.of }),
      };
    });
    return { kind: 'call', fn: 'eq', args: sides };
  });
  return tests.length === 1 ? tests[0]! : { kind: 'call', fn: 'and', args: tests };
}

function flatten(
  source: Extract<SqlSource, { kind: 'flatten' }>,
  outer: Scope,
  lower: SourceLowerer,
): Source {
  const left = lowerSource(source.left, outer, lower);
  const scope = inClause({ ...outer, columns: left.columns, aliases: new Map() }, 'on');
  const array = lower.expression(source.value, scope);
  const type = typeOf(array, left.columns, outer.context.catalog);
  const as = source.alias?.text ?? 'flatten';
  return {
    relation: {
      kind: 'unnest',
      input: left.relation,
      array,
      as,
      valueName: 'value',
      indexName: 'index',
      outer: source.isOuter,
    },
    columns: [
      ...left.columns,
      { name: 'value', of: as, type: elementOf(type) },
      { name: 'index', of: as, type: integer },
    ],
    weight: left.weight,
  };
}
