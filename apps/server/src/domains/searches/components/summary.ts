import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import {
  columnsOf,
  columnSummaryOf,
  decodeRows,
  findingsBehind,
  readColumnSummary,
  toClickHouse,
  type Expression,
  type LogicalRow,
  type Relation,
} from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';
import type { ResultPage } from '../results/page.ts';

const usualTop = 10;
/** As many as a chart shows. */
const maxTop = 25;
const maxColumns = 50;
const maxLogTypes = 10_000;
const usualColumns = [
  'p_log_type',
  'p_source_label',
  'p_rule_id',
  'p_any_ip_addresses',
  'p_any_domain_names',
  'p_any_emails',
  'p_any_usernames',
  'p_any_actor_ids',
];

const types = {
  column: 'string',
  value: 'string',
  count: 'bigint',
  firstSeen: 'timestamp',
  lastSeen: 'timestamp',
};

/**
 * Rows `{column, value, count, firstSeen, lastSeen}`: the most frequent values of each column asked for (a path such
 * as `userIdentity.arn` is one too), ten of each unless `top` says otherwise. `types.distinctCounts` says how many
 * different values each has; `types.columnFacts` the same and nulls, smallest, largest, mean and sum.
 */
export async function summaryPage(
  search: ReadySearch,
  { columns, top: wanted = usualTop }: { columns?: readonly string[] | undefined; top?: number | undefined },
  ask: AskLake,
): Promise<ResultPage> {
  const { catalog } = search;
  const all = search.relation.kind === 'sort' ? search.relation.input : search.relation;
  const known = columnsOf(all, catalog).filter((column) => !column.hidden);
  const topCount = Math.min(wanted, maxTop);
  const paths = wantedOf(columns, new Set(known.map((column) => column.name)));
  const rows = known.some((column) => column.name === 'p_log_type')
    ? await whereFound(all, catalog, ask)
    : all;
  const about = (of: Relation, asked: readonly string[], event?: Expression) =>
    inPieces(asked, (some) => columnSummaryOf(of, catalog, some, topCount, event), catalog, ask);
  const behind = findingsBehind(rows, catalog);
  const isOfFindings = (path: string) => behind?.holds(path) ?? false;
  const ofFindings = behind ? await about(behind.relation, paths.filter(isOfFindings), behind.event) : [];
  const found = [
    ...(await about(
      rows,
      paths.filter((path) => !isOfFindings(path)),
    )),
    ...ofFindings,
  ];
  const { top, facts } = readColumnSummary(found, paths);
  // An event may have several values of a finding's field, as of a list.
  for (const [path, fact] of Object.entries(facts)) if (isOfFindings(path)) fact.nullCount = null;
  const distinctCounts = Object.fromEntries(
    Object.entries(facts).map(([path, { distinctCount }]) => [path, distinctCount]),
  );
  return {
    order: Object.keys(types),
    types: { ...types, distinctCounts, columnFacts: facts },
    rows: top.map(({ path, ...node }, index) => ({ id: String(index), node: { column: path, ...node } })),
    endCursor: null,
    rowCount: top.length,
  };
}

/** Characters of SQL for one question: beyond some four times as much the engine refuses to plan it. */
const maxSqlLength = 60_000;

/** A question about fewer tables than these characters stand for is not worth another one before it. */
const shortSqlLength = 2_000;

/**
 * The same rows without the tables of log types that have none: of two hundred tables a search usually finds
 * something in a few, and each table costs time once per column.
 */
async function whereFound(rows: Relation, catalog: Catalog, ask: AskLake): Promise<Relation> {
  const logType: Expression = { kind: 'column', name: 'p_log_type' };
  const query = toClickHouse(
    { kind: 'aggregate', input: rows, keys: [{ name: 'logType', value: logType }], aggregates: [] },
    catalog,
  );
  if (query.sql.length < shortSqlLength) return rows;
  const found = decodeRows(query, await ask(query, maxLogTypes));
  const names = found.flatMap((row) => (typeof row['logType'] === 'string' ? [row['logType']] : []));
  if (names.length < found.length) return rows;
  // Without a name no table is left, which answers at once.
  const literals = (names.length > 0 ? names : ['']).map((value): Expression => ({
    kind: 'literal',
    value,
    type: { kind: 'string' },
  }));
  return { kind: 'filter', input: rows, where: { kind: 'call', fn: 'in', args: [logType, ...literals] } };
}

/** Asks about all columns at once, or about half of them at a time where that makes too long a question. */
async function inPieces(
  paths: readonly string[],
  relationOf: (paths: readonly string[]) => Relation | undefined,
  catalog: Catalog,
  ask: AskLake,
): Promise<LogicalRow[]> {
  const relation = relationOf(paths);
  if (!relation) return [];
  const query = toClickHouse(relation, catalog);
  if (query.sql.length <= maxSqlLength || paths.length === 1)
    return decodeRows(query, await ask(query, maxColumns));
  const half = Math.ceil(paths.length / 2);
  const first = await inPieces(paths.slice(0, half), relationOf, catalog, ask);
  return [...first, ...(await inPieces(paths.slice(half), relationOf, catalog, ask))];
}

function wantedOf(columns: readonly string[] | undefined, known: ReadonlySet<string>): string[] {
  if (columns === undefined) return usualColumns.filter((name) => known.has(name));
  if (columns.length <= maxColumns) return [...new Set(columns)];
  throw invalidInput(`columns has ${columns.length} entries. Ask for at most ${maxColumns} at once.`, {
    details: { field: 'columns' },
  });
}
