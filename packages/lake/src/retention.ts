import { invalidInput } from '@margay/kit';
import type { LakeDatabase } from '@margay/model';
import * as z from 'zod';
import type { Engine } from './engines/engine.ts';
import { stringLiteral, tableReference } from './engines/literals.ts';
import { parseResult } from './queries/parse-result.ts';
import type { TableLayout } from './tables/layout.ts';

const partitionRow = z.tuple([z.string(), z.string()]);

/** Removes whole days, which costs the engine nothing but the files. Tables without time are left alone. */
export async function dropPartitionsBefore(
  engine: Engine,
  layouts: readonly TableLayout[],
  database: LakeDatabase,
  day: string,
): Promise<number> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw invalidInput(`Retention day ${JSON.stringify(day)} is not a date. Give it as YYYY-MM-DD, in UTC.`);
  }
  const timed = new Map(
    layouts
      .filter((layout) => layout.database === database && layout.timeColumn)
      .map((layout) => [layout.table, layout]),
  );
  const result = await engine.run({
    sql: `SELECT DISTINCT table, partition_id FROM system.parts
      WHERE active AND database = {database:String} AND partition_id < {day:String} ORDER BY table, partition_id`,
    params: { database, day: day.replaceAll('-', '') },
    format: 'JSONCompact',
  });
  let dropped = 0;
  for (const row of parseResult(result).rows) {
    const [table, partition] = partitionRow.parse(row);
    const layout = timed.get(table);
    if (!layout) continue;
    await engine.run({
      sql: `ALTER TABLE ${tableReference(layout)} DROP PARTITION ID ${stringLiteral(partition)}`,
    });
    dropped++;
  }
  return dropped;
}
