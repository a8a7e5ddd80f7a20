import { invalidInput } from '@margay/kit';
import {
  bucketWidthMs,
  decodeRows,
  latelyDays,
  spellingsOf,
  toClickHouse,
  type Indicator,
  type LogicalRow,
} from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';
import type { ResultPage } from '../results/page.ts';
import { closedRange, isoOf, msOf } from './timeline.ts';

const maxTables = 10_000;
/** Values times tables times stretches of time that have any: far fewer than the product. */
const maxRows = 200_000;
/** What a small chart beside a value shows. */
const buckets = 40;

const tableTypes = {
  database: 'string',
  table: 'string',
  logType: 'string',
  count: 'bigint',
  firstSeen: 'timestamp',
  lastSeen: 'timestamp',
};

/** Rows `{database, table, logType, count, firstSeen, lastSeen}`: the tables with events that hold an indicator. */
export async function indicatorTablesPage(search: ReadySearch, ask: AskLake): Promise<ResultPage> {
  const { tables } = indicatorsOf(search);
  const query = toClickHouse(tables, search.catalog);
  const rows = decodeRows(query, await ask(query, maxTables));
  const nodes = rows.toSorted(
    (a, b) => Number(b['count']) - Number(a['count']) || String(a['table']).localeCompare(String(b['table'])),
  );
  return {
    order: Object.keys(tableTypes),
    types: tableTypes,
    rows: nodes.map((node) => ({ id: `${String(node['database'])}.${String(node['table'])}`, node })),
    endCursor: null,
    rowCount: nodes.reduce((sum, node) => sum + Number(node['count']), 0),
  };
}

const valueTypes = {
  value: 'string',
  field: 'string',
  count: 'bigint',
  tables: 'json',
  firstSeen: 'timestamp',
  lastSeen: 'timestamp',
  buckets: 'json',
};

/**
 * Rows `{value, field, count, tables, firstSeen, lastSeen, buckets}`: every indicator asked for, in its order, those
 * without hits too. `tables` are `{database, table, count}`, `buckets` pairs of start (ISO) and count; the page says
 * `bucketSeconds`, `startTime` and `endTime`.
 */
export async function indicatorValuesPage(search: ReadySearch, ask: AskLake): Promise<ResultPage> {
  const { wanted, values } = indicatorsOf(search);
  const range = await closedRange(search, ask);
  const facts = { order: Object.keys(valueTypes), endCursor: null, rowCount: wanted.length };
  const pageOf = (hits: readonly LogicalRow[], more: Record<string, unknown>): ResultPage => ({
    ...facts,
    types: { ...valueTypes, ...more },
    rows: nodesOf(wanted, hits).map((node, index) => ({ id: String(index), node })),
  });
  if (!range) return pageOf([], { bucketSeconds: null });
  const widthMs = bucketWidthMs(range, buckets);
  const query = toClickHouse(values(widthMs), search.catalog);
  return pageOf(decodeRows(query, await ask(query, maxRows)), {
    bucketSeconds: widthMs / 1000,
    startTime: isoOf(range.fromMs),
    endTime: isoOf(range.toMs),
  });
}

const latelyMs = latelyDays * 86_400_000;
const latelyColumns = ['value', 'field', 'count', 'firstSeen', 'lastSeen'];

/**
 * Rows `{value, field, count, firstSeen, lastSeen}`: how often every indicator asked for is in the last 180 days, whatever
 * time was asked for. The page says `startTime`, when these begin.
 */
export async function indicatorLatelyPage(search: ReadySearch, ask: AskLake): Promise<ResultPage> {
  const { wanted, lately } = indicatorsOf(search);
  const query = toClickHouse(lately(latelyMs), search.catalog);
  const hits = decodeRows(query, await ask(query, maxRows));
  const { value, field, count, firstSeen, lastSeen } = valueTypes;
  return {
    order: latelyColumns,
    types: { value, field, count, firstSeen, lastSeen, startTime: isoOf(search.now.getTime() - latelyMs) },
    rows: nodesOf(wanted, hits).map((node, index) => ({
      id: String(index),
      node: Object.fromEntries(latelyColumns.map((name) => [name, node[name]])),
    })),
    endCursor: null,
    rowCount: wanted.length,
  };
}

function indicatorsOf({ indicators }: ReadySearch): NonNullable<ReadySearch['indicators']> {
  if (indicators) return indicators;
  throw invalidInput('Only an indicator search counts by indicator. Ask for another part of this search.', {
    details: { field: 'component' },
  });
}

function nodesOf(wanted: readonly Indicator[], hits: readonly LogicalRow[]): Record<string, unknown>[] {
  const bySpelling = Map.groupBy(hits, (hit) => String(hit['value']));
  return wanted.map((indicator) => {
    const own = spellingsOf(indicator).flatMap((spelling) => bySpelling.get(spelling) ?? []);
    const { value, field = null } = indicator;
    return {
      value,
      field,
      count: sumOf(own),
      tables: tablesOf(own),
      firstSeen: own.map((hit) => String(hit['firstSeen'])).toSorted()[0] ?? null,
      lastSeen:
        own
          .map((hit) => String(hit['lastSeen']))
          .toSorted()
          .at(-1) ?? null,
      buckets: [...Map.groupBy(own, (hit) => isoOf(msOf(String(hit['bucket']))))]
        .map(([start, some]) => [start, sumOf(some)] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    };
  });
}

function tablesOf(hits: readonly LogicalRow[]): { database: string; table: string; count: number }[] {
  const byTable = Map.groupBy(hits, (hit) => `${String(hit['database'])}.${String(hit['table'])}`);
  return [...byTable.values()]
    .map((some) => ({
      database: String(some[0]?.['database']),
      table: String(some[0]?.['table']),
      count: sumOf(some),
    }))
    .toSorted((a, b) => b.count - a.count);
}

const sumOf = (hits: readonly LogicalRow[]) => hits.reduce((sum, hit) => sum + Number(hit['count']), 0);
