import type { FieldType } from '@margay/model';

export type Expression =
  | Literal
  | ColumnRef
  | PathAccess
  | Call
  | AggregateCall
  | WindowCall
  | CaseWhen
  | Cast
  | ArrayOf
  | ObjectOf
  | Lambda
  | LambdaVariable
  | RowText
  | ScalarQuery
  | InQuery
  | ExistsQuery;

/** `value` of a timestamp is UTC text, of a bigint beyond 2^53 decimal text. Null may have any type. */
export interface Literal {
  kind: 'literal';
  value: string | number | boolean | null;
  type: FieldType;
}

/** A column of the input, matched exactly first and then ignoring case. */
export interface ColumnRef {
  kind: 'column';
  name: string;
  /** Qualifier given by a `rename`. */
  of?: string;
}

/** Keys (text) and zero-based positions (numbers) into an object, array or json value. A missing part is null. */
export interface PathAccess {
  kind: 'path';
  base: Expression;
  steps: (string | number)[];
}

/** A function or operator of the function registry, by its id. */
export interface Call {
  kind: 'call';
  fn: string;
  args: Expression[];
}

/** An aggregate function of the registry. */
export interface AggregateCall {
  kind: 'aggregate';
  fn: string;
  args: Expression[];
  distinct?: boolean;
  where?: Expression;
  /** Order of the values, for functions that keep one. */
  orderBy?: SortKey[];
}

/** A window function of the registry, or an aggregate over a window. */
export interface WindowCall {
  kind: 'window';
  fn: string;
  args: Expression[];
  distinct?: boolean;
  partitionBy: Expression[];
  orderBy: SortKey[];
  /** Without one, the function's own: the whole partition, or with an order up to the rows equal to this one. */
  frame?: WindowFrame;
  ignoresNulls?: boolean;
}

export interface WindowFrame {
  unit: 'rows' | 'range';
  from: FrameBound;
  to: FrameBound;
}

/** `distance` counts rows or, in a range, what the only sort key counts; in times, seconds. A whole number. */
export type FrameBound =
  | { kind: 'unbounded preceding' | 'current row' | 'unbounded following' }
  | { kind: 'preceding' | 'following'; distance: number };

export interface CaseWhen {
  kind: 'case';
  branches: { when: Expression; result: Expression }[];
  otherwise?: Expression;
}

/** Gives null where the value cannot be converted. */
export interface Cast {
  kind: 'cast';
  value: Expression;
  to: FieldType;
}

export interface ArrayOf {
  kind: 'array';
  elements: Expression[];
}

export interface ObjectOf {
  kind: 'object';
  fields: NamedExpression[];
  /** The object is null where this is null. Without it an object without values counts as null. */
  present?: Expression;
}

/** Only as an argument of a function that takes one. */
export interface Lambda {
  kind: 'lambda';
  params: string[];
  body: Expression;
}

export interface LambdaVariable {
  kind: 'variable';
  name: string;
}

/**
 * A test of the whole row as text, ignoring case.
 * `words`: the text occurs, found through the text index where the table has one.
 * `like`: `%` and `_` patterns over the whole text. `regexp`: an RE2 pattern occurs.
 * `values`: the text, with `*` for any run of characters, occurs in some value of the row's own columns, at any depth.
 */
export interface RowText {
  kind: 'rowText';
  op: 'words' | 'contains' | 'like' | 'regexp' | 'values';
  text: string;
}

/** First column of the first row of a query of its own; null without a row. */
export interface ScalarQuery {
  kind: 'scalarQuery';
  query: import('./relation.ts').Relation;
}

/** Whether the value is in the first column of a query of its own. */
export interface InQuery {
  kind: 'inQuery';
  value: Expression;
  query: import('./relation.ts').Relation;
}

/**
 * Whether a query of its own has a row; with keys, a row whose columns equal their values, where null equals nothing.
 * Never null.
 */
export interface ExistsQuery {
  kind: 'existsQuery';
  query: import('./relation.ts').Relation;
  keys: { value: Expression; column: string }[];
}

export interface NamedExpression {
  name: string;
  value: Expression;
  /** Only there to be sorted by. */
  isHidden?: boolean;
}

export interface SortKey {
  value: Expression;
  descending: boolean;
  /** Default: nulls last. */
  nullsFirst?: boolean;
}
