import { identifier, stringLiteral, tableReference } from '../engines/literals.ts';
import { defaultOf } from './column-default.ts';
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
  non_replicated_deduplication_window: 10_000,
  // A part that a full disk broke is set apart at the start, however many there are; the table itself must open.
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000,
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

/** `comment` is the table's seed: how its layout is found again. */
export function createTableSql(layout: TableLayout, comment: string): string {
  const lines = [...layout.columns.map((column) => columnSql(column)), ...indexesSql(layout.columns)];
  const { timeColumn } = layout;
  const partition = timeColumn ? `PARTITION BY toYYYYMMDD(${identifier(timeColumn)})` : '';
  const order = timeColumn ? identifier(timeColumn) : 'tuple()';
  const settings = Object.entries(tableSettings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : stringLiteral(value)}`,
  );
  return `CREATE TABLE IF NOT EXISTS ${tableReference(layout)} (${lines.join(', ')})
ENGINE = MergeTree ${partition} ORDER BY ${order} SETTINGS ${settings.join(', ')}
COMMENT ${stringLiteral(comment)}`;
}

/** New columns and the new seed in one change, so that the two never disagree. Metadata only: no row is rewritten. */
export function addColumnsSql(layout: TableLayout, added: readonly LayoutColumn[], comment: string): string {
  const changes = added.map((column) => `ADD COLUMN IF NOT EXISTS ${columnSql(column, defaultOf(column))}`);
  changes.push(`MODIFY COMMENT ${stringLiteral(comment)}`);
  return `ALTER TABLE ${tableReference(layout)} ${changes.join(', ')}`;
}

function columnSql(column: LayoutColumn, valueBefore?: string): string {
  const codec = column.codec ? ` CODEC(${column.codec})` : '';
  const before = valueBefore === undefined ? '' : ` DEFAULT ${valueBefore}`;
  return `${identifier(column.name)} ${column.engineType}${before}${codec}`;
}

function indexesSql(columns: readonly LayoutColumn[]): string[] {
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
    // Over the lower-cased line, so that searching `hasAllTokens(lower(p_raw), [...])` with lower-cased words ignores case.
    const type = 'text(tokenizer = splitByNonAlpha, dictionary_block_size = 4096)';
    indexes.push(`INDEX ${rawColumnName}_tokens lower(${identifier(rawColumnName)}) TYPE ${type}`);
  }
  return indexes;
}
