import type { Catalog, EventShape, LakeDatabase } from '@margay/model';
import type { TableLayout } from './tables/layout.ts';

/** Who waits for the answer. Each pool has its own sessions, so one never starves another. */
export type QueryPool = 'interactive' | 'scheduled' | 'internal';

/**
 * On whose account a query runs. Every query has one: seats and memory of the lake go round between owners, and in the
 * interactive pool a query that waits too long is refused with code `TooManyQueries`.
 */
export interface QueryLane {
  pool: QueryPool;
  /** Id of the person who asked, or what part of the platform did. */
  owner: string;
}

export interface QueryLimits {
  timeoutMs?: number;
  /** More result rows than this end the query with an error of code `QueryResultTooLarge`. */
  maxResultRows?: number;
  /** Of the result, in the engine and as text. */
  maxResultBytes?: number;
  /** Of one query; what all of them take together is bounded by the lake. */
  maxMemoryBytes?: number;
}

/** Rows read so far of the rows the engine expects to read; `totalRows` grows while it plans. */
export interface QueryProgress {
  readRows: number;
  totalRows: number;
  readBytes: number;
  memoryBytes: number;
  elapsedMs: number;
}

export interface QueryRequest {
  /**
   * One SELECT made by our own generator. Never text typed by a person: the engine's `readonly` setting is no
   * barrier, so whatever a person writes goes through `@margay/query` first and arrives here as generated SQL
   * with its values in `params`.
   */
  sql: string;
  /** Values of the `{name:Type}` placeholders. Bound by the engine, never pasted into the SQL. */
  params?: Record<string, unknown>;
  /** Unique per query; what `cancel` and `progress` know it by. A random one is made when absent. */
  tag?: string;
  lane: QueryLane;
  limits?: QueryLimits;
  /** Called about four times a second while the query runs. */
  onProgress?: (progress: QueryProgress) => void;
  /** Aborting cancels the query in the engine too. */
  signal?: AbortSignal;
}

/** The lake as the queries of one account see it. */
export interface LaneLake extends Pick<Lake, 'layout' | 'statistics'> {
  query: (request: Omit<QueryRequest, 'lane'>) => Promise<QueryResult>;
}

export interface ResultColumn {
  name: string;
  /** Engine type, for instance `Nullable(String)` or `DateTime64(9, 'UTC')`. */
  type: string;
}

export interface QueryResult {
  columns: ResultColumn[];
  /**
   * One array per row, in the order of `columns`. 64-bit integers are text (exact), timestamps are UTC text with
   * nine decimals, arrays are arrays, NULL is null.
   */
  rows: unknown[][];
  elapsedMs: number;
  /** What the engine read to answer. */
  readRows: number;
  readBytes: number;
}

/** `rows`: one JSON array per line, in the order of the columns, as `query` gives them. */
export type StreamFormat = 'csv' | 'ndjson' | 'rows';

export interface InsertOptions {
  /** Same token and same rows: stored once, however often it is sent. Usually batch id and table. */
  token: string;
  /**
   * True when an earlier attempt may have reached the engine and this process cannot know (a spool segment found
   * at start, a reply that never came). Rows already present are then left out by their `p_row_id`, which holds
   * beyond the deduplication window and across a power cut. Slower: only for such repeats.
   */
  isRepeat?: boolean;
}

export interface EncodedRows {
  /** RowBinary of the layout's columns, in order. */
  bytes: Uint8Array;
  rowCount: number;
  /** Smallest and largest time of the rows in the table's time column, in seconds since 1970. */
  minSeconds: number;
  maxSeconds: number;
}

export interface TableStatistics {
  database: LakeDatabase;
  table: string;
  logType?: string;
  rowCount: number;
  /** On disk, compressed, with indexes. */
  diskBytes: number;
  uncompressedBytes: number;
  partCount: number;
  oldestEventDay?: string;
  newestEventDay?: string;
  modifiedAt?: Date;
}

export interface RemovedRows {
  rows: number;
  /** Rows that have expired and lie in one part with others; they go within 30 days, alone or with the part. */
  waiting: number;
}

/** What a role may read. `ALLOW` and `DENY` go with the list. */
export interface LogTypeAccess {
  kind: 'ALLOW_ALL' | 'DENY_ALL' | 'ALLOW' | 'DENY';
  logTypes: readonly string[];
}

export interface EnsureTableOptions {
  /** Lookup tables only: their name is not made from a log type. */
  tableName?: string;
  displayName?: string;
}

export interface Lake {
  readonly engine: 'chdb' | 'clickhouse';
  /** Runs one query and returns all its rows. */
  query(request: QueryRequest): Promise<QueryResult>;
  /** The same as bytes, for downloads larger than memory. Ending the iteration early cancels the query. */
  stream(request: QueryRequest, format: StreamFormat): AsyncIterable<Uint8Array>;
  /** Ends the query with this tag, running or waiting. False when there is none. */
  cancel(tag: string): Promise<boolean>;
  progress(tag: string): Promise<QueryProgress | undefined>;

  /** Makes the table of this log type in this database, or adds the columns it lacks. Metadata only. */
  ensureTable(database: LakeDatabase, shape: EventShape, options?: EnsureTableOptions): Promise<TableLayout>;
  /** Undefined when there is no such table. */
  layout(database: LakeDatabase, table: string): TableLayout | undefined;
  /** Durable on disk when it resolves. `layout` must be the one the rows were encoded with. */
  insert(layout: TableLayout, rows: EncodedRows, options: InsertOptions): Promise<void>;
  /** Puts new contents in the place of the old in one step; readers see the one or the other. */
  replaceRows(layout: TableLayout, batches: AsyncIterable<EncodedRows>): Promise<void>;
  /**
   * Removes rows by their `p_row_id`; gone for every reader when it resolves. It takes seconds, for one row as for 50,000, so
   * give it as many as there are, up to that.
   */
  removeRows(layout: TableLayout, rowIds: readonly string[]): Promise<void>;
  dropTable(database: LakeDatabase, table: string): Promise<void>;
  /** Looks for tables and columns another process has made on the same server. */
  refresh(): Promise<void>;

  /** Every table and view. Cheap: kept in memory, new after each `ensureTable`. */
  catalog(): Catalog;
  /** Removes the rows that arrived before this moment, whatever their own time; see `RemovedRows` for those that wait. */
  removeArrivedBefore(
    database: LakeDatabase,
    before: Date,
    options?: { table?: string },
  ): Promise<RemovedRows>;
  statistics(): Promise<TableStatistics[]>;
  /**
   * Puts the whole lake as it is now into an empty folder, without copying its events: inserts wait until `meanwhile` is
   * over too, searches do not. Throws with code `BackUpElsewhere` for a lake on a server.
   */
  snapshot<T>(folder: string, meanwhile: () => Promise<T>): Promise<T>;
  /** Answers when the engine does; for readiness checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
