import type { Catalog } from '@margay/model';

import type { Diagnostic } from '../../diagnostics.ts';
import { errorAt, noSpan } from '../../diagnostics.ts';
import { eventsQuery } from '../../dialects/clickhouse/packed.ts';
import { toClickHouse } from '../../dialects/clickhouse/to-clickhouse.ts';
import type { EngineQuery } from '../../dialects/clickhouse/result.ts';
import type { Relation, TimeRange } from '../../ir/relation.ts';
import type { CompileOptions } from '../options.ts';
import type { FilterFault } from './lower-filters.ts';
import { lowerFilters } from './lower-filters.ts';
import type { SearchRequest, SimpleFilters } from './schema.ts';
import { simpleFiltersSchema } from './schema.ts';
import { searchRelation } from './search-relation.ts';
import type { Report } from './read-scope.ts';
import { readScope } from './read-scope.ts';

export interface CompiledSearch {
  ok: boolean;
  /**
   * The newest (or oldest) whole events in one query, for few tables. Absent when `ok` is false. The search page
   * reads by `readPage`, which stays fast over hundreds of tables.
   */
  query?: EngineQuery;
  /** All rows that match, unsorted and without a limit: what timeline, details and summary are made from. */
  relation?: Relation;
  timeRange: TimeRange;
  tables: { database: string; table: string }[];
  diagnostics: Diagnostic[];
}

/** A filled search form to an engine query. The request has passed `searchRequestSchema`. */
export function compileSimpleSearch(
  request: SearchRequest,
  catalog: Catalog,
  options: CompileOptions,
): CompiledSearch {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (path, code, message) =>
    diagnostics.push({ ...errorAt(noSpan, code, message), path });
  const { tables, timeRange } = readScope(request, catalog, options.now, report);
  const filters = readFilters(request.filters, report);
  const faults: FilterFault[] = [];
  const where = filters && lowerFilters(filters, faults);
  for (const { path, message } of faults) report(`filters.${path}`, 'value.invalid', message);
  if (diagnostics.length > 0) return { ok: false, timeRange, tables, diagnostics };
  const relation = searchRelation(tables, timeRange, where);
  const limit = Math.min(request.limit, options.rowLimit ?? request.limit);
  const query = newestEvents(relation, catalog, request.sortDir === 'descending', limit);
  return { ok: true, query, relation, timeRange, tables, diagnostics };
}

/** Whole events where rows are stored events, else the rows the relation makes. */
export function newestEvents(
  relation: Relation,
  catalog: Catalog,
  isDescending: boolean,
  limit: number,
): EngineQuery {
  const events = eventsQuery(relation, catalog, { isDescending, limit });
  if (events) return events;
  const keys = ['p_event_time', 'p_row_id'].map((name) => ({
    value: { kind: 'column' as const, name },
    descending: isDescending,
  }));
  return toClickHouse(
    { kind: 'limit', input: { kind: 'sort', input: relation, keys }, count: limit },
    catalog,
  );
}

function readFilters(text: string, report: Report): SimpleFilters | undefined {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    report('filters', 'value.invalid', 'The filters are not JSON.');
    return undefined;
  }
  const parsed = simpleFiltersSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  report(
    ['filters', ...(issue?.path ?? [])].join('.'),
    'value.invalid',
    `The filters do not have the expected form: ${issue?.message ?? 'unknown fault'}.`,
  );
  return undefined;
}
