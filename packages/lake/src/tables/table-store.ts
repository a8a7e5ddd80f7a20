import { conflict, internalError, limitExceeded, MargayError, newId } from '@margay/kit';
import type { Logger } from '@margay/kit';
import { lakeDatabases } from '@margay/model';
import * as z from 'zod';
import type { Engine } from '../engines/engine.ts';
import type { TableName } from '../engines/literals.ts';
import { isPassing, queryErrorOf } from '../queries/engine-errors.ts';
import { parseResult } from '../queries/parse-result.ts';
import { addColumnsSql, createTableSql, definitionSettings } from './ddl.ts';
import { fixedTables } from './fixed-tables.ts';
import {
  createDatabaseSql,
  dropTableSql,
  exchangeSql,
  nameOfRowsTable,
  rowsTable,
  type Cluster,
} from './placement.ts';
import type { TableLayout } from './layout.ts';
import type { TableSeed } from './make-layout.ts';
import { layoutOf } from './make-layout.ts';
import { mergeShapes } from './merge-shapes.ts';
import { seedFromText, seedText } from './seed-schema.ts';

/** The tables there are. The engine holds the truth; this is its picture in memory. */
export interface TableStore {
  layouts(): TableLayout[];
  find(database: string, table: string): TableLayout | undefined;
  ensure(seed: TableSeed): Promise<TableLayout>;
  drop(database: string, table: string): Promise<void>;
  /** Reads again what the engine has. */
  refresh(): Promise<void>;
  /** Makes an empty twin of the table, gives it to `fill`, and puts it in the table's place when that succeeds. */
  replace(layout: TableLayout, fill: (next: TableLayout) => Promise<void>): Promise<void>;
}

const listedTable = z.tuple([z.string(), z.string(), z.string(), z.number(), z.string()]);
const singleText = z.tuple([z.string()]);
const columnRow = z.tuple([z.string(), z.string(), z.string()]);
const databaseNames = lakeDatabases.filter((name) => name !== 'panther_views');

