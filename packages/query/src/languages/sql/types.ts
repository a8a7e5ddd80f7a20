import type { FieldType } from '@margay/model';

import { refuse } from '../../diagnostics.ts';
import { arrayOf, boolean, float, integer, json, text, timestamp } from '../../ir/types.ts';
import type { SqlType } from './ast.ts';

const named: Record<string, FieldType> = {};
const add = (type: FieldType, words: string) => {
  for (const word of words.split(' ')) named[word] = type;
};
add(text, 'varchar string text char character nvarchar');
add(integer, 'int integer bigint smallint tinyint byteint int64 long');
add(float, 'float double real float4 float8 float64');
add(boolean, 'boolean bool');
add(
  timestamp,
  'timestamp timestamp_ntz timestamp_ltz timestamp_tz timestampntz timestampltz timestamptz datetime date',
);
add(arrayOf(json), 'array');
add(json, 'variant json object map');

/** The type a cast names. `number(10, 2)` has decimals, `number` and `number(10)` have none. */
export function typeNamed(type: SqlType): FieldType {
  const isDecimal = ['number', 'numeric', 'decimal', 'dec'].includes(type.name);
  if (isDecimal) return (type.args[1] ?? 0) > 0 ? float : integer;
  const known = Object.hasOwn(named, type.name) ? named[type.name] : undefined;
  if (known) return known;
  return refuse(
    type.span,
    'name.unknown_type',
    `There is no type "${type.name.slice(0, 40)}".`,
    'Use VARCHAR, NUMBER, DOUBLE, BOOLEAN, TIMESTAMP, VARIANT, ARRAY or OBJECT.',
  );
}
