import { invalidInput } from '@margay/kit';
import type { LakeDatabase } from '@margay/model';
import * as z from 'zod';
import type { Engine } from './engines/engine.ts';
import { identifier, stringLiteral, tableReference } from './engines/literals.ts';
import type { RemovedRows } from './front-door.ts';
import { engineErrorNumber } from './queries/engine-errors.ts';
import { parseResult } from './queries/parse-result.ts';
import { definitionSettings } from './tables/ddl.ts';
import type { TableLayout } from './tables/layout.ts';
import { onCluster, partsOf, rowsTable } from './tables/placement.ts';

/** Part, partition, rows that have expired, those that did so long ago, and all of its rows. */
const expiredPart = z.tuple([
  z.string(),
  z.string(),
  z.coerce.number(),
  z.coerce.number(),
  z.coerce.number(),
]);
type ExpiredPart = z.output<typeof expiredPart>;
/** Partition over all shards, rows that have expired, those that did so long ago, and all of its rows. */
const expiredPartition = z.tuple([z.string(), z.coerce.number(), z.coerce.number(), z.coerce.number()]);
type ExpiredPartition = z.output<typeof expiredPartition>;

/**
 * Expired rows in one part with others wait this long for these to expire as well. Taking them out means a change to
 * which the engine links every part of the table anew (0.1 s each, synced): so not more often than this for a table.
 */
const longestWaitMs = 30 * 24 * 3_600_000;
const noSuchPart = 232;

/**
 * Removes the rows that arrived before `before`, whatever their own time. Parts of which every row has expired are
 * dropped, which costs the files only; expired rows in a part with others go within 30 days. A part is immutable, so
 * rows that arrive meanwhile are never among what is dropped. Tables without time are left alone. Repeating it, also
 * after a crash, goes on where it stopped.
 */
export async function removeArrivedBefore(
  engine: Engine,
  layouts: readonly TableLayout[],
  database: LakeDatabase,
  before: Date,
): Promise<RemovedRows> {
  if (Number.isNaN(before.getTime())) {
    throw invalidInput('The end of the retention is not a date. Give the moment before which rows arrived.');
  }
  const removed: RemovedRows = { rows: 0, waiting: 0 };
  if (engine.cluster !== undefined) {
    for (const layout of layouts) {
      if (layout.database !== database || !layout.timeColumn) continue;
      await removeFromCluster(engine, layout, before, removed);
    }
    return removed;
  }
  const mixed: { layout: TableLayout; parts: ExpiredPart[] }[] = [];
  for (const layout of layouts) {
    if (layout.database !== database || !layout.timeColumn) continue;
    const parts = await expiredParts(engine, layout, before);
    for (const [part, , rows, , partRows] of parts) {
      if (rows === partRows && (await dropPart(engine, layout, part))) removed.rows += rows;
    }
    mixed.push({ layout, parts: parts.filter(([, , rows, , partRows]) => rows < partRows) });
  }
  // After all that is free: writing needs room on the disk, which dropping gives.
  for (const { layout, parts } of mixed) {
    const rows = parts.reduce((total, [, , expired]) => total + expired, 0);
    if (parts.some(([, , , overdue]) => overdue > 0)) {
      await deleteRows(engine, layout, [...new Set(parts.map(([, partition]) => partition))], before);
      removed.rows += rows;
    } else removed.waiting += rows;
  }
  return removed;
}

/**
 * Names of parts are those of one shard, so nothing is dropped by name on a cluster: expired rows are deleted, in the
 * partitions of which every row has expired or some did so long ago. Parts that become empty go by themselves.
 */
async function removeFromCluster(
  engine: Engine,
  layout: TableLayout,
  before: Date,
  removed: RemovedRows,
): Promise<void> {
  const partitions = await expiredPartitions(engine, layout, before);
  const due = partitions.filter(([, rows, overdue, all]) => overdue > 0 || rows === all);
  if (due.length > 0)
    await deleteRows(
      engine,
      layout,
      due.map(([id]) => id),
      before,
    );
  for (const partition of partitions) removed[due.includes(partition) ? 'rows' : 'waiting'] += partition[1];
}

