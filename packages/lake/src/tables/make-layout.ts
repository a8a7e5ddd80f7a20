import type { EventShape, LakeDatabase } from '@margay/model';
import { tableNameOf } from '@margay/model';
import { columnsOf } from './columns.ts';
import { columnNameOf, type LayoutColumn, type TableLayout } from './layout.ts';
import { standardFieldsOf } from './standard-fields.ts';

/** What the engine keeps beside each table, from which its layout is made again after a restart. */
export interface TableSeed {
  database: LakeDatabase;
  table: string;
  displayName: string;
  /** False for tables whose rows are not of one log type. */
  hasLogType: boolean;
  timeColumn?: string;
  /** What the table was made to keep together within an hour; it stays so, whatever later versions of the shape say. */
  groupBy?: string[][];
  /** Which indexes over the lines the table was made with. */
  hasIdsApart?: true;
  shape: EventShape;
}

export function seedOf(
  database: LakeDatabase,
  shape: EventShape,
  options: { tableName?: string; displayName?: string } = {},
): TableSeed {
  const { groupBy, ...rest } = shape;
  return {
    database,
    table: options.tableName?.toLowerCase() ?? tableNameOf(shape.logType),
    displayName: options.displayName ?? shape.logType,
    hasLogType: true,
    ...(database === 'panther_lookups' ? {} : { timeColumn: 'p_event_time' }),
    ...(groupBy && databasesWithRaw.has(database) ? { groupBy } : {}),
    ...(databasesWithRaw.has(database) ? { hasIdsApart: true as const } : {}),
    shape: rest,
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
  const columns = columnsOf([...standard, ...own], { keepsRaw: databasesWithRaw.has(database), timeColumn });
  const groupColumns = timeColumn === undefined ? [] : groupColumnsOf(seed, columns);
  return {
    database,
    table,
    displayName,
    ...(shape.description ? { description: shape.description } : {}),
    ...(seed.hasLogType ? { logType: shape.logType } : {}),
    ...(timeColumn ? { timeColumn } : {}),
    ...(groupColumns.length > 0 ? { groupColumns } : {}),
    ...(seed.hasIdsApart ? { hasIdsApart: true as const } : {}),
    shape: { ...shape, fields: own },
    columns,
  };
}

/** A field that a standard one shadows, or that has no single column, groups nothing. */
function groupColumnsOf({ groupBy = [] }: TableSeed, columns: readonly LayoutColumn[]): string[] {
  return groupBy.flatMap((path) => {
    const name = columnNameOf(path);
    const column = columns.find((candidate) => candidate.name === name);
    const isPlain = column?.role === 'value' && !column.isArray && column.cell !== 'json';
    return isPlain && !name.startsWith('p_') ? [name] : [];
  });
}
