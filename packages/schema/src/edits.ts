import type { LogSchema, SchemaField, ValueSchema } from './log-schema.ts';

/** A change that a schema in use must not make. */
export interface ForbiddenEdit {
  /** Dotted path of the field as the old schema named it. */
  field: string;
  message: string;
  remedy: string;
}

/**
 * Compares two versions of a schema. Fields may be added and everything about them changed except name and type:
 * stored rows keep their columns. An empty list means that the change is allowed.
 */
export function forbiddenEdits(before: LogSchema, after: LogSchema): ForbiddenEdit[] {
  const edits: ForbiddenEdit[] = [];
  if (before.name !== after.name) {
    edits.push({
      field: '',
      message: `The schema "${before.name}" cannot be renamed to "${after.name}".`,
      remedy: 'Make a new schema with the new name.',
    });
  }
  compareFields(before.fields, after.fields, '', edits);
  return edits;
}

function compareFields(
  before: readonly SchemaField[],
  after: readonly SchemaField[],
  prefix: string,
  edits: ForbiddenEdit[],
): void {
  const now = new Map(after.map((field) => [field.name, field]));
  for (const field of before) {
    const path = prefix + field.name;
    const other = now.get(field.name);
    if (other === undefined) {
      // What discovery added need not be named: it comes back by itself.
      if (field.isDiscovered) continue;
      edits.push({
        field: path,
        message: `The field "${path}" cannot be removed or renamed while stored events have it.`,
        remedy: 'Keep the field; a field that no longer arrives costs nothing.',
      });
    } else compareValues(field.value, other.value, path, edits);
  }
}

function compareValues(before: ValueSchema, after: ValueSchema, path: string, edits: ForbiddenEdit[]): void {
  if (before.type !== after.type) {
    edits.push({
      field: path,
      message: `The type of "${path}" cannot change from ${before.type} to ${after.type}.`,
      remedy: 'Keep the type, or add a field with another name that copies the value.',
    });
  } else if (before.type === 'object' && after.type === 'object') {
    compareFields(before.fields, after.fields, `${path}.`, edits);
  } else if (before.type === 'array' && after.type === 'array') {
    compareValues(before.element, after.element, `${path}[]`, edits);
  }
}
