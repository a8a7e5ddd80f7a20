import { quoteIdentifier } from '../dialects/clickhouse/quoting.ts';

/** A column of a table of events, as far as conditions on it need to know. */
export interface StoredColumn {
  name: string;
  /** Where the value is in the event. */
  path: readonly string[];
  /** `json` is JSON text. */
  cell: 'string' | 'json' | 'int' | 'smallint' | 'bigint' | 'float' | 'boolean' | 'timestamp';
  isArray: boolean;
  /** False: an absent value is written as the type's default. */
  nullable: boolean;
  role: 'value' | 'raw' | 'overflow';
}

export interface StoredTable {
  database: string;
  table: string;
  columns: readonly StoredColumn[];
}

/** A part of a query, or all of it, with the values its placeholders stand for. */
export interface BoundSql {
  sql: string;
  params: Record<string, unknown>;
}

export const tableName = ({ database, table }: Pick<StoredTable, 'database' | 'table'>): string =>
  `${quoteIdentifier(database)}.${quoteIdentifier(table)}`;
