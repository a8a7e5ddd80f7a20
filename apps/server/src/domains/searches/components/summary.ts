import { invalidInput } from '@margay/kit';
import { indicatorFields } from '@margay/model';
import { columnsOf, columnSummaryOf, decodeRows, toClickHouse, type Relation } from '@margay/query';
import type { AskLake } from '../ask-lake.ts';
import type { ReadySearch } from '../compile-search.ts';
import type { ResultPage } from '../result-page.ts';
import { distinctCountsOf } from './distinct-counts.ts';

const topValues = 10;
const maxColumns = 50;
const usualColumns = ['p_log_type', 'p_source_label', 'p_rule_id', ...indicatorFields];

const types = {
  column: 'string',
  value: 'string',
  count: 'bigint',
  firstSeen: 'timestamp',
  lastSeen: 'timestamp',
};

/**
 * Rows `{column, value, count, firstSeen, lastSeen}`: the most frequent values of each column asked for (a path such
 * as `userIdentity.arn` is one too). `types.distinctCounts` says how many different values each has, about.
 */
export async function summaryPage(
  search: ReadySearch,
  columns: readonly string[] | undefined,
  ask: AskLake,
): Promise<ResultPage> {
  const { catalog } = search;
  const rows = search.relation.kind === 'sort' ? search.relation.input : search.relation;
  const known = columnsOf(rows, catalog).filter((column) => !column.hidden);
  const paths = wantedOf(columns, new Set(known.map((column) => column.name)));
  const summary = columnSummaryOf(rows, catalog, paths, topValues);
  const counts = distinctCountsOf(rows, known, paths);
  if (!summary || !counts) return pageOf([], {});
  const answer = async (relation: Relation, maxRows: number) => {
    const query = toClickHouse(relation, catalog);
    return decodeRows(query, await ask(query, maxRows));
  };
  const top = await answer(summary, topValues * maxColumns);
  const distinct = await answer(counts, maxColumns);
  const distinctCounts = Object.fromEntries(
    distinct.map((row) => [String(row['field']), Number(row['distinctCount'])]),
  );
  const nodes = top.map(({ field, value, count, firstSeen, lastSeen }) => ({
    column: field,
    value,
    count,
    firstSeen,
    lastSeen,
  }));
  return pageOf(nodes, distinctCounts);
}

function wantedOf(columns: readonly string[] | undefined, known: ReadonlySet<string>): string[] {
  if (columns === undefined) return usualColumns.filter((name) => known.has(name));
  if (columns.length <= maxColumns) return [...new Set(columns)];
  throw invalidInput(`columns has ${columns.length} entries. Ask for at most ${maxColumns} at once.`, {
    details: { field: 'columns' },
  });
}

function pageOf(nodes: Record<string, unknown>[], distinctCounts: Record<string, number>): ResultPage {
  return {
    order: Object.keys(types),
    types: { ...types, distinctCounts },
    rows: nodes.map((node, index) => ({ id: String(index), node })),
    endCursor: null,
    rowCount: nodes.length,
  };
}
