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

export type SqlBody = SqlSelect | { kind: 'union'; isDistinct: boolean; parts: SqlQuery[]; span: Span };

export interface SqlSelect {
  kind: 'select';
  isDistinct: boolean;
  items: SqlItem[];
  from: SqlSource | undefined;
  where: SqlExpr | undefined;
  groupBy: SqlExpr[] | 'all';
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
      span: Span;
    }
  | { kind: 'flatten'; left: SqlSource; value: SqlExpr; isOuter: boolean; alias?: Name; span: Span };

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
  | { kind: 'lambda'; param: Name; body: SqlExpr; span: Span }
  | SqlCall;

export interface SqlCall {
  kind: 'call';
  name: Name;
  args: SqlExpr[];
  isStar: boolean;
  isDistinct: boolean;
  filter?: SqlExpr;
  over?: { partitionBy: SqlExpr[]; orderBy: SqlSortKey[] };
  span: Span;
}

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
