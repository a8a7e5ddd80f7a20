import type { Relation } from '../../ir/relation.ts';
import { elementOf, integer, json, text } from '../../ir/types.ts';
import { asArray, asDocument } from './coerce.ts';
import type { ExpressionContext } from './expressions.ts';
import { compileExpression } from './expressions.ts';
import type { LevelColumn, Names } from './level.ts';
import { Level } from './level.ts';
import type { Value } from './value.ts';
import { jsonText, native } from './value.ts';

interface FlattenContext extends ExpressionContext {
  names: Names;
}

export function unnest(
  relation: Extract<Relation, { kind: 'unnest' }>,
  inner: Level,
  context: FlattenContext,
): Level {
  const array = asArray(compileExpression(relation.array, inner, context));
  const alias = context.names.next('a');
  const arrayAlias = inner.expose(array.sql);
  const [item, index] = [context.names.next('i'), context.names.next('i')];
  const element = elementOf(array.type);
  const isJson = element.kind === 'json' || element.kind === 'object' || element.kind === 'array';
  const columns: LevelColumn[] = inner.columns.map((column) => ({
    ...column,
    value: () => inner.exposeValue(column.value(), alias),
  }));
  columns.push(
    {
      name: relation.valueName,
      of: relation.as,
      type: element,
      value: () => (isJson ? jsonText(item, element) : native(item, element)),
    },
    {
      name: relation.indexName,
      of: relation.as,
      type: integer,
      value: () => native(`toInt64(${index}) - 1`, integer),
    },
  );
  const from = () =>
    `(${inner.sql()}) AS ${alias} ${relation.outer ? 'LEFT ' : ''}ARRAY JOIN ${alias}.${arrayAlias} AS ${item}, arrayEnumerate(${alias}.${arrayAlias}) AS ${index}`;
  return new Level(context.names, from, columns);
}

/** What a row of a `flatten` is made from: engine SQL over the joined array. */
interface Element {
  /** Engine array to join. */
  array: string;
  key: (item: string) => string;
  /** Position from 0; null for values of an object, and for the row of an empty value. */
  index: (item: string, number: string) => string;
  value: (item: string, number: string) => Value;
}

/** `inner`: the input as a level of its own. */
export function flatten(
  relation: Extract<Relation, { kind: 'flatten' }>,
  inner: Level,
  context: FlattenContext,
): Level {
  const flattened = compileExpression(relation.value, inner, context);
  const element = relation.mode !== 'object' ? elementOfArray(flattened) : undefined;
  const { array, key, index, value } = element ?? elementOfDocument(flattened, relation.mode);
  const alias = context.names.next('a');
  const arrayAlias = inner.expose(array);
  const [item, number] = [context.names.next('i'), context.names.next('i')];
  const outside = (part: Value) => inner.exposeValue(part, alias);
  const columns: LevelColumn[] = inner.columns.map((column) => ({
    ...column,
    value: () => outside(column.value()),
  }));
  const prefix = () => context.parameters.bind(relation.prefix, 'String');
  const add = (name: string, type: LevelColumn['type'], made: () => Value) =>
    columns.push({ name, of: relation.as, type, value: made });
  add('seq', integer, () => outside(native('toInt64(rowNumberInAllBlocks() + 1)', integer)));
  add('key', text, () => native(key(item), text));
  add('path', text, () => native(pathSql(prefix(), key(item), index(item, number)), text));
  add('index', integer, () => native(index(item, number), integer));
  add('value', element ? elementOf(flattened.type) : json, () => value(item, number));
  add('this', flattened.type, () => outside(flattened));
  const from = () =>
    `(${inner.sql()}) AS ${alias} ${relation.outer ? 'LEFT ' : ''}ARRAY JOIN ${alias}.${arrayAlias} AS ${item}, arrayEnumerate(${alias}.${arrayAlias}) AS ${number}`;
  return new Level(context.names, from, columns);
}

/** An outer join of an empty array gives the number 0 and the type's default as element. */
function elementOfArray(value: Value): Element | undefined {
  if (value.type.kind !== 'array') return undefined;
  const array = asArray(value);
  const type = elementOf(array.type);
  const isJson = type.kind === 'json' || type.kind === 'object' || type.kind === 'array';
  return {
    array: array.sql,
    key: () => "CAST(NULL, 'Nullable(String)')",
    index: (_, number) => `(toInt64(nullIf(${number}, 0)) - 1)`,
    value: (item, number) => {
      const sql = `if(${number} = 0, NULL, ${item})`;
      return isJson ? jsonText(sql, elementOf(value.type)) : native(sql, type);
    },
  };
}

/** A document whose kind only the row knows: triples of key, position and JSON text. */
function elementOfDocument(value: Value, mode: 'array' | 'object' | 'both'): Element {
  const document = `ifNull(${asDocument(value)}, '')`;
  const items = `JSONExtractArrayRaw(${document})`;
  const ofArray = `arrayMap((item, number) -> (CAST(NULL, 'Nullable(String)'), CAST(number - 1, 'Nullable(Int64)'), item), ${items}, arrayEnumerate(${items}))`;
  const ofObject = `arrayMap(pair -> (toNullable(pair.1), CAST(NULL, 'Nullable(Int64)'), pair.2), JSONExtractKeysAndValuesRaw(${document}))`;
  const wanted = { array: ofArray, object: ofObject, both: `arrayConcat(${ofArray}, ${ofObject})` };
  return {
    array: wanted[mode],
    key: (item) => `${item}.1`,
    index: (item) => `${item}.2`,
    value: (item) => jsonText(`nullIf(${item}.3, '')`),
  };
}

/** `a.b[0]`; keys that are no plain words stand in brackets. The row of an empty value has the prefix alone. */
function pathSql(prefix: string, key: string, index: string): string {
  const word = `if(${prefix} = '', ${key}, concat(${prefix}, '.', ${key}))`;
  const bracket = `concat(${prefix}, '[\\'', ${key}, '\\']')`;
  const byKey = `if(match(${key}, '^[A-Za-z_][A-Za-z0-9_]*$'), ${word}, ${bracket})`;
  return `multiIf(isNotNull(${key}), ${byKey}, isNotNull(${index}), concat(${prefix}, '[', toString(${index}), ']'), ${prefix})`;
}
