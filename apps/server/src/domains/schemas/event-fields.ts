import { mayReadLogType, type LogTypeAccess } from '@margay/auth';
import type { Field, FieldType } from '@margay/model';
import { eventStandardFields } from '@margay/lake';
import { shapeOf } from '@margay/schema';
import type { ActiveSchema } from './service.ts';

/** A field of a log type's events as code reads it. */
export interface EventField {
  /** Names from the event down to the field; elements of a list are at the list's path. */
  path: string[];
  /** `string`, `object`, `array of object` … */
  type: string;
  description: string | null;
  isDiscovered: boolean;
  /** Indicator names of the schema language. */
  indicators: string[];
}

export interface EventFields {
  logType: string;
  /** Fields that the schema does not name are kept in the event too. */
  keepsUnknownFields: boolean;
  fields: EventField[];
}

/** What every event has beside the standard fields: added on the way to detections. */
const addedFields: readonly Field[] = [
  {
    name: 'p_enrichment',
    type: { kind: 'json' },
    description: 'Rows of enrichment tables that match the event',
  },
];

/**
 * Every field of a schema's events with the fields inside it, then the standard ones. Those that field discovery found
 * only for who may read the log type: their names are what a sender wrote.
 */
export function eventFieldsOf({ schema, version }: ActiveSchema, access: LogTypeAccess): EventFields {
  const own = shapeOf(schema, version).fields;
  const isShown = mayReadLogType(access, schema.name) ? () => true : (field: Field) => !field.discovered;
  return {
    logType: schema.name,
    keepsUnknownFields: schema.fieldDiscoveryEnabled,
    fields: [...own, ...eventStandardFields, ...addedFields].flatMap((field) => flat(field, [], isShown)),
  };
}

function flat(field: Field, parents: readonly string[], isShown: (field: Field) => boolean): EventField[] {
  if (!isShown(field)) return [];
  const path = [...parents, field.name];
  const own: EventField = {
    path,
    type: typeText(field.type),
    description: field.description ?? null,
    isDiscovered: field.discovered ?? false,
    indicators: field.indicators ?? [],
  };
  return [own, ...fieldsIn(field.type).flatMap((inner) => flat(inner, path, isShown))];
}

function typeText(type: FieldType): string {
  return type.kind === 'array' ? `array of ${typeText(type.element)}` : type.kind;
}

function fieldsIn(type: FieldType): readonly Field[] {
  if (type.kind === 'array') return fieldsIn(type.element);
  return type.kind === 'object' ? type.fields : [];
}
