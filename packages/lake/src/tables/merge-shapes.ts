import type { EventShape, Field, FieldType } from '@margay/model';

/**
 * The shape that covers rows of both. Fields are only ever added: a type that changed keeps its first column, and
 * values that do not fit it rest in the overflow column.
 */
export function mergeShapes(present: EventShape, next: EventShape): EventShape {
  return { ...next, fields: mergeFields(present.fields, next.fields) };
}

function mergeFields(present: readonly Field[], next: readonly Field[]): Field[] {
  const byName = new Map(present.map((field) => [field.name, field]));
  for (const field of next) {
    const known = byName.get(field.name);
    byName.set(field.name, known ? { ...field, type: mergeTypes(known.type, field.type) } : field);
  }
  return [...byName.values()];
}

function mergeTypes(present: FieldType, next: FieldType): FieldType {
  // An object without fields is one JSON column; it cannot become one column per field.
  if (present.kind === 'object' && next.kind === 'object' && present.fields.length > 0) {
    return { kind: 'object', fields: mergeFields(present.fields, next.fields) };
  }
  if (present.kind === 'array' && next.kind === 'array') {
    return { kind: 'array', element: mergeTypes(present.element, next.element) };
  }
  return present;
}
