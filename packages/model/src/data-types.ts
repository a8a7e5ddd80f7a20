import type { FieldType } from './fields.ts';

/** What a value is to the person who searches for it, whatever type it is stored as. `any`: each row may differ. */
export const dataTypes = ['any', 'array', 'boolean', 'number', 'object', 'string', 'timestamp'] as const;
export type DataType = (typeof dataTypes)[number];

const byKind: Record<FieldType['kind'], DataType> = {
  string: 'string',
  int: 'number',
  smallint: 'number',
  bigint: 'number',
  float: 'number',
  boolean: 'boolean',
  timestamp: 'timestamp',
  array: 'array',
  object: 'object',
  json: 'any',
};
const byName = new Map<string, DataType>(Object.entries(byKind));

/** The data type of a type as the catalog names it: `bigint`, `array<string>`. One that it does not know is `any`. */
export const dataTypeOf = (name: string): DataType => byName.get(name.split('<', 1)[0] ?? '') ?? 'any';
