/** One SQL dialect (PostgreSQL) over an embedded engine or a server. */
export interface Sql {
  /**
   * Runs one statement with `$1`-style parameters and returns its rows.
   * Values come back alike on both engines: int8 as number, timestamptz as Date, json(b) parsed, numeric as text.
   * Pass JSON as text with a `::jsonb` cast, lists as arrays with a `::text[]` cast.
   */
  query<Row extends object>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Runs several statements without parameters; for migrations and set-up only. */
  exec(text: string): Promise<void>;
}

/** One statement that is still to be run, by itself or as part of another one: its parameters are `$1`, `$2` … */
export interface Statement {
  text: string;
  params: readonly unknown[];
}

export interface Store extends Sql {
  readonly engine: 'pglite' | 'postgres';
  /** All or nothing. On the embedded engine transactions queue up behind one another: keep them short. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * Calls back whenever a transaction that did `pg_notify(channel, …)` has been committed, by whatever process, and
   * when notifications may have been missed because the connection broke. Resolves to what ends it.
   */
  listen(channel: string, onNews: () => void): Promise<() => Promise<void>>;
  /**
   * Puts the whole store as it is now into an empty folder. Nothing else runs in it until `meanwhile` is over too, which
   * may ask it. Throws with code `BackUpElsewhere` for a store on a server.
   */
  snapshot<T>(folder: string, meanwhile: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The first row, or undefined. */
export async function firstRow<Row extends object>(
  sql: Sql,
  text: string,
  params?: readonly unknown[],
): Promise<Row | undefined> {
  const rows = await sql.query<Row>(text, params);
  return rows[0];
}
