import type { FieldType } from '@margay/model';

import type { Expression, NamedExpression, SortKey } from './expression.ts';

/**
 * A query as a tree of plain, serialisable data. Every language lowers into it; a dialect turns it into SQL.
 * A relation has columns in order; a column may carry a qualifier (`as`), which only joins make necessary.
 * New operators are new kinds: the kinds that exist do not change for them.
 */
export type Relation =
  | Scan
  | Values
  | Numbers
  | Filter
  | Project
  | Aggregate
  | Distinct
  | Sort
  | Limit
  | Union
  | Events
  | Once
  | Join
  | Unnest
  | Flatten
  | Rename;

/** A table or view of the catalog. */
export interface Scan {
  kind: 'scan';
  database: string;
  table: string;
}

/** Literal rows. */
export interface Values {
  kind: 'values';
  columns: { name: string; type: FieldType }[];
  rows: Expression[][];
}

/** One int column counting from `from` up to and including `to`. */
export interface Numbers {
  kind: 'numbers';
  name: string;
  from: number;
  to: number;
  step: number;
}

export interface Filter {
  kind: 'filter';
  input: Relation;
  where: Expression;
}

/** Exactly these columns. Every expression sees the input's columns only. */
export interface Project {
  kind: 'project';
  input: Relation;
  columns: NamedExpression[];
}

/** Output: keys, then aggregates. Without keys there is always exactly one row. */
export interface Aggregate {
  kind: 'aggregate';
  input: Relation;
  keys: NamedExpression[];
  aggregates: NamedExpression[];
}

export interface Distinct {
  kind: 'distinct';
  input: Relation;
}

export interface Sort {
  kind: 'sort';
  input: Relation;
  keys: SortKey[];
}

export interface Limit {
  kind: 'limit';
  input: Relation;
  count?: number;
  offset?: number;
}

/** All rows of all inputs. By name: a column an input lacks is null there. By position: SQL's way. */
export interface Union {
  kind: 'union';
  inputs: Relation[];
  match: 'name' | 'position';
}

/**
 * Rows of logs and of what detections found in them, each event once; see `merge-findings.ts`. By name, as a union. The
 * conditions are part of it, because an event is there when its line and its findings together fulfil them.
 */
export interface Events {
  kind: 'events';
  inputs: Relation[];
  where?: Expression;
}

/** One row for each value of the key: the first in that order. */
export interface Once {
  kind: 'once';
  input: Relation;
  key: Expression[];
  order: Expression[];
}

export type JoinType = 'inner' | 'left' | 'right' | 'full' | 'cross';

/** Columns of both sides, left first. `on` is required except for `cross`. */
export interface Join {
  kind: 'join';
  type: JoinType;
  left: Relation;
  right: Relation;
  on?: Expression;
}

/** One row per element of an array; rows with an empty or null array vanish unless `outer`. */
export interface Unnest {
  kind: 'unnest';
  input: Relation;
  array: Expression;
  /** Qualifier of the two new columns. */
  as: string;
  valueName: string;
  indexName: string;
  outer: boolean;
}

/**
 * One row per element of an array and per key of an object, with the columns `seq`, `key`, `path`, `index`, `value`
 * and `this` of the qualifier `as`. Rows without any vanish unless `outer`.
 */
export interface Flatten {
  kind: 'flatten';
  input: Relation;
  value: Expression;
  as: string;
  mode: 'array' | 'object' | 'both';
  outer: boolean;
  /** What `path` begins with: where in its document the value is. */
  prefix: string;
}

/** Gives every column of the input the qualifier `name`. */
export interface Rename {
  kind: 'rename';
  input: Relation;
  name: string;
}

/** Start inclusive, end exclusive, UTC milliseconds. Either side may be open. */
export interface TimeRange {
  fromMs?: number;
  toMs?: number;
}
