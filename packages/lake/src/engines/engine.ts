import type { Logger } from '@margay/kit';
import type { TableName } from './literals.ts';

export type SettingValue = string | number;

/** One statement of ours. `params` fill its `{name:Type}` placeholders; `settings` are set before it, outside its text. */
export interface Statement {
  sql: string;
  params?: Record<string, unknown>;
  settings?: Record<string, SettingValue>;
  /** Output format of a SELECT. */
  format?: string;
  signal?: AbortSignal;
}

/** Rows of one insert in RowBinary, with the columns they carry in that order. */
export interface RowInsert {
  table: TableName;
  columns: { name: string; engineType: string }[];
  rows: Uint8Array;
  settings: Record<string, SettingValue>;
  /** Condition over the columns; rows that fail it are left out. */
  where?: string;
}

/** What the rest of the lake needs of an engine. Everything above this line is the same for all of them. */
export interface Engine {
  readonly kind: EngineKind;
  /** Where tables lie on the servers of a cluster: its name. */
  readonly cluster?: string | undefined;
  /** Statements this engine runs side by side without harm to the process. */
  readonly parallelStatements: number;
  /** The whole result as bytes. */
  run(statement: Statement): Promise<Uint8Array>;
  /** The result as it comes. Ending the iteration early ends the statement. */
  stream(statement: Statement): AsyncIterable<Uint8Array>;
  /** On disk, whole, when it resolves. */
  insertRows(insert: RowInsert): Promise<void>;
  /** Everything as it is now into a folder, while nobody inserts; absent where the data is somebody else's to keep. */
  snapshot?(folder: string): Promise<void>;
  close(): Promise<void>;
}

export type EngineKind = 'chdb' | 'clickhouse';

export interface EngineDefinition {
  kind: EngineKind;
  /** True when this engine serves the target. */
  serves(target: LakeTarget): boolean;
  open(target: LakeTarget, deps: { logger: Logger }): Promise<Engine>;
}

/**
 * Where the lake is: a folder of ours, or the address of a ClickHouse server (`http://user:password@host:8123`), which may be
 * one of a cluster that the servers know by name.
 */
export type LakeTarget = { dataDir: string } | { url: string; cluster?: string | undefined };
