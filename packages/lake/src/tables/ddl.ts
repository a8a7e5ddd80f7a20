import { hourOf, idsOfLine, wordsOfLine } from '@margay/query';
import { identifier, stringLiteral, tableReference } from '../engines/literals.ts';
import { defaultOf } from './column-default.ts';
import { onCluster, rowsTable, type Cluster } from './placement.ts';
import { rawColumnName } from './layout.ts';
import type { LayoutColumn, TableLayout } from './layout.ts';

const tableSettings = {
  // Compact parts: two files instead of two per column. Wide ones would pass a limit of 1,024 open files.
  min_bytes_for_wide_part: 536_870_912,
  // Most leaves are absent on most rows.
  nullable_serialization_version: 'allow_sparse',
  // Granules of 8,192 rows even where a row is large, and large blocks within them: an eighth less on disk.
  index_granularity_bytes: 33_554_432,
  max_compress_block_size: 4_194_304,
  // An insert answers only when its part is on disk.
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  // A part that a full disk broke is set apart at the start, however many there are; the table itself must open.
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000,
};

/** Most fields that events are grouped by may be absent. */
const groupedSettings = { allow_nullable_key: 1 };

const remembersTokens = { non_replicated_deduplication_window: 10_000 };
/** In Keeper, also by age: the servers' default of an hour would forget an insert before an outage is over. */
const keeperRemembersTokens = {
  replicated_deduplication_window: 10_000,
  replicated_deduplication_window_seconds: 7 * 24 * 3_600,
};

/**
 * A table's definition grows with its columns, and its seed rides along: the engine's usual 256 KiB for one statement
 * would end at some 1,500 columns. What a schema may hold is limited where it is saved, not here.
 */
export const definitionSettings = {
  max_query_size: 1_073_741_824,
  max_ast_elements: 100_000_000,
  max_expanded_ast_elements: 100_000_000,
  max_parser_depth: 10_000,
} as const;

/**
 * `comment` is the table's seed: how its layout is found again. On a cluster the table that holds rows on each server comes
 * first, then the one over all of them, under the name that statements use.
 */
export function createTableSql(layout: TableLayout, comment: string, cluster?: Cluster): string[] {
  const lines = [...layout.columns.map((column) => columnSql(column)), ...indexesSql(layout)];
  const { timeColumn } = layout;
  const partition = timeColumn ? `PARTITION BY toYYYYMMDD(${identifier(timeColumn)})` : '';
  const order = orderSql(layout);
  const window = cluster === undefined ? remembersTokens : keeperRemembersTokens;
  const grouped = layout.groupColumns ? groupedSettings : {};
  const settings = Object.entries({ ...tableSettings, ...grouped, ...window }).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : stringLiteral(value)}`,
  );
  // Without arguments: the servers' own default_replica_path and default_replica_name say where in Keeper.
  const engine = cluster === undefined ? 'MergeTree' : 'ReplicatedMergeTree';
  const rows = `CREATE TABLE IF NOT EXISTS ${tableReference(rowsTable(layout, cluster))}${onCluster(cluster)} (${lines.join(', ')})
ENGINE = ${engine} ${partition} ORDER BY ${order} SETTINGS ${settings.join(', ')}
COMMENT ${stringLiteral(comment)}`;
  return cluster === undefined ? [rows] : [rows, distributedSql(layout, cluster)];
}

/**
 * What is alike lies together and needs a quarter less room; the hour in front lets a search of a time read that time alone.
 * The time at the end is wrapped, because the engine would look there, and not at the hour, for a condition on the bare column.
 */
function orderSql({ timeColumn, groupColumns }: TableLayout): string {
  if (timeColumn === undefined) return 'tuple()';
  const time = identifier(timeColumn);
  if (groupColumns === undefined) return time;
  const keys = [hourOf(time), ...groupColumns.map(identifier), `toUnixTimestamp64Nano(${time})`];
  return `(${keys.join(', ')})`;
}

function distributedSql(layout: TableLayout, cluster: string): string {
  const { database, table } = rowsTable(layout, cluster);
  // The same rows go to the same shards when they are sent again, so each of them knows the token.
  const hasRowId = layout.columns.some(({ name }) => name === 'p_row_id');
  const shard = hasRowId ? `cityHash64(ifNull(${identifier('p_row_id')}, ''))` : '0';
  const to = [cluster, database, table].map(stringLiteral).join(', ');
  return `CREATE TABLE IF NOT EXISTS ${tableReference(layout)}${onCluster(cluster)} AS ${tableReference({ database, table })}
ENGINE = Distributed(${to}, ${shard})`;
}

/**
 * New columns and the new seed, in one change where that is possible, so that the two never disagree. Metadata only: no
 * row is rewritten. Replicas share changes of columns and not the comment, so on a cluster the comment is a change of its
 * own, which every server carries out; it comes last, and columns it does not know yet are added again harmlessly.
 */
export function addColumnsSql(
  layout: TableLayout,
  added: readonly LayoutColumn[],
  comment: string,
  cluster?: Cluster,
): string[] {
  const alter = (name: TableLayout) => `ALTER TABLE ${tableReference(name)}${onCluster(cluster)} `;
  const changes = added.map((column) => `ADD COLUMN IF NOT EXISTS ${columnSql(column, defaultOf(column))}`);
  const seed = `MODIFY COMMENT ${stringLiteral(comment)}`;
  if (cluster === undefined) return [alter(layout) + [...changes, seed].join(', ')];
  const rows = alter(rowsTable(layout, cluster));
  const plain = added.map(
    ({ name, engineType }) => `ADD COLUMN IF NOT EXISTS ${identifier(name)} ${engineType}`,
  );
  return [
    ...(added.length > 0 ? [rows + changes.join(', '), alter(layout) + plain.join(', ')] : []),
    rows + seed,
  ];
}

function columnSql(column: LayoutColumn, valueBefore?: string): string {
  const codec = column.codec ? ` CODEC(${column.codec})` : '';
  const before = valueBefore === undefined ? '' : ` DEFAULT ${valueBefore}`;
  return `${identifier(column.name)} ${column.engineType}${before}${codec}`;
}

function indexesSql({ columns, hasIdsApart }: TableLayout): string[] {
  const indexes: string[] = [];
  // One index for all indicator columns: the engine writes and syncs two files per index and part.
  const indicators = columns.filter((column) => column.name.startsWith('p_any_'));
  if (indicators.length > 0) {
    const names = indicators.map((column) => identifier(column.name)).join(', ');
    indexes.push(`INDEX p_any_bloom (${names}) TYPE bloom_filter(0.01) GRANULARITY 1`);
  }
  if (columns.some((column) => column.name === 'p_parse_time')) {
    indexes.push('INDEX p_parse_time_range p_parse_time TYPE minmax GRANULARITY 1');
  }
  if (columns.some((column) => column.role === 'raw')) {
    // Over the lower-cased line, so that looking for lower-cased words ignores case.
    const type = 'text(tokenizer = splitByNonAlpha, dictionary_block_size = 4096)';
    const line = identifier(rawColumnName);
    const words = hasIdsApart ? wordsOfLine(line) : `lower(${line})`;
    indexes.push(`INDEX ${rawColumnName}_tokens ${words} TYPE ${type}`);
    if (hasIdsApart)
      indexes.push(`INDEX ${rawColumnName}_ids ${idsOfLine(line)} TYPE bloom_filter(0.001) GRANULARITY 1`);
  }
  return indexes;
}
