import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import {
  columnsOf,
  compileIndicators,
  compilePantherFlow,
  compileSimpleSearch,
  compileSql,
  type CompiledSearch,
  type Diagnostic,
  type Indicator,
  type IndicatorSearch,
  type Relation,
  type TimeRange,
  type Visualization,
} from '@margay/query';
import type { SearchParams } from './schema.ts';

/** A search ready to be divided into timeline, details and summary. */
export interface ReadySearch {
  relation: Relation;
  catalog: Catalog;
  /** What the form says; open for texts that name their tables and times themselves. */
  range: TimeRange;
  /** Details never go beyond so many rows. */
  limit: number;
  /** What open ranges and `now` count from: the start of the search, so that its parts agree. */
  now: Date;
  /** How PantherFlow asks for the rows to be drawn. */
  visualize?: Visualization;
  /** Of an indicator search: what it looks for, and how its hits are counted. */
  indicators?: { wanted: Indicator[] } & Pick<IndicatorSearch, 'tables' | 'values'>;
}

interface CompiledParams {
  search?: ReadySearch;
  diagnostics: Diagnostic[];
}

/** `now` is when the search was started. Faults come back as diagnostics; `search` is there when none is an error. */
export function compileSearch(params: SearchParams, catalog: Catalog, now: Date): CompiledParams {
  const { limit } = params;
  if (params.language === 'indicators') return compileIndicatorSearch(params, catalog, now);
  if (params.language === 'sql') {
    const [database] = params.databases;
    const { relation, diagnostics, ok } = compileSql(params.filters, catalog, {
      now,
      ...(database === undefined ? {} : { database }),
    });
    return ok && relation
      ? { search: { relation, catalog, range: {}, limit, now }, diagnostics }
      : { diagnostics };
  }
  if (params.language === 'pantherflow') return compileFlow(params, catalog, now);
  const { relation, diagnostics, ok, timeRange } = compileSimpleSearch(params, catalog, { now });
  return ok && relation
    ? { search: { relation, catalog, range: timeRange, limit, now }, diagnostics }
    : { diagnostics };
}

/** The same where only a search that can run is of use: throws what is wrong with it. */
export function readySearch(params: SearchParams, catalog: Catalog, now: Date): ReadySearch {
  const { search, diagnostics } = compileSearch(params, catalog, now);
  if (!search) throw refusalOf(diagnostics);
  return search;
}

/** The form's tables and times are the rows of a text that names no table; whatever else it filters comes on top. */
function compileFlow(params: SearchParams, catalog: Catalog, now: Date): CompiledParams {
  const { limit } = params;
  let form: CompiledSearch | undefined;
  const source = () => {
    form ??= compileSimpleSearch({ ...params, filters: '' }, catalog, { now });
    return form.relation;
  };
  const flow = compilePantherFlow(params.filters, catalog, { now, source });
  const { relation, visualize, diagnostics, isSorted } = flow;
  if (form?.ok === false) return { diagnostics: form.diagnostics };
  if (!flow.ok || !relation) return { diagnostics };
  const search = {
    relation: isSorted ? relation : withoutOrder(relation, catalog),
    catalog,
    range: form?.timeRange ?? {},
    limit,
    now,
    ...(visualize ? { visualize } : {}),
  };
  return { search, diagnostics };
}

/** A limit without an order leaves the order of its rows to Search; around it stands a filter that keeps them all. */
function withoutOrder(relation: Relation, catalog: Catalog): Relation {
  const settled = newestLimited(relation, catalog);
  if (settled.kind !== 'limit') return settled;
  return {
    kind: 'filter',
    input: settled,
    where: { kind: 'literal', value: true, type: { kind: 'boolean' } },
  };
}

/**
 * A limit over rows without an order takes the newest. Any rows would do, but timeline, details and summary are asked
 * for apart and must be about the same ones.
 */
function newestLimited(relation: Relation, catalog: Catalog): Relation {
  const { kind } = relation;
  if (kind === 'filter' || kind === 'project')
    return { ...relation, input: newestLimited(relation.input, catalog) };
  if (kind !== 'limit' || relation.input.kind === 'sort') return relation;
  const input = newestLimited(relation.input, catalog);
  const known = columnsOf(input, catalog);
  const keys = ['p_event_time', 'p_row_id'].filter((key) => known.some(({ name }) => name === key));
  if (keys[0] !== 'p_event_time') return { ...relation, input };
  const sortKeys = keys.map((name) => ({ value: { kind: 'column' as const, name }, descending: true }));
  return { ...relation, input: { kind: 'sort', input, keys: sortKeys } };
}

function compileIndicatorSearch(params: SearchParams, catalog: Catalog, now: Date): CompiledParams {
  const { search, indicators, timeRange, diagnostics } = compileIndicators(params, catalog, { now });
  if (!search) return { diagnostics };
  const { relation, tables, values } = search;
  const { limit } = params;
  return {
    search: {
      relation,
      catalog,
      range: timeRange,
      limit,
      now,
      indicators: { wanted: indicators, tables, values },
    },
    diagnostics,
  };
}

/** The first error as `InvalidInput` with its place, the way editors, the API and the command line show it. */
export function refusalOf(diagnostics: readonly Diagnostic[]) {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error') ?? diagnostics[0];
  const { message = 'The search cannot run.', line = 1, column = 1, path } = first ?? {};
  const field = path === undefined ? {} : { field: path };
  return invalidInput(message, { details: { ...field, line, column, diagnostics } });
}
