import { invalidInput } from '@margay/kit';
import type { Catalog, FieldType } from '@margay/model';

import { expand } from '../../ir/expand.ts';
import type { Relation } from '../../ir/relation.ts';
import { overflowName } from '../../ir/typing.ts';
import { compileRelation, newContext } from './compile.ts';
import type { Level } from './level.ts';
import type { EngineQuery, ResultColumn, ResultShape } from './result.ts';
import type { ScalarValue, Value } from './value.ts';

/** The relation as one ClickHouse SELECT with bound parameters. Throws a `MargayError` when it makes no sense. */
export function toClickHouse(relation: Relation, catalog: Catalog): EngineQuery {
  const context = newContext(catalog);
  const level = compileRelation(expand(relation, catalog), context);
  const columns = outputs(level, (sql) => level.place(sql));
  if (columns.length === 0) throw invalidInput('The query has no columns.');
  return { sql: level.sql(), params: context.parameters.values, columns };
}

/**
 * The visible columns of a level, or those of them that are wanted, and the one of unknown fields; `place` selects SQL
 * and says where it comes out.
 */
export function outputs(
  level: Level,
  place: (sql: string) => number,
  isWanted: (name: string) => boolean = () => true,
): ResultColumn[] {
  return level.columns
    .filter((column) => (column.hidden ? column.name === overflowName : isWanted(column.name)))
    .map((column) => {
      const { name, type } = column;
      const shape = shapeOf(column.value(), place);
      return column.hidden ? { name, type, shape, spread: true } : { name, type, shape };
    });
}

function shapeOf(value: Value, place: (sql: string) => number): ResultShape {
  if (value.kind === 'object') {
    const fields = value.fields.map((field) => ({ name: field.name, shape: shapeOf(field.value, place) }));
    return value.presence
      ? { kind: 'object', fields, presentAt: place(value.presence.sql) }
      : { kind: 'object', fields };
  }
  const at = place(outputSql(value));
  if (value.form === 'json') return { kind: 'json', at };
  return value.isStored && value.type.kind === 'array'
    ? { kind: 'cell', at, type: value.type, dropEmpty: true }
    : { kind: 'cell', at, type: value.type };
}

/** 64-bit integers leave as text, exact whatever the engine's settings say about JSON; truth values as truth values. */
function outputSql(value: ScalarValue): string {
  if (value.form === 'json') return value.sql;
  if (value.type.kind === 'bigint') return `toString(${value.sql})`;
  if (value.type.kind === 'boolean') return `CAST(${value.sql}, 'Nullable(Bool)')`;
  if (value.type.kind === 'array' && isWide(value.type.element))
    return `arrayMap(item -> toString(item), ${value.sql})`;
  return value.sql;
}

function isWide(type: FieldType): boolean {
  return type.kind === 'bigint';
}
