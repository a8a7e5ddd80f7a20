import type { FieldType } from '@margay/model';

/**
 * What an argument is turned into before the function sees it.
 * `any`: as it is, objects as JSON text. `literal` kinds accept constants only, because the engine refuses bad
 * values there with errors no person could use.
 */
export type ParameterType =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'array'
  | 'textArray'
  | 'json'
  /** JSON text as `json`, but an empty stored array, which also stands for an absent one, is null. */
  | 'document'
  | 'any'
  | 'unit'
  | 'literalText'
  | 'literalNumber'
  /** `x -> expression`; the variable stands for an element of the array before it. */
  | 'lambda';

export interface Parameter {
  name: string;
  type: ParameterType;
  optional?: boolean;
  /** The last parameter may repeat. */
  variadic?: boolean;
}

export interface Argument {
  /** Engine SQL of the converted value. */
  sql: string;
  type: FieldType;
  /** For `unit` and literal parameters: the constant itself. */
  constant?: string | number | boolean | null;
  /** For `lambda` parameters: the engine's lambda, with its body put into what `wrap` makes. */
  lambda?: (wrap: (body: string) => string) => string;
}

export interface Example {
  /** SQL of one expression; inputs are constants. */
  sql: string;
  value: unknown;
}

export interface QueryFunction {
  /** Lower case, equal to the file's name with `-` as `_`. */
  name: string;
  aliases?: string[];
  kind: 'scalar' | 'aggregate' | 'window';
  params: Parameter[];
  /** Aggregates that may be asked for different values only. */
  allowsDistinct?: boolean;
  /** Aggregates made of more than one engine function: `clickhouse` puts the window behind each. */
  placesWindow?: boolean;
  /** Takes WITHIN GROUP (ORDER BY …): sorts the values it keeps, or takes its value from there. */
  ordered?: 'values' | 'value';
  /** Aggregates that are `ordered` by values: engine SQL over the array of values. */
  ofArray?: (array: string, args: Argument[]) => string;
  /** Window functions: the frame they take. `whole`: any, by itself the whole partition. `fixed`: always the whole. */
  frame?: 'none' | 'fixed' | 'whole';
  /** Takes IGNORE NULLS; without it nulls count. */
  takesNulls?: boolean;
  /** All arguments are first converted to their common type. */
  unify?: boolean;
  returns: FieldType | ((args: FieldType[]) => FieldType);
  doc: string;
  examples: Example[];
  /** Says why constants are not acceptable, or undefined. Runs before any SQL is made. */
  check?: (constants: (string | number | boolean | null | undefined)[]) => string | undefined;
  /** Engine SQL. `args` are converted; aggregates get `distinct` applied by the caller. `over`: see `placesWindow`. */
  clickhouse: (args: Argument[], over: string) => string;
}

/** Typing only: keeps each file a single checked object. */
export function defineFunction(definition: QueryFunction): QueryFunction {
  return definition;
}

/** `name(a, b?, …)` for completion and hover. */
export function signatureOf(fn: QueryFunction): string {
  const params = fn.params.map(
    (param) => `${param.name}: ${param.type}${param.optional ? '?' : ''}${param.variadic ? ', …' : ''}`,
  );
  return `${fn.name}(${params.join(', ')})`;
}
