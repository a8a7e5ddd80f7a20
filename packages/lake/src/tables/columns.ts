import type { Field, FieldType, ScalarKind } from '@margay/model';
import type { CellKind, LayoutColumn } from './layout.ts';
import { columnNameOf, overflowColumnName, rawColumnName } from './layout.ts';

const engineTypeOf: Record<CellKind, string> = {
  string: 'String',
  json: 'String',
  int: 'Int32',
  smallint: 'Int16',
  bigint: 'Int64',
  float: 'Float64',
  boolean: 'Bool',
  timestamp: "DateTime64(9, 'UTC')",
};

/** Written on every row, so a NULL map would only cost. Absent values become the type's default. */
const alwaysFilled = new Set([
  'p_event_time',
  'p_log_type',
  'p_row_id',
  'p_parse_time',
  'p_schema_version',
  'p_source_id',
  'p_source_label',
]);

/** The same text in nearly every row of a part. */
const fewValues = new Set(['p_log_type', 'p_source_id', 'p_source_label', 'p_rule_id', 'p_alert_severity']);

/** As quick as the engine's default on these columns and a sixth smaller; see README.md. */
const ordinaryCodec = 'ZSTD(3)';

export interface ColumnOptions {
  keepsRaw: boolean;
  /** Part of the partition key, so never NULL. */
  timeColumn?: string;
}

/** Every leaf of the fields as one engine column, then the raw line of events, and the overflow always last. */
export function columnsOf(fields: readonly Field[], options: ColumnOptions): LayoutColumn[] {
  const columns: LayoutColumn[] = [];
  const isFilled = (name: string) => alwaysFilled.has(name) || name === options.timeColumn;
  for (const field of fields) addLeaves(columns, [field.name], field.type, isFilled);
  if (options.keepsRaw) columns.push(textColumn(rawColumnName, 'raw', ordinaryCodec));
  columns.push(textColumn(overflowColumnName, 'overflow', ordinaryCodec));
  return columns;
}

function addLeaves(
  columns: LayoutColumn[],
  path: string[],
  type: FieldType,
  isFilled: (name: string) => boolean,
): void {
  if (type.kind === 'object' && type.fields.length > 0) {
    for (const field of type.fields) addLeaves(columns, [...path, field.name], field.type, isFilled);
    return;
  }
  columns.push(leafColumn(path, type, isFilled));
}

function leafColumn(path: string[], type: FieldType, isFilled: (name: string) => boolean): LayoutColumn {
  const name = columnNameOf(path);
  const element = type.kind === 'array' ? scalarKindOf(type.element) : undefined;
  if (element) {
    const engineType = `Array(${engineTypeOf[element]})`;
    return {
      name,
      path,
      cell: element,
      isArray: true,
      nullable: false,
      engineType,
      codec: ordinaryCodec,
      role: 'value',
    };
  }
  // An object without known fields, an array of objects or of arrays: kept as JSON text, like `json` itself.
  const cell = scalarKindOf(type) ?? 'json';
  const nullable = !isFilled(name);
  return {
    name,
    path,
    cell,
    isArray: false,
    nullable,
    engineType: engineTypeText(name, cell, nullable),
    codec: codecOf(cell),
    role: 'value',
  };
}

function engineTypeText(name: string, cell: CellKind, nullable: boolean): string {
  const plain = nullable ? `Nullable(${engineTypeOf[cell]})` : engineTypeOf[cell];
  return fewValues.has(name) ? `LowCardinality(${plain})` : plain;
}

/** Times of one table lie close together, so their differences are what is worth writing. */
function codecOf(cell: CellKind): string {
  return cell === 'timestamp' ? 'DoubleDelta, ZSTD(3)' : ordinaryCodec;
}

function textColumn(name: string, role: 'raw' | 'overflow', codec: string): LayoutColumn {
  return {
    name,
    path: [name],
    cell: role === 'raw' ? 'string' : 'json',
    isArray: false,
    nullable: false,
    engineType: 'String',
    codec,
    role,
  };
}

function scalarKindOf(type: FieldType): ScalarKind | undefined {
  return type.kind === 'json' || type.kind === 'array' || type.kind === 'object' ? undefined : type.kind;
}
