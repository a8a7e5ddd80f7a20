import type { EventShape, LakeDatabase } from '@margay/model';
import { tableNameOf } from '@margay/model';
import { columnsOf } from './columns.ts';
import type { TableLayout } from './layout.ts';
import { standardFieldsOf } from './standard-fields.ts';

/** What the engine keeps beside each table, from which its layout is made again after a restart. */
export interface TableSeed {
  database: LakeDatabase;
  table: string;
  displayName: string;
  /** False for tables whose rows are not of one log type. */
  hasLogType: boolean;
  timeColumn?: string;
  shape: EventShape;
}

export function seedOf(
  database: LakeDatabase,
  shape: EventShape,
  options: { tableName?: string; displayName?: string } = {},
): TableSeed {
  return {
    database,
    table: options.tableName?.toLowerCase() ?? tableNameOf(shape.logType),
    displayName: options.displayName ?? shape.logType,
    hasLogType: true,
    ...(database === 'panther_lookups' ? {} : { timeColumn: 'p_event_time' }),
    shape,
  };
}

/** Only events themselves keep their line; matches and errors refer to them by `p_row_id`. */
const databasesWithRaw: ReadonlySet<LakeDatabase> = new Set(['panther_logs']);

export function layoutOf(seed: TableSeed): TableLayout {
  const { database, table, displayName, shape, timeColumn } = seed;
  // A schema must not shadow a standard field.
  const standard = standardFieldsOf(database);
  const taken = new Set(standard.map((field) => field.name));
  const own = shape.fields.filter((field) => !taken.has(field.name));
  return {
    database,
    table,
    displayName,
    ...(shape.description ? { description: shape.description } : {}),
    ...(seed.hasLogType ? { logType: shape.logType } : {}),
    ...(timeColumn ? { timeColumn } : {}),
    shape: { ...shape, fields: own },
    columns: columnsOf([...standard, ...own], { keepsRaw: databasesWithRaw.has(database), timeColumn }),
  };
}
