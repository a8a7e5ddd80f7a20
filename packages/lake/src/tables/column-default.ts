import { identifier, stringLiteral } from '../engines/literals.ts';
import type { LayoutColumn } from './layout.ts';
import { overflowColumnName } from './layout.ts';

/**
 * What a column that is added later holds for the rows that came before it, and for rows encoded before the change was
 * known: the value rests in their overflow. Only a value of the column's own type counts. Undefined where the overflow
 * cannot have held it.
 */
export function defaultOf({ path, cell, isArray, nullable, role }: LayoutColumn): string | undefined {
  if (role !== 'value' || path[0]?.startsWith('p_') === true || !(nullable || isArray)) return undefined;
  const at = [identifier(overflowColumnName), ...path.map(stringLiteral)].join(', ');
  const types = typesOf[cell];
  if (types === undefined) return undefined;
  const list = `(${types.map(stringLiteral).join(', ')})`;
  const kind = kinds[cell];
  if (isArray)
    return `if(arrayAll(item -> JSONType(item) IN ${list}, JSONExtractArrayRaw(${at})), JSONExtract(${at}, 'Array(${kind})'), [])`;
  if (cell === 'json') return `nullIf(JSONExtractRaw(${at}), '')`;
  return `if(JSONType(${at}) IN ${list}, JSONExtract(${at}, 'Nullable(${kind})'), NULL)`;
}

const whole = ['Int64', 'UInt64'];
/** Times are left out: the overflow has them as they were sent. */
const typesOf: Partial<Record<LayoutColumn['cell'], string[]>> = {
  string: ['String'],
  json: ['Array', 'Object'],
  int: whole,
  smallint: whole,
  bigint: whole,
  float: ['Double', ...whole],
  boolean: ['Bool'],
};
const kinds: Record<LayoutColumn['cell'], string> = {
  string: 'String',
  json: 'String',
  int: 'Int32',
  smallint: 'Int16',
  bigint: 'Int64',
  float: 'Float64',
  boolean: 'Bool',
  timestamp: 'String',
};
