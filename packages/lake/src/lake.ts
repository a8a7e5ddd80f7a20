import { invalidInput, newId } from '@margay/kit';
import type { Logger } from '@margay/kit';
import type { Catalog, LakeDatabase } from '@margay/model';
import { catalogTableOf, createCatalog } from './catalog/catalog.ts';
import { tellWhenBroken } from './engines/broken.ts';
import type { Engine, LakeTarget } from './engines/engine.ts';
import { engineFor } from './engines/index.ts';
import type { EncodedRows, Lake, QueryLimits } from './front-door.ts';
import { tooManyQueries } from './queries/engine-errors.ts';
import { createQueryRunner } from './queries/run-queries.ts';
import { usualQueryMemory } from './queries/memory.ts';
import { createShares } from './queries/shares.ts';
import { insertRows } from './rows/insert-rows.ts';
import { removeRows } from './remove-rows.ts';
import { removeArrivedBefore } from './retention.ts';
import { tableStatistics } from './statistics.ts';
import type { TableLayout } from './tables/layout.ts';
import { seedOf } from './tables/make-layout.ts';
import type { TableStore } from './tables/table-store.ts';
import { openTableStore, unknownTable } from './tables/table-store.ts';

export interface LakeOptions {
  logger: Logger;
  /** For queries that state none of their own. */
  limits?: QueryLimits;
  /** What all queries together may take. Default: half of the memory, in the process; no limit of ours on a server. */
  queryMemoryBytes?: number | undefined;
  /** How long a person's query waits for its turn before it is refused. Default 20 s. */
  patienceMs?: number;
  /** Called after each change that this process made to tables or their columns, so that others can be told to refresh. */
  onTables?: () => Promise<void>;
  /** The embedded engine is broken for good, and only a new process has another one. */
  onBroken?: () => void;
}

const defaultLimits: Required<QueryLimits> = {
  timeoutMs: 300_000,
  maxResultRows: 1_000_000,
  // Well below the longest text the runtime can hold.
  maxResultBytes: 200_000_000,
  maxMemoryBytes: 4_000_000_000,
};

/**
 * Opens the lake in a data folder (embedded) or on a ClickHouse server, and makes its fixed tables.
 *
 * Fails with code `DataFolderInUse` when another process has the folder open.
 */
export async function openLake(target: LakeTarget, options: LakeOptions): Promise<Lake> {
  const { logger } = options;
  const opened = await engineFor(target).open(target, { logger });
  const engine = opened.kind === 'chdb' ? tellWhenBroken(opened, () => options.onBroken?.()) : opened;
  try {
    return lakeOver(engine, await openTableStore(engine, logger, options.onTables), options);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function lakeOver(engine: Engine, tables: TableStore, options: LakeOptions): Lake {
  const seats = seatsOf(engine.parallelStatements);
  const writers = createShares({ capacity: seats.writers, refuse: tooManyQueries });
  const runner = createQueryRunner(engine, {
    seats,
    limits: { ...defaultLimits, ...options.limits },
    memoryBytes: options.queryMemoryBytes ?? (engine.kind === 'chdb' ? usualQueryMemory() : undefined),
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    logger: options.logger,
  });
  const never = new AbortController().signal;
  let catalog: { of: readonly TableLayout[]; value: Catalog } | undefined;

  const insert = async (...args: Parameters<Lake['insert']>) => {
    const [layout, rows, insertOptions] = args;
    if (!tables.find(layout.database, layout.table)) throw unknownTable(layout.database, layout.table);
    const leave = await writers.take({ owner: 'writers', signal: never });
    try {
      await insertRows(engine, layout, rows, insertOptions);
    } finally {
      leave();
    }
  };

  /** In the turn of a writer, so that a copy of the lake has all of it or nothing. */
  const remove = async (layout: TableLayout, rowIds: readonly string[]) => {
    const leave = await writers.take({ owner: 'writers', signal: never });
    try {
      await removeRows(engine, layout, rowIds);
    } finally {
      leave();
    }
  };

  const replaceRows = (layout: TableLayout, batches: AsyncIterable<EncodedRows>) =>
    tables.replace(layout, async (next) => {
      for await (const rows of batches) await insertRows(engine, next, rows, { token: newId() });
    });

  return {
    engine: engine.kind,
    query: runner.query,
    stream: runner.stream,
    cancel: runner.cancel,
    progress: runner.progress,
    ensureTable: (database, shape, ensureOptions) =>
      tables.ensure(seedOf(writableDatabase(database), shape, ensureOptions)),
    layout: tables.find,
    insert,
    replaceRows,
    removeRows: remove,
    dropTable: tables.drop,
    refresh: tables.refresh,
    catalog: () => {
      const of = tables.layouts();
      const isFresh =
        catalog?.of.length === of.length && of.every((layout, at) => catalog?.of[at] === layout);
      if (!catalog || !isFresh) catalog = { of, value: createCatalog(of.map(catalogTableOf)) };
      return catalog.value;
    },
    removeArrivedBefore: (database, before, { table } = {}) => {
      const layouts = tables.layouts().filter((layout) => table === undefined || layout.table === table);
      return removeArrivedBefore(engine, layouts, database, before);
    },
    snapshot: async (folder, meanwhile) => {
      if (engine.snapshot === undefined) throw onServer();
      const leave = await writers.take({ owner: 'snapshot', amount: seats.writers, signal: never });
      try {
        await engine.snapshot(folder);
        return await meanwhile();
      } finally {
        leave();
      }
    },
    statistics: () =>
      tableStatistics(
        (sql) => runner.query({ sql, lane: { pool: 'internal', owner: 'statistics' } }),
        tables.layouts(),
        engine.cluster,
      ),
    ping: async () => {
      await runner.query({
        sql: 'SELECT 1',
        lane: { pool: 'internal', owner: 'readiness' },
        limits: { timeoutMs: 5_000 },
      });
    },
    close: async () => {
      runner.stop();
      await engine.close();
    },
  };
}

/**
 * Every statement of the embedded engine holds a thread that files and DNS need too, and cancelling needs one
 * more: so the pools together stay below the number of threads.
 */
function seatsOf(parallelStatements: number) {
  if (parallelStatements < 8) return { interactive: 1, scheduled: 1, internal: 1, writers: 1 };
  if (parallelStatements < 16) return { interactive: 3, scheduled: 1, internal: 1, writers: 1 };
  return { interactive: 5, scheduled: 3, internal: 2, writers: 2 };
}

const onServer = () =>
  invalidInput(
    'The data lake is on a ClickHouse server (CLICKHOUSE_URL). Back it up there, with BACKUP DATABASE of ClickHouse or clickhouse-backup.',
    { code: 'BackUpElsewhere' },
  );

function writableDatabase(database: LakeDatabase): LakeDatabase {
  if (database !== 'panther_views') return database;
  throw invalidInput('panther_views has only views, which need no table. Choose another database.');
}
