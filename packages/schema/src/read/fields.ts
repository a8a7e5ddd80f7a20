import type { SchemaField } from '../log-schema.ts';
import { columnNameOf } from '../names/column-name.ts';
import type { Reader, Spot } from './reader.ts';
import { fieldAttributes, readTransforms } from './transforms.ts';
import { mostFields, readValue, valueAttributes } from './values.ts';
import type { Definitions } from './values.ts';

const definitionName = /^[A-Z][A-Za-z0-9]+$/;
const firstCharacter = /^[\p{L}0-9_@$#.-]/u;
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const control = /[\u0000-\u001f\u007f]/;

/** The top-level fields with every reference resolved. */
export function readFields(
  reader: Reader,
  root: Spot,
  entries: Map<string, Spot>,
  mayBeEmpty: boolean,
): SchemaField[] {
  const definitions = readDefinitions(reader, entries.get('definitions'));
  const spot = entries.get('fields');
  if (spot === undefined) {
    if (!mayBeEmpty) {
      reader.report(
        root,
        'The schema has no "fields".',
        'Describe at least one field, or turn field discovery on.',
      );
    }
    return [];
  }
  const fields = readFieldList(reader, spot, definitions, [], mayBeEmpty);
  for (const [index, field] of fields.entries()) {
    if (!field.column.toLowerCase().startsWith('p_')) continue;
    reader.report(
      { value: field.name, path: ['fields', index, 'name'] },
      `The field name "${field.name}" begins with "p_", which is kept for standard fields.`,
      'Choose another name and take the value over with "rename".',
    );
  }
  for (const [name, definition] of definitions.byName) {
    if (!definition.isUsed) readValue(reader, definition.spot, definitions, [name], readFieldList);
  }
  return fields;
}

function readDefinitions(reader: Reader, spot: Spot | undefined): Definitions {
  const definitions: Definitions = { byName: new Map(), fieldsLeft: mostFields };
  if (spot === undefined) return definitions;
  for (const [name, entry] of reader.mapping(spot, '"definitions"', 'any') ?? []) {
    if (!definitionName.test(name)) {
      reader.report(
        entry,
        `"${name}" cannot be the name of a definition.`,
        'Start with a capital and use letters and digits.',
        'key',
      );
    }
    definitions.byName.set(name, { spot: entry, isUsed: false });
  }
  return definitions;
}

function readFieldList(
  reader: Reader,
  spot: Spot,
  definitions: Definitions,
  stack: readonly string[],
  mayBeEmpty: boolean,
): SchemaField[] {
  const items = reader.list(spot, '"fields"');
  if (items === undefined) return [];
  if (items.length === 0 && !mayBeEmpty) {
    reader.report(spot, '"fields" is empty.', 'Describe at least one field.');
  }
  const seen = new Map<string, string>();
  const fields: SchemaField[] = [];
  for (const item of items) {
    if (definitions.fieldsLeft-- === 0) {
      reader.report(
        item,
        `The schema has more than ${mostFields} fields.`,
        'Use type json for parts nobody searches.',
      );
    }
    if (definitions.fieldsLeft < 0) break;
    const field = readField(reader, item, definitions, stack);
    if (field === undefined) continue;
    fields.push(field);
    const other = seen.get(field.column.toLowerCase());
    if (other !== undefined) {
      const same = other === field.name ? 'appears twice' : `has the same column as "${other}"`;
      reader.report(
        item,
        `The field "${field.name}" ${same}: "${field.column.toLowerCase()}".`,
        'Rename one of the two.',
      );
    }
    seen.set(field.column.toLowerCase(), field.name);
  }
  return fields;
}

function readField(
  reader: Reader,
  spot: Spot,
  definitions: Definitions,
  stack: readonly string[],
): SchemaField | undefined {
  const entries = reader.mapping(spot, 'A field', [...fieldAttributes, ...valueAttributes]);
  if (entries === undefined) return undefined;
  const name = readFieldName(reader, spot, entries.get('name'));
  const value = readValue(reader, spot, definitions, stack, readFieldList, name ?? '');
  if (name === undefined || value === undefined) return undefined;
  const description = reader.text(entries.get('description'), '"description"');
  return {
    name,
    column: columnNameOf(name),
    required: reader.flag(entries.get('required'), '"required"'),
    ...(description === undefined ? {} : { description }),
    isDiscovered: reader.flag(entries.get('isDiscovered'), '"isDiscovered"'),
    value,
    ...readTransforms(reader, entries, name, value),
  };
}

function readFieldName(reader: Reader, field: Spot, spot: Spot | undefined): string | undefined {
  if (spot === undefined) {
    reader.report(field, 'The field has no "name".', 'Add the key of the log as "name".');
    return undefined;
  }
  const name = reader.text(spot, '"name"');
  if (name === undefined) return undefined;
  if (!firstCharacter.test(name) || control.test(name)) {
    reader.report(
      spot,
      name === '' ? 'The field name is empty.' : `The field name ${JSON.stringify(name)} cannot be used.`,
      'Start with a letter, a digit or one of _ @ $ # - . and use no control characters.',
    );
    return undefined;
  }
  if (columnNameOf(name) === '__proto__' || columnNameOf(name) === '') {
    reader.report(
      spot,
      `The field name "${name}" is reserved.`,
      'Choose another name and take the value over with "rename".',
    );
    return undefined;
  }
  return name;
}
