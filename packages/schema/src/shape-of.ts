import type { EventShape, Field, FieldType } from '@margay/model';
import type { LogSchema, SchemaField, ValueSchema } from './log-schema.ts';

/** What events of a schema look like: the columns of its table. `version` is the schema's version counter. */
export function shapeOf(schema: LogSchema, version: number): EventShape {
  return {
    logType: schema.name,
    version,
    ...(schema.description === '' ? {} : { description: schema.description }),
    fields: schema.fields.map(fieldOf),
    ...(schema.groupBy.length === 0
      ? {}
      : { groupBy: schema.groupBy.map((path) => columnPathOf(schema.fields, path)) }),
  };
}

function columnPathOf(fields: readonly SchemaField[], [name, ...rest]: readonly string[]): string[] {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) return [];
  const inner = field.value.type === 'object' ? field.value.fields : [];
  return [field.column, ...columnPathOf(inner, rest)];
}

function fieldOf(field: SchemaField): Field {
  const indicators = indicatorsOf(field.value);
  return {
    name: field.column,
    type: typeOf(field.value),
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(indicators.length === 0 ? {} : { indicators }),
    ...(field.isDiscovered ? { discovered: true } : {}),
  };
}

function typeOf(value: ValueSchema): FieldType {
  switch (value.type) {
    case 'array':
      return { kind: 'array', element: typeOf(value.element) };
    case 'object':
      return { kind: 'object', fields: value.fields.map(fieldOf) };
    default:
      return { kind: value.type };
  }
}

function indicatorsOf(value: ValueSchema): string[] {
  if (value.type === 'array') return indicatorsOf(value.element);
  return value.type === 'string' ? [...value.indicators] : [];
}
