import type { Span } from '../../diagnostics.ts';

export interface Name {
  text: string;
  isQuoted: boolean;
  span: Span;
}

export interface SqlQuery {
  with: { name: Name; query: SqlQuery }[];
  body: SqlBody;
  orderBy: SqlSortKey[];
  limit?: SqlCount;
  offset?: SqlCount;
  span: Span;
}

export interface SqlCount {
  value: number;
  span: Span;
}

export type SqlBody = SqlSelect | SqlSets;

/** Queries joined by one operator, read from the left. One part alone is a query in parentheses. */
export interface SqlSets {
  kind: 'sets';
  op: SetOperator;
  parts: SqlQuery[];
  span: Span;
}

export type SetOperator = 'union all' | 'union' | 'except' | 'intersect';

export interface SqlSelect {
  kind: 'select';
  isDistinct: boolean;
  items: SqlItem[];
  from: SqlSource | undefined;
  where: SqlExpr | undefined;
  groupBy: SqlExpr[] | 'all';
  /** `GROUPING SETS`, `ROLLUP` and `CUBE` written out: which of `groupBy` each set groups by. */
  groupingSets?: number[][];
  having: SqlExpr | undefined;
  qualify: SqlExpr | undefined;
  span: Span;
}

export type SqlItem =
  | { kind: 'star'; of?: Name; exclude: Name[]; span: Span }
  | {
      kind: 'expr';
      value: SqlExpr;
      alias?: Name;
      /** The expression as typed: its name without an alias. */ source: string;
    };

export type SqlSource =
  | { kind: 'table'; parts: Name[]; alias?: Name; span: Span }
  | { kind: 'query'; query: SqlQuery; alias?: Name; span: Span }
  | {
      kind: 'join';
      type: 'inner' | 'left' | 'right' | 'full' | 'cross';
      left: SqlSource;
      right: SqlSource;
      on?: SqlExpr;
      using?: Name[];
      /** By all columns both sides have. */
      isNatural?: boolean;
      span: Span;
    }
  | SqlFlatten
  | { kind: 'generator'; count: number; alias?: Name; span: Span }
  | SqlEvents;

/** `TABLE(EVENTS('panther_logs.public.*', …))`: the rows of several tables, columns by their names. */
export interface SqlEvents {
  kind: 'events';
  /** `database.public.table`, where `*` stands for any run of characters. */
  names: { text: string; span: Span }[];
  alias?: Name;
  span: Span;
}

/** `LATERAL FLATTEN(input => value, …)` over the rows before it; without any, over one row. */
export interface SqlFlatten {
  kind: 'flatten';
  left?: SqlSource;
  value: SqlExpr;
  path: (string | number)[];
  mode: 'array' | 'object' | 'both';
  isOuter: boolean;
  alias?: Name;
  span: Span;
}

export interface SqlSortKey {
  value: SqlExpr;
  isDescending: boolean;
  nulls?: 'first' | 'last';
}

export type SqlExpr =
  | { kind: 'number'; text: string; span: Span }
  | { kind: 'text'; value: string; span: Span }
  | { kind: 'constant'; value: boolean | null; span: Span }
  | { kind: 'interval'; count: number; unit: string; span: Span }
  | { kind: 'name'; parts: Name[]; span: Span }
  | { kind: 'path'; base: SqlExpr; steps: (string | number)[]; span: Span }
  | { kind: 'unary'; op: '-' | '+' | 'not'; value: SqlExpr; span: Span }
  | { kind: 'binary'; op: BinaryOp; left: SqlExpr; right: SqlExpr; span: Span }
  | { kind: 'logic'; op: 'and' | 'or'; parts: SqlExpr[]; span: Span }
  | { kind: 'isNull'; value: SqlExpr; isNegated: boolean; span: Span }
  | { kind: 'between'; value: SqlExpr; low: SqlExpr; high: SqlExpr; isNegated: boolean; span: Span }
  | { kind: 'in'; value: SqlExpr; items: SqlExpr[]; isNegated: boolean; span: Span }
  | { kind: 'inQuery'; value: SqlExpr; query: SqlQuery; isNegated: boolean; span: Span }
  | {
      kind: 'like';
      op: 'like' | 'ilike' | 'rlike';
      value: SqlExpr;
      patterns: SqlExpr[];
      quantifier?: 'any' | 'all';
      isNegated: boolean;
      span: Span;
    }
  | {
      kind: 'case';
      subject?: SqlExpr;
      branches: { when: SqlExpr; result: SqlExpr }[];
      otherwise?: SqlExpr;
      span: Span;
    }
  | { kind: 'cast'; value: SqlExpr; type: SqlType; isTry: boolean; span: Span }
  | { kind: 'query'; query: SqlQuery; span: Span }
  | { kind: 'exists'; query: SqlQuery; span: Span }
  | { kind: 'lambda'; param: Name; body: SqlExpr; span: Span }
  | SqlCall;

export interface SqlCall {
  kind: 'call';
  name: Name;
  args: SqlExpr[];
  isStar: boolean;
  isDistinct: boolean;
  filter?: SqlExpr;
  /** `WITHIN GROUP (ORDER BY …)`. */
  within?: SqlSortKey[];
  nulls?: 'ignore' | 'respect';
  over?: SqlWindow;
  span: Span;
}

export interface SqlWindow {
  partitionBy: SqlExpr[];
  orderBy: SqlSortKey[];
  frame?: SqlFrame;
}

export interface SqlFrame {
  unit: 'rows' | 'range';
  from: SqlFrameBound;
  to: SqlFrameBound;
  span: Span;
}

export type SqlFrameBound =
  | { kind: 'unbounded preceding' | 'current row' | 'unbounded following' }
  | { kind: 'preceding' | 'following'; distance: SqlExpr };

export interface SqlType {
  name: string;
  args: number[];
  span: Span;
}

export type BinaryOp =
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '||'
  | 'is distinct'
  | 'is not distinct';