/** `onChange` is called after each change that this process made to the tables there are, or to their columns. */
export async function openTableStore(
  engine: Engine,
  logger: Logger,
  onChange: () => Promise<void> = () => Promise.resolve(),
): Promise<TableStore> {
  const seeds = new Map<string, TableSeed>();
  const layouts = new Map<string, TableLayout>();
  let changes: Promise<unknown> = Promise.resolve();

  const select = async (sql: string, params?: Record<string, unknown>): Promise<unknown[][]> =>
    parseResult(await engine.run({ sql, params, format: 'JSONCompact' })).rows;

  const { cluster } = engine;
  const define = async (statements: readonly string[]) => {
    for (const sql of statements) await engine.run({ sql, settings: definitionSettings });
  };

  /** One change of tables at a time, so that two sources of one log type do not race. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const result = changes.then(change);
    changes = result.catch(() => undefined);
    return result;
  };

  const remember = (seed: TableSeed, layout: TableLayout) => {
    const key = keyOf(seed.database, seed.table);
    seeds.set(key, seed);
    layouts.set(key, layout);
    return layout;
  };

  /** On a cluster those that both the table of the rows and the one over the shards have. */
  const columnNames = async (layout: TableLayout): Promise<Set<string>> => {
    const namesIn = async ({ database, table }: TableName) => {
      const rows = await select(
        'SELECT name FROM system.columns WHERE database = {database:String} AND table = {table:String}',
        { database, table },
      );
      return new Set(rows.map((row) => singleText.parse(row)[0]));
    };
    const names = await namesIn(rowsTable(layout, cluster));
    return cluster === undefined ? names : names.intersection(await namesIn(layout));
  };

  /** The engine's word on one table: another process on the same server may have made or extended it. */
  const storedSeed = async (database: string, table: string): Promise<TableSeed | undefined> => {
    const rows = await select(
      'SELECT comment FROM system.tables WHERE database = {database:String} AND name = {table:String}',
      { database, table: rowsTable({ database, table }, cluster).table },
    );
    return rows[0] && seedFromText(singleText.parse(rows[0])[0]);
  };

  const create = async (seed: TableSeed): Promise<TableLayout> => {
    const layout = layoutOf(seed);
    assertWidth(layout);
    await define(createTableSql(layout, seedText(seed), cluster));
    remember(seed, layout);
    await onChange();
    return layout;
  };

  /** Adds what the table lacks. A failed change leaves the table and this picture of it as they were. */
  const extend = async (seed: TableSeed): Promise<TableLayout> => {
    const layout = layoutOf(seed);
    const present = await columnNames(layout);
    const added = layout.columns.filter((column) => !present.has(column.name));
    if (added.length > 0) assertWidth(layout);
    await define(addColumnsSql(layout, added, seedText(seed), cluster));
    if (added.length > 0) {
      logger.info(
        { database: seed.database, table: seed.table, columnCount: added.length },
        'columns added to a lake table',
      );
    }
    remember(seed, layout);
    if (added.length > 0) await onChange();
    return layout;
  };

  const ensure = async (next: TableSeed): Promise<TableLayout> => {
    const key = keyOf(next.database, next.table);
    const known = seeds.get(key);
    const layout = layouts.get(key);
    if (known && layout && isCovered(known, next)) return layout;
    try {
      const stored = await storedSeed(next.database, next.table);
      return await (stored ? extend(merged(stored, next)) : create(next));
    } catch (cause) {
      if (cause instanceof MargayError) throw cause;
      const known = queryErrorOf(cause);
      if (isPassing(known)) throw known;
      throw internalError(
        `The lake table ${next.database}.public.${next.table} could not be made or extended. Nothing was changed; the cause says why.`,
        { code: 'LakeTableFailed', cause },
      );
    }
  };

  const passOver = async (database: string, table: string, isStale: boolean) => {
    if (!table.includes(replacementMark)) {
      logger.warn({ database, table }, 'a table of the lake is not ours and stays out of the catalog');
      return;
    }
    // Younger ones may still be being filled, by another process too.
    if (!isStale) return;
    await define(dropTableSql({ database, table }, cluster));
  };

  const load = async () => {
    for (const database of databaseNames) {
      await define([createDatabaseSql(database, cluster)]);
    }
    const rows = await select(
      `SELECT database, name, comment, metadata_modification_time < now() - INTERVAL 1 DAY, engine
       FROM system.tables WHERE database IN {databases:Array(String)}`,
      { databases: databaseNames },
    );
    const columns = await select(
      'SELECT database, table, name FROM system.columns WHERE database IN {databases:Array(String)}',
      { databases: databaseNames },
    );
    const present = new Set(columns.map((row) => columnRow.parse(row).join('\n')));
    for (const row of rows) {
      const [database, name, comment, isStale, kind] = listedTable.parse(row);
      const seed = seedFromText(comment);
      const table = nameOfRowsTable(name, cluster);
      if (table === undefined) {
        // What is over the shards has the comment that the table of the rows was made with, and is found by that table.
        if (cluster !== undefined && kind === 'Distributed') continue;
        if (seed) throw otherPlacement(`${database}.${name}`, cluster);
        await passOver(database, name, false);
        continue;
      }
      if (!seed || seed.database !== database || seed.table !== table) {
        await passOver(database, table, isStale === 1);
        continue;
      }
      const layout = remember(seed, layoutOf(seed));
      // A newer version of the product may know more standard fields than the one that made the table.
      const names = new Set([table, name]);
      const isWhole = layout.columns.every((column) =>
        [...names].every((each) => present.has(`${database}\n${each}\n${column.name}`)),
      );
      if (!isWhole) await extend(seed);
    }
  };

  const replace = async (layout: TableLayout, fill: (next: TableLayout) => Promise<void>) => {
    const seed = seeds.get(keyOf(layout.database, layout.table));
    if (!seed) throw unknownTable(layout.database, layout.table);
    const next = { ...layout, table: `${layout.table}${replacementMark}${newId()}` };
    // The seed names the table it will be, so one left behind by a crash stays out of the catalog.
    await define(createTableSql(next, seedText(seed), cluster));
    try {
      await fill(next);
      await define([exchangeSql(layout, next, cluster)]);
    } finally {
      await define(dropTableSql(next, cluster));
    }
  };

  await load();
  for (const seed of fixedTables) await ensure(seed);
  return {
    replace,
    refresh: () => inTurn(load),
    layouts: () => [...layouts.values()],
    find: (database, table) => layouts.get(keyOf(database, table)),
    ensure: (seed) => inTurn(() => ensure(seed)),
    drop: (database, table) =>
      inTurn(async () => {
        const layout = layouts.get(keyOf(database, table));
        if (!layout) return;
        await define(dropTableSql(layout, cluster));
        layouts.delete(keyOf(database, table));
        seeds.delete(keyOf(database, table));
      }),
  };
}

/** Rows of one kind of tables would stay out of sight of the other. */
function otherPlacement(table: string, cluster: Cluster): MargayError {
  return conflict(
    cluster === undefined
      ? `The server at CLICKHOUSE_URL has ${table}, which was made for a cluster. Set MARGAY_LAKE_CLUSTER to its name again, or use another server.`
      : `The servers of MARGAY_LAKE_CLUSTER have ${table}, which was not made for a cluster. Remove the setting, or use a cluster without it; ClickHouse copies rows from one to the other with INSERT INTO … SELECT FROM remote(…).`,
    { code: 'LakePlacementDiffers' },
  );
}

/**
 * Fields are only ever added to a table, so versions of a schema that each fit can sum up. Beyond this an insert takes
 * seconds whatever it holds.
 */
const mostColumns = 8_000;

function assertWidth({ database, table, columns }: TableLayout): void {
  if (columns.length <= mostColumns) return;
  throw limitExceeded(
    `The table ${database}.public.${table} would have ${columns.length} columns over all versions of its schema; at most ${mostColumns} are possible. Use type json for parts nobody searches by field, or save the schema under a new name.`,
    { code: 'LakeTableTooWide', status: 400 },
  );
}

/** Marks a table that is being filled to take the place of another. */
const replacementMark = '__next_';

function merged(present: TableSeed, next: TableSeed): TableSeed {
  return { ...present, displayName: next.displayName, shape: mergeShapes(present.shape, next.shape) };
}

function isCovered(present: TableSeed, next: TableSeed): boolean {
  return seedText(merged(present, next)) === seedText(present);
}

function keyOf(database: string, table: string): string {
  return `${database.toLowerCase()}.${table.toLowerCase()}`;
}

export function unknownTable(database: string, table: string) {
  return internalError(
    `The lake has no table ${database}.public.${table}. Call ensureTable before writing to it.`,
  );
}
