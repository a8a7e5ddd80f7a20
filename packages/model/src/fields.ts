/** The shape of events: what a schema promises, what a lake table stores, what a query may ask for. */

export type ScalarKind = 'string' | 'int' | 'smallint' | 'bigint' | 'float' | 'boolean' | 'timestamp';

export type FieldType =
  | { kind: ScalarKind }
  /** Any JSON value; kept as compressed text, never opened into columns. */
  | { kind: 'json' }
  | { kind: 'array'; element: FieldType }
  | { kind: 'object'; fields: Field[] };

export interface Field {
  /** Column-safe name, case kept as in the schema. Matching is case-insensitive. */
  name: string;
  type: FieldType;
  description?: string;
  /** Indicator names of the schema language, for instance `ip` or `aws_arn`. */
  indicators?: string[];
  /** Added by field discovery, not by a person. */
  discovered?: boolean;
}

/** The fields of one log type at one schema version, without the standard `p_` fields. */
export interface EventShape {
  logType: string;
  /** Written into every row as `p_schema_version`. */
  version: number;
  description?: string;
  fields: Field[];
  /** Paths of fields by whose values a table keeps the events of one hour together. */
  groupBy?: string[][];
}
