import type { FieldType } from '@margay/model';

/**
 * How one logical value comes back, as a tree over positions of the engine's row.
 * `cell`: one engine column. `json`: one engine column of JSON text. `object`: put together from its fields.
 */
export type ResultShape =
  | { kind: 'cell'; at: number; type: FieldType; dropEmpty?: boolean }
  | { kind: 'json'; at: number }
  | {
      kind: 'object';
      fields: { name: string; shape: ResultShape }[];
      /** The column that is null where the object is; without it an object without values is null. */
      presentAt?: number;
    };

export interface ResultColumn {
  name: string;
  type: FieldType;
  shape: ResultShape;
  /** The value is an object whose fields belong to the row itself (fields that no schema column covers). */
  spread?: boolean;
}

/** Whole events of several tables: each row says by a number which table's columns its packed values follow. */
export interface PackedRows {
  tableAt: number;
  valuesAt: number;
  tables: { database: string; table: string; logType?: string; columns: ResultColumn[] }[];
}

/** Run `sql` with `params` as `query_params` and format `JSONCompactEachRow`, then `decodeRows`. */
export interface EngineQuery {
  sql: string;
  params: Record<string, unknown>;
  columns: ResultColumn[];
  packed?: PackedRows;
}
