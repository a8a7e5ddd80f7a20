import type { FieldType } from '@margay/model';

import type { Literal } from '../../ir/expression.ts';
import { isInteger } from '../../ir/types.ts';

/** Collects the values of a query. Every value of a person travels here, none in the SQL. */
export class Parameters {
  readonly values: Record<string, unknown> = {};
  private readonly known = new Map<string, string>();

  /** The placeholder of a value. Equal values share one, so that equal expressions give equal SQL. */
  bind(value: unknown, engineType: string): string {
    const key = `${engineType} ${JSON.stringify(value)}`;
    const known = this.known.get(key);
    if (known) return known;
    const name = `p${this.known.size}`;
    this.values[name] = value;
    const placeholder = `{${name}:${engineType}}`;
    this.known.set(key, placeholder);
    return placeholder;
  }

  literal({ value, type }: Literal): string {
    if (value === null) return `CAST(NULL, 'Nullable(${engineTypeOf(type)})')`;
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    // As text, because the engine's client refuses whole numbers beyond 2^53 as numbers.
    return this.bind(isInteger(type) || type.kind === 'float' ? String(value) : value, engineTypeOf(type));
  }
}

/** The engine's type for values of a scalar type; JSON and objects travel as JSON text. */
export function engineTypeOf(type: FieldType): string {
  switch (type.kind) {
    case 'int':
    case 'smallint':
    case 'bigint':
      return 'Int64';
    case 'float':
      return 'Float64';
    case 'boolean':
      return 'Bool';
    case 'timestamp':
      return "DateTime64(9, 'UTC')";
    case 'string':
    case 'json':
    case 'object':
    case 'array':
      return 'String';
  }
}