/**
 * Rows arrive when they are parsed; a match arrives with its alert. Its first part is what the index over the time of
 * parsing knows, so only what has expired is read. A row without a time of parsing counts from its own.
 */
function expiredCondition(layout: TableLayout, before: Date): string {
  const { timeColumn = '' } = layout;
  const names = new Set(layout.columns.map(({ name }) => name));
  const cut = `toDateTime64(${stringLiteral(before.toISOString().slice(0, 19).replace('T', ' '))}, 9, 'UTC')`;
  const own = `${identifier(timeColumn)} < ${cut}`;
  if (!names.has('p_parse_time') || timeColumn === 'p_parse_time') return own;
  const conditions = [`p_parse_time < ${cut}`, `(toUnixTimestamp64Second(p_parse_time) > 0 OR ${own})`];
  if (names.has('p_alert_creation_time')) conditions.push(`ifNull(p_alert_creation_time < ${cut}, 1)`);
  return conditions.join(' AND ');
}

async function expiredParts(engine: Engine, layout: TableLayout, before: Date): Promise<ExpiredPart[]> {
  const overdue = expiredCondition(layout, new Date(before.getTime() - longestWaitMs));
  const result = await engine.run({
    sql: `SELECT found.part, found.partition_id, found.expired, found.overdue, parts.rows
      FROM (SELECT _part AS part, any(_partition_id) AS partition_id, count() AS expired, countIf(${overdue}) AS overdue
        FROM ${tableReference(layout)} WHERE ${expiredCondition(layout, before)} GROUP BY _part) AS found
      INNER JOIN (SELECT name, rows FROM system.parts
        WHERE active AND database = {database:String} AND table = {table:String}) AS parts ON parts.name = found.part
      ORDER BY found.part`,
    params: { database: layout.database, table: layout.table },
    format: 'JSONCompact',
  });
  return parseResult(result).rows.map((row) => expiredPart.parse(row));
}

async function expiredPartitions(
  engine: Engine,
  layout: TableLayout,
  before: Date,
): Promise<ExpiredPartition[]> {
  const overdue = expiredCondition(layout, new Date(before.getTime() - longestWaitMs));
  const { database, table } = rowsTable(layout, engine.cluster);
  const result = await engine.run({
    sql: `SELECT found.id, found.expired, found.overdue, parts.rows
      FROM (SELECT _partition_id AS id, count() AS expired, countIf(${overdue}) AS overdue
        FROM ${tableReference(layout)} WHERE ${expiredCondition(layout, before)} GROUP BY id) AS found
      INNER JOIN (SELECT partition_id, sum(rows) AS rows FROM ${partsOf(engine.cluster)}
        WHERE active AND database = {database:String} AND table = {table:String}
        GROUP BY partition_id) AS parts ON parts.partition_id = found.id
      ORDER BY found.id`,
    params: { database, table },
    format: 'JSONCompact',
  });
  return parseResult(result).rows.map((row) => expiredPartition.parse(row));
}

/** False when it was merged into another part meanwhile; the next run meets it there. */
async function dropPart(engine: Engine, layout: TableLayout, part: string): Promise<boolean> {
  try {
    await engine.run({ sql: `ALTER TABLE ${tableReference(layout)} DROP PART ${stringLiteral(part)}` });
    return true;
  } catch (error) {
    if (engineErrorNumber(error) === noSuchPart) return false;
    throw error;
  }
}

/** One change for all of the partitions. */
async function deleteRows(
  engine: Engine,
  layout: TableLayout,
  partitions: readonly string[],
  before: Date,
): Promise<void> {
  const expired = expiredCondition(layout, before);
  const deletes = partitions.map((id) => `DELETE IN PARTITION ID ${stringLiteral(id)} WHERE ${expired}`);
  await engine.run({
    sql: `ALTER TABLE ${tableReference(rowsTable(layout, engine.cluster))}${onCluster(engine.cluster)} ${deletes.join(', ')}`,
    settings: { ...definitionSettings, mutations_sync: 1 },
  });
}
