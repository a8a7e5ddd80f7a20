import * as z from 'zod';
import type { QueryResult, TableStatistics } from './front-door.ts';
import type { TableLayout } from './tables/layout.ts';
import { partsOf, rowsTable, type Cluster } from './tables/placement.ts';

/** 64-bit counts come as text. */
const count = z.coerce.number();
const row = z.tuple([z.string(), z.string(), count, count, count, count, z.string(), z.string(), z.string()]);

const statementFor = (
  cluster: Cluster,
) => `SELECT database, table, sum(rows), sum(bytes_on_disk), sum(data_uncompressed_bytes), count(),
  min(partition_id), max(partition_id), toString(toUnixTimestamp(max(modification_time)))
FROM ${partsOf(cluster)} WHERE active GROUP BY database, table`;

export async function tableStatistics(
  ask: (sql: string) => Promise<Pick<QueryResult, 'rows'>>,
  layouts: readonly TableLayout[],
  cluster?: Cluster,
): Promise<TableStatistics[]> {
  const result = await ask(statementFor(cluster));
  const byTable = new Map(
    result.rows.map((values) => {
      const parsed = row.parse(values);
      return [`${parsed[0]}.${parsed[1]}`, parsed];
    }),
  );
  return layouts.map((layout): TableStatistics => {
    const found = byTable.get(`${layout.database}.${rowsTable(layout, cluster).table}`);
    const base = {
      database: layout.database,
      table: layout.table,
      ...(layout.logType ? { logType: layout.logType } : {}),
    };
    if (!found) return { ...base, rowCount: 0, diskBytes: 0, uncompressedBytes: 0, partCount: 0 };
    const [, , rowCount, diskBytes, uncompressedBytes, partCount, oldest, newest, modified] = found;
    const days = layout.timeColumn
      ? { oldestEventDay: dayOfPartition(oldest), newestEventDay: dayOfPartition(newest) }
      : {};
    const modifiedAt = new Date(Number(modified) * 1000);
    return { ...base, rowCount, diskBytes, uncompressedBytes, partCount, ...days, modifiedAt };
  });
}

/** `20240131` is the partition of 2024-01-31. */
export function dayOfPartition(id: string): string {
  return `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;
}
