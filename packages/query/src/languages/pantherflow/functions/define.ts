import type { Typed } from '../typed.ts';

/**
 * What an argument is turned into before the function sees it. `any`: as it is. `unit`: one of the time units, constant
 * or not. `fn`: an anonymous function of one parameter. `pattern`: a constant regular expression.
 */
export type FlowParameterType =
  | 'any'
  | 'string'
  | 'number'
  | 'int'
  | 'bool'
  | 'timestamp'
  | 'timespan'
  | 'array'
  | 'unit'
  | 'pattern'
  | 'fn'
  | 'tabular';

export interface FlowParameter {
  name: string;
  type: FlowParameterType;
  optional?: boolean;
  /** The last parameter may repeat. */
  variadic?: boolean;
}

export interface FlowCallContext {
  /** The one time of the query. */
  now: Date;
  /** Another function of the language, with its checks. */
  callNamed: (name: string, args: Typed[]) => Typed;
}

export interface FlowFunction {
  /** As people write it: `strings.contains`, `coalesce`. */
  name: string;
  kind: 'scalar' | 'aggregate';
  params: FlowParameter[];
  /** Type for people: `int`, `[any]`. */
  returns: string;
  doc: string;
  /** `flow`: one expression over constants (for aggregates over rows `x` = 1, 2, 2, null). Runs on the engine. */
  examples: { flow: string; value: unknown }[];
  /** Counts of arguments that the parameters alone do not exclude; gives what is wrong. */
  checkCount?: (count: number) => string | undefined;
  /** `args` are converted to their parameters' types; optional ones may be missing. May refuse constants. */
  lower: (args: Typed[], context: FlowCallContext) => Typed;
}

/** Typing only: keeps each file a single checked object. */
export function defineFlowFunction(definition: FlowFunction): FlowFunction {
  return definition;
}

/** `strings.contains(s: string, sub: string) -> bool`, as signature help and hover show it. */
export function flowSignature(fn: FlowFunction): string {
  const params = fn.params.map(
    (param) => `${param.name}: ${param.type}${param.optional ? '?' : ''}${param.variadic ? ', ...' : ''}`,
  );
  return `${fn.name}(${params.join(', ')}) -> ${fn.returns}`;
}
