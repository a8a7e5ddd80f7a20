import type { Catalog } from '@margay/model';

import { MargayError } from '@margay/kit';
import type { Diagnostic } from '../../diagnostics.ts';
import { errorAt, noSpan, QueryFault, warningAt } from '../../diagnostics.ts';
import { toClickHouse } from '../../dialects/clickhouse/to-clickhouse.ts';
import type { EngineQuery } from '../../dialects/clickhouse/result.ts';
import type { Relation } from '../../ir/relation.ts';
import { lineIndex } from '../line-index.ts';
import type { CompileOptions } from '../options.ts';
import type { SqlQuery } from './ast.ts';
import { lowerQuery } from './lower.ts';
import { parseSql } from './parse.ts';
import type { SqlContext } from './scope.ts';

export interface Compiled {
  ok: boolean;
  /** Absent when `ok` is false. */
  query?: EngineQuery;
  /** The meaning of the text, without the row limit of the options. */
  relation?: Relation;
  /** Tables and views the text names. */
  tables: { database: string; table: string }[];
  /** Whether the text itself limits its rows; scheduled queries must. */
  hasLimit: boolean;
  hasTimeFilter: boolean;
  /** The text with each macro replaced by its condition; the text itself when `ok` is false. */
  expanded: string;
  diagnostics: Diagnostic[];
}

/** SQL text to an engine query. Never throws for what a person typed: faults come back as diagnostics. */
export function compileSql(text: string, catalog: Catalog, options: CompileOptions): Compiled {
  const context: SqlContext = {
    catalog,
    now: options.now,
    warnings: [],
    tables: new Map(),
    weight: 0,
    hasTimeFilter: false,
    expansions: new Map(),
    database: options.database ?? 'panther_logs',
    eventWindow: options.eventWindow,
  };
  try {
    const tree = parseSql(text);
    const scope = {
      context,
      columns: [],
      ctes: new Map(),
      aliases: new Map(),
      variables: new Map(),
      clause: 'select' as const,
    };
    const { relation } = lowerQuery(tree, scope);
    if (!context.hasTimeFilter && readsEvents(context)) context.warnings.push(noTimeFilter(text, tree));
    return {
      ok: true,
      query: toClickHouse(withRowLimit(relation, options.rowLimit), catalog),
      relation,
      tables: [...context.tables.values()],
      hasLimit: tree.limit !== undefined,
      hasTimeFilter: context.hasTimeFilter,
      expanded: expandedText(text, context),
      diagnostics: context.warnings,
    };
  } catch (thrown) {
    return failed(thrown, context, text);
  }
}

/** Whether the text itself limits its rows; undefined where it cannot be read. */
export function hasLimitClause(text: string): boolean | undefined {
  try {
    return parseSql(text).limit !== undefined;
  } catch (thrown) {
    if (thrown instanceof QueryFault) return undefined;
    throw thrown;
  }
}

function failed(thrown: unknown, context: SqlContext, text: string): Compiled {
  const base = {
    ok: false,
    tables: [...context.tables.values()],
    hasLimit: false,
    hasTimeFilter: context.hasTimeFilter,
    expanded: text,
  };
  if (thrown instanceof QueryFault) return { ...base, diagnostics: [thrown.diagnostic, ...context.warnings] };
  if (thrown instanceof MargayError)
    return { ...base, diagnostics: [errorAt(noSpan, 'query.invalid', thrown.message), ...context.warnings] };
  throw thrown;
}

/** The relation with at most so many rows; a smaller limit of its own stays. */
export function withRowLimit(relation: Relation, rowLimit: number | undefined): Relation {
  if (rowLimit === undefined) return relation;
  if (relation.kind === 'limit' && relation.count !== undefined)
    return { ...relation, count: Math.min(relation.count, rowLimit) };
  return relation.kind === 'limit'
    ? { ...relation, count: rowLimit }
    : { kind: 'limit', input: relation, count: rowLimit };
}

function expandedText(text: string, { expansions }: SqlContext): string {
  const backwards = [...expansions.values()].toSorted((a, b) => b.start - a.start);
  return backwards.reduce(
    (before, { start, end, text: condition }) =>
      `${before.slice(0, start)}(${condition})${before.slice(end)}`,
    text,
  );
}

function readsEvents(context: SqlContext): boolean {
  return [...context.tables.values()].some(({ database, table }) =>
    context.catalog.find(database, table)?.columns.some((column) => column.name === 'p_event_time'),
  );
}

function noTimeFilter(text: string, tree: SqlQuery): Diagnostic {
  const span = lineIndex(text)(tree.span.start, Math.min(tree.span.end, tree.span.start + 6));
  return warningAt(
    span,
    'warn.no_time_filter',
    'The query has no time filter and reads every event of its tables.',
    "Add p_occurs_since('1 day') or a condition on p_event_time.",
  );
}
