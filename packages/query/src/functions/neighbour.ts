import type { Argument, Parameter } from './define.ts';

/** Parameters of `lag` and `lead`. */
export const neighbourParams: Parameter[] = [
  { name: 'x', type: 'any' },
  { name: 'offset', type: 'literalNumber', optional: true },
  { name: 'default', type: 'any', optional: true },
];

/** A value that may be null. An array cannot; an empty one stands for the row that is not there. */
export function nullable(x: Argument): string {
  return x.type.kind === 'array' ? x.sql : `toNullable(${x.sql})`;
}

/** The value of another row. */
export function neighbour(engine: string, [x, offset, otherwise]: Argument[]): string {
  const value = nullable(x!);
  const rows = Number(offset?.constant ?? 1);
  if (!otherwise || otherwise.constant === null) return `${engine}(${value}, ${rows})`;
  return `${engine}(${value}, ${rows}, CAST(${otherwise.sql}, toTypeName(${value})))`;
}
