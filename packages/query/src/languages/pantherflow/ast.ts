import type { Span } from '../../diagnostics.ts';

/** The tree of a PantherFlow text: what was written, where. What it means is decided when it is lowered. */
export interface FlowQuery {
  /** In text order. The result is that of `body`, which a text under the cursor may still lack. */
  lets: FlowLet[];
  body?: FlowTabular;
  span: Span;
}

/** `let name = …;`. The alias of a bare name is read as a path; whether it is a table is a question of names. */
export interface FlowLet {
  name: FlowName;
  value: FlowTabular | FlowExpression;
  span: Span;
}

export interface FlowName {
  text: string;
  span: Span;
}

/** Without a source the query starts with a pipe: its rows come from whoever asks. */
export interface FlowTabular {
  kind: 'tabular';
  source?: FlowSource;
  stages: FlowStage[];
  span: Span;
}

export type FlowSource = FlowTable | FlowDatatable | FlowRange | FlowUnion | FlowTabular;

/** One to three parts; a part may hold `*`. */
export interface FlowTable {
  kind: 'table';
  parts: FlowName[];
  span: Span;
}

export interface FlowDatatable {
  kind: 'datatable';
  rows: FlowExpression[];
  span: Span;
}

export interface FlowRange {
  kind: 'range';
  name: FlowName;
  from: FlowExpression;
  to: FlowExpression;
  step: FlowExpression;
  span: Span;
}

/** A source, or a stage that adds rows to those before it. */
export interface FlowUnion {
  kind: 'union';
  items: (FlowTable | FlowTabular)[];
  span: Span;
}

export type FlowStage =
  | { kind: 'where'; condition: FlowExpression; span: Span }
  | { kind: 'project'; items: FlowNamed[]; span: Span }
  | { kind: 'extend'; items: FlowAssign[]; span: Span }
  | { kind: 'summarize'; aggregates: FlowNamed[]; keys: FlowNamed[]; span: Span }
  | { kind: 'sort'; keys: FlowSortKey[]; span: Span }
  | { kind: 'limit'; count: FlowExpression; span: Span }
  | { kind: 'sample'; count: FlowExpression; span: Span }
  | FlowJoin
  | FlowUnion
  | { kind: 'search'; condition: FlowSearch; span: Span }
  | FlowVisualize
  | FlowBrokenStage;

/** A stage that could not be read; its diagnostic says why. Keeps the stages around it. */
export interface FlowBrokenStage {
  kind: 'broken';
  /** The word after the pipe, when there is one. */
  word?: FlowName;
  span: Span;
}

export interface FlowJoin {
  kind: 'join';
  type: FlowName;
  destination: FlowName;
  right: FlowTabular;
  on?: FlowExpression;
  span: Span;
}

export interface FlowVisualize {
  kind: 'visualize';
  chart?: FlowName;
  annotations: { name: FlowName; value: FlowExpression; span: Span }[];
  span: Span;
}

export type FlowSearch =
  | { kind: 'term'; text: string; span: Span }
  | { kind: 'not'; operand: FlowSearch; span: Span }
  | { kind: 'and' | 'or'; left: FlowSearch; right: FlowSearch; span: Span };

export interface FlowNamed {
  name?: FlowName;
  value: FlowExpression;
  span: Span;
}

/** `a.b['c'] = …`: the column, then the keys inside it. */
export interface FlowAssign {
  target: FlowName[];
  value: FlowExpression;
  span: Span;
}

export interface FlowSortKey {
  value: FlowExpression;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
  span: Span;
}

export type FlowExpression =
  | FlowLiteral
  | FlowVariable
  | FlowMember
  | FlowIndex
  | FlowUnary
  | FlowBinary
  | FlowIn
  | FlowBetween
  | FlowCall
  | FlowScalarQuery
  | { kind: 'array'; elements: FlowExpression[]; span: Span }
  | { kind: 'object'; fields: { key: FlowName; value: FlowExpression }[]; span: Span }
  | { kind: 'lambda'; params: FlowName[]; body: FlowExpression; span: Span };

/** `int`: decimal text, so that 64 bits survive. `timespan`: microseconds. */
export type FlowLiteral =
  | { kind: 'literal'; type: 'int'; value: string; span: Span }
  | { kind: 'literal'; type: 'double' | 'timespan'; value: number; span: Span }
  | { kind: 'literal'; type: 'string'; value: string; span: Span }
  | { kind: 'literal'; type: 'bool'; value: boolean; span: Span }
  | { kind: 'literal'; type: 'null'; value: null; span: Span };

/** A name: lambda parameter, column or `let` variable; `$left` and `$right` keep their dollar. */
export interface FlowVariable {
  kind: 'variable';
  name: string;
  span: Span;
}

export interface FlowMember {
  kind: 'member';
  base: FlowExpression;
  key: FlowName;
  span: Span;
}

export interface FlowIndex {
  kind: 'index';
  base: FlowExpression;
  index: FlowExpression;
  span: Span;
}

export interface FlowUnary {
  kind: 'unary';
  op: '-' | 'not';
  operand: FlowExpression;
  span: Span;
}

export type FlowBinaryOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | 'and'
  | 'or';

export interface FlowBinary {
  kind: 'binary';
  op: FlowBinaryOperator;
  left: FlowExpression;
  right: FlowExpression;
  span: Span;
}

export interface FlowIn {
  kind: 'in';
  isNegated: boolean;
  value: FlowExpression;
  list: FlowExpression;
  span: Span;
}

export interface FlowBetween {
  kind: 'between';
  isNegated: boolean;
  value: FlowExpression;
  from: FlowExpression;
  to: FlowExpression;
  span: Span;
}

/** `name` is as written, `strings.contains`; `nameSpan` covers both parts. */
export interface FlowCall {
  kind: 'call';
  name: string;
  nameSpan: Span;
  args: FlowExpression[];
  span: Span;
}

/** `toscalar( … )`. */
export interface FlowScalarQuery {
  kind: 'scalarQuery';
  query: FlowTabular;
  span: Span;
}
