import type { EventShape, LakeDatabase } from '@margay/model';

/** How a value travels to the engine. `json` is JSON text in a String column. */
export type CellKind = 'string' | 'json' | 'int' | 'smallint' | 'bigint' | 'float' | 'boolean' | 'timestamp';

export interface LayoutColumn {
  /** Engine column: the path joined with `:`. */
  name: string;
  /** Where the value is in the event. */
  path: string[];
  cell: CellKind;
  /** True for an array of `cell`. */
  isArray: boolean;
  /** False: an absent value is written as the type's default. Arrays are never nullable. */
  nullable: boolean;
  engineType: string;
  codec?: string;
  /** `value` comes out of the event; the other two are filled by the encoder. */
  role: 'value' | 'raw' | 'overflow';
}

/**
 * One table as it rests in the engine. Plain data: it can be sent to a worker thread, and it is kept in the
 * engine beside the table so that it survives a restart.
 */
export interface TableLayout {
  database: LakeDatabase;
  table: string;
  displayName: string;
  description?: string;
  /** Set where rows are events of one log type; access is checked against it. */
  logType?: string;
  /** Column that orders the rows and, by its day, cuts them into partitions; absent on lookup tables. */
  timeColumn?: string;
  /** Columns by which rows of one hour of `timeColumn` lie together; absent: rows are in order of time alone. */
  groupColumns?: string[];
  /** Pieces of ids have an index of their own; absent: the index over the words of the lines has them all. */
  hasIdsApart?: true;
  /** Union of every version of the shape this table has seen: fields are added, never taken away. */
  shape: EventShape;
  columns: LayoutColumn[];
}

export const rawColumnName = 'p_raw';
export const overflowColumnName = 'p_overflow';

/**
 * Name of the engine column of a path. `:` joins, because ClickHouse gives names with a dot the meaning of its
 * nested tables; the three characters that would make two paths collide are escaped.
 */
export function columnNameOf(path: readonly string[]): string {
  return path.map((part) => part.replace(/[%:.]/g, escapeCharacter)).join(':');
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
