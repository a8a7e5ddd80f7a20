import type { At } from './fault.ts';

/** A variable of a function: `isCaptured` ones live in cells, which nested functions share. */
export interface Variable {
  name: string;
  slot: number;
  isCaptured: boolean;
}

/** Where the resolver found what a name means. */
export type Binding =
  | { kind: 'local'; variable: Variable }
  | { kind: 'free'; index: number; name: string }
  | { kind: 'global'; index: number; name: string }
  | { kind: 'builtin'; name: string };

/** `depth` counts the nesting below, `size` the operations: what running it costs. */
interface Node {
  at: At;
  depth: number;
  size: number;
}

export interface NameNode extends Node {
  kind: 'name';
  name: string;
  binding?: Binding;
}

export interface Argument {
  kind: 'plain' | 'named' | 'list' | 'dict';
  name: string;
  value: Expression;
  at: At;
}

export interface Parameter {
  kind: 'plain' | 'list' | 'dict' | 'divider';
  name: string;
  at: At;
  value?: Expression;
}

export type Clause =
  | { kind: 'for'; target: Expression; items: Expression }
  | { kind: 'if'; condition: Expression };

export type Expression =
  | NameNode
  | (Node & { kind: 'literal'; value: number | bigint | string; isFloat: boolean })
  | (Node & { kind: 'list' | 'tuple'; items: Expression[] })
  | (Node & { kind: 'dict'; entries: { key: Expression; value: Expression }[] })
  | (Node & { kind: 'call'; callee: Expression; args: Argument[] })
  | (Node & { kind: 'dot'; of: Expression; name: string })
  | (Node & { kind: 'index'; of: Expression; index: Expression })
  | (Node & { kind: 'slice'; of: Expression; from?: Expression; to?: Expression; step?: Expression })
  | (Node & { kind: 'unary'; sign: string; of: Expression })
  | (Node & { kind: 'binary'; sign: string; left: Expression; right: Expression })
  | (Node & { kind: 'choice'; condition: Expression; whenTrue: Expression; otherwise: Expression })
  | (Node & { kind: 'lambda'; parameters: Parameter[]; body: Expression; code?: FunctionScope })
  | (Node & {
      kind: 'comprehension';
      clauses: Clause[];
      item: Expression;
      /** Present for a dict; `item` is the key then. */
      value?: Expression;
    });

export type Statement =
  | { kind: 'expression'; at: At; value: Expression }
  | { kind: 'assign'; at: At; target: Expression; value: Expression }
  | { kind: 'augment'; at: At; sign: string; target: Expression; value: Expression }
  | { kind: 'return'; at: At; value?: Expression }
  | { kind: 'break' | 'continue' | 'pass'; at: At }
  | { kind: 'for'; at: At; target: Expression; items: Expression; body: Statement[] }
  | { kind: 'if'; at: At; arms: { condition: Expression; body: Statement[] }[]; otherwise: Statement[] }
  | {
      kind: 'def';
      at: At;
      name: NameNode;
      parameters: Parameter[];
      body: Statement[];
      /** Filled by the resolver. */
      code?: FunctionScope;
    };

/** What the resolver knows of a function. */
export interface FunctionScope {
  name: string;
  slots: number;
  parameters: Variable[];
  /** Variables of functions around it that it uses: from the outer one's own, or handed down through its frees. */
  frees: ({ kind: 'local'; variable: Variable } | { kind: 'free'; index: number })[];
  captured: Variable[];
}
