import { internalError } from '@margay/kit';
import type { Engine, SettingValue } from '../engines/engine.ts';
import { identifier, tableReference } from '../engines/literals.ts';
import type { EncodedRows, InsertOptions } from '../front-door.ts';
import { isPassing, queryErrorOf } from '../queries/engine-errors.ts';
import { definitionSettings } from '../tables/ddl.ts';
import type { TableLayout } from '../tables/layout.ts';

/** One block, whatever the number of days in it: the deduplication token then covers the whole insert. */
const blockSettings: Record<string, SettingValue> = {
  ...definitionSettings,
  // The engine's default would answer before the rows are written.
  async_insert: 0,
  max_insert_threads: 1,
  max_block_size: 10_000_000,
  min_insert_block_size_rows: 10_000_000,
  min_insert_block_size_bytes: 2_000_000_000,
  max_insert_block_size: 10_000_000,
  max_partitions_per_insert_block: 0,
};

/** Durable when it resolves; exactly once for one token. */
export async function insertRows(
  engine: Engine,
  layout: TableLayout,
  rows: EncodedRows,
  options: InsertOptions,
): Promise<void> {
  if (rows.rowCount === 0) return;
  const insert = (settings: Record<string, SettingValue>, where?: string) =>
    engine.insertRows({
      table: layout,
      columns: layout.columns,
      rows: rows.bytes,
      settings: { ...blockSettings, ...settings },
      ...(where === undefined ? {} : { where }),
    });
  const once = { insert_deduplicate: 1, insert_deduplication_token: options.token };
  try {
    if (options.isRepeat !== true) return await insert(once);
    // With the token first: an earlier attempt may still be on its way to the lake, and must come to nothing from now on.
    // Then without: after a power cut the token may be known and the rows be gone.
    await insert(once, notStoredYet(layout, rows));
    await insert({ insert_deduplicate: 0 }, notStoredYet(layout, rows));
  } catch (cause) {
    const known = queryErrorOf(cause);
    if (isPassing(known)) throw known;
    throw internalError(
      `Rows for ${layout.database}.public.${layout.table} could not be stored. Nothing of this batch counts as stored; send it again with the same token.`,
      { code: 'LakeInsertFailed', cause },
    );
  }
}

/** What makes a row of this table itself: one event may match several detections. */
function notStoredYet(layout: TableLayout, rows: EncodedRows): string {
  const names = new Set(layout.columns.map((column) => column.name));
  if (!names.has('p_row_id')) {
    throw internalError(
      `Rows of ${layout.database}.public.${layout.table} have no p_row_id, so a repeat cannot be told from new rows.`,
    );
  }
  const rule = names.has('p_rule_id') ? "ifNull(p_rule_id, '')" : "''";
  const table = tableReference(layout);
  return `(p_row_id, ${rule}) NOT IN (SELECT p_row_id, ${rule} FROM ${table}${timeRange(layout, rows)})`;
}

/** The time of an event is the same in a repeat; other times may be those of the attempt. */
function timeRange(layout: TableLayout, rows: EncodedRows): string {
  if (layout.timeColumn !== 'p_event_time') return '';
  const bound = (seconds: number) => `fromUnixTimestamp64Second(toInt64(${Math.trunc(seconds)}), 'UTC')`;
  const column = identifier(layout.timeColumn);
  return ` WHERE ${column} >= ${bound(rows.minSeconds)} AND ${column} < ${bound(rows.maxSeconds + 1)}`;
}
