import type { SchemaField, UdmMapping, ValueSchema } from '../log-schema.ts';
import { udmFields } from '../udm-fields.ts';
import type { Reader, Spot } from './reader.ts';

/** The mappings to core fields. */
export function readUdm(
  reader: Reader,
  spot: Spot,
  fields: readonly SchemaField[],
  fieldDiscoveryEnabled: boolean,
): UdmMapping[] {
  const mappings: UdmMapping[] = [];
  for (const item of reader.list(spot, '"udm"') ?? []) {
    const mapping = readMapping(reader, item, fields, fieldDiscoveryEnabled);
    if (mapping === undefined) continue;
    if (mappings.some((other) => other.name === mapping.name)) {
      reader.report(
        item,
        `The core field "${mapping.name}" is mapped twice.`,
        'List all its paths in one mapping.',
      );
    }
    mappings.push(mapping);
  }
  return mappings;
}

function readMapping(
  reader: Reader,
  spot: Spot,
  fields: readonly SchemaField[],
  fieldDiscoveryEnabled: boolean,
): UdmMapping | undefined {
  const entries = reader.mapping(spot, 'A UDM mapping', ['name', 'paths']);
  if (entries === undefined) return undefined;
  const nameSpot = entries.get('name');
  if (nameSpot === undefined) {
    reader.report(spot, 'The UDM mapping has no "name".', 'Name a core field, for instance source.ip.');
    return undefined;
  }
  const name = reader.oneOf(nameSpot, 'A core field', Object.keys(udmFields));
  const pathsSpot = entries.get('paths');
  const paths = (reader.list(pathsSpot, '"paths"') ?? []).flatMap((item) => {
    const path = readPath(reader, item);
    if (path === undefined) return [];
    if (!fieldDiscoveryEnabled && !leadsSomewhere(fields, path)) {
      reader.report(
        item,
        `The schema has no field "${path}".`,
        'Use the path of a field of this schema, parts joined by dots.',
      );
    }
    return [path];
  });
  if (paths.length === 0) {
    reader.report(
      pathsSpot ?? spot,
      'The UDM mapping needs at least one path.',
      'List "- path: some.field" under "paths".',
    );
  }
  return name === undefined ? undefined : { name, paths };
}

/** `- path: a.b`, or just `- a.b`. Brackets after a list (`items[].id`) may be left out. */
function readPath(reader: Reader, spot: Spot): string | undefined {
  if (typeof spot.value === 'string') return withoutBrackets(spot.value);
  const entries = reader.mapping(spot, 'A UDM path', ['path']);
  if (entries === undefined) return undefined;
  const path = reader.text(entries.get('path'), '"path"');
  if (path === undefined && !entries.has('path')) {
    reader.report(spot, 'The UDM path has no "path".', 'Write "- path: some.field".');
  }
  return path === undefined ? undefined : withoutBrackets(path);
}

function withoutBrackets(path: string): string {
  return path.replaceAll(/\[\*?\]/g, '');
}

function leadsSomewhere(fields: readonly SchemaField[], path: string): boolean {
  return fields.some((field) => {
    if (field.name === path) return true;
    if (!path.startsWith(`${field.name}.`)) return false;
    return leadsThrough(field.value, path.slice(field.name.length + 1));
  });
}

function leadsThrough(value: ValueSchema, path: string): boolean {
  if (value.type === 'json') return true;
  if (value.type === 'array') return leadsThrough(value.element, path);
  return value.type === 'object' && leadsSomewhere(value.fields, path);
}
