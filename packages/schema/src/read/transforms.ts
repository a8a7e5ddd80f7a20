import { maskTypes } from '../log-schema.ts';
import type { MaskSpec, SchemaField, ValueSchema } from '../log-schema.ts';
import type { Reader, Spot } from './reader.ts';

/** Attributes of a field that are not attributes of its value. */
export const fieldAttributes = [
  'name',
  'required',
  'description',
  'isDiscovered',
  'rename',
  'copy',
  'concat',
  'split',
  'mask',
];

const defaultRedaction = 'REDACTED';

/** `rename`, `copy`, `concat`, `split` and `mask` of one field. */
export function readTransforms(
  reader: Reader,
  entries: Map<string, Spot>,
  name: string,
  value: ValueSchema,
): Pick<SchemaField, 'rename' | 'copy' | 'concat' | 'split' | 'mask'> {
  const rename = readFrom(reader, entries.get('rename'), '"rename"');
  const copy = readFrom(reader, entries.get('copy'), '"copy"');
  const concat = readConcat(reader, entries.get('concat'));
  const split = readSplit(reader, entries.get('split'));
  const mask = readMask(reader, entries.get('mask'), name, value);
  return {
    ...(rename === undefined ? {} : { rename }),
    ...(copy === undefined ? {} : { copy }),
    ...(concat === undefined ? {} : { concat }),
    ...(split === undefined ? {} : { split }),
    ...(mask === undefined ? {} : { mask }),
  };
}

function readFrom(reader: Reader, spot: Spot | undefined, what: string): string | undefined {
  if (spot === undefined) return undefined;
  const entries = reader.mapping(spot, what, ['from']);
  return entries && readNeeded(reader, spot, entries, 'from', what);
}

function readNeeded(
  reader: Reader,
  parent: Spot,
  entries: Map<string, Spot>,
  key: string,
  what: string,
): string | undefined {
  const text = reader.text(entries.get(key), `"${key}" of ${what}`);
  if (text !== undefined && text !== '') return text;
  if (text === '' || !entries.has(key)) {
    reader.report(
      entries.get(key) ?? parent,
      `${what} needs "${key}".`,
      `Give "${key}" a text that is not empty.`,
    );
  }
  return undefined;
}

function readConcat(reader: Reader, spot: Spot | undefined): SchemaField['concat'] {
  if (spot === undefined) return undefined;
  const entries = reader.mapping(spot, '"concat"', ['paths', 'separator']);
  if (entries === undefined) return undefined;
  const paths = reader.texts(entries.get('paths'), '"paths" of "concat"') ?? [];
  if (paths.length < 2) {
    reader.report(
      entries.get('paths') ?? spot,
      '"concat" needs at least 2 paths.',
      'List the paths to join under "paths".',
    );
    return undefined;
  }
  return { paths, separator: reader.text(entries.get('separator'), '"separator" of "concat"') ?? '' };
}

function readSplit(reader: Reader, spot: Spot | undefined): SchemaField['split'] {
  if (spot === undefined) return undefined;
  const entries = reader.mapping(spot, '"split"', ['from', 'separator', 'index']);
  if (entries === undefined) return undefined;
  const from = readNeeded(reader, spot, entries, 'from', '"split"');
  const separator = readNeeded(reader, spot, entries, 'separator', '"split"');
  const index = entries.get('index')?.value;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) {
    reader.report(
      entries.get('index') ?? spot,
      '"split" needs an "index" of 0 or more.',
      'The first part has index 0.',
    );
    return undefined;
  }
  return from === undefined || separator === undefined ? undefined : { from, separator, index };
}

function readMask(
  reader: Reader,
  spot: Spot | undefined,
  name: string,
  value: ValueSchema,
): MaskSpec | undefined {
  if (spot === undefined) return undefined;
  if (value.type !== 'string') {
    reader.report(
      spot,
      `"mask" works on strings, but the field "${name}" is of type ${value.type}.`,
      'Make the field a string, or remove the mask.',
      'key',
    );
  }
  const entries = reader.mapping(spot, '"mask"', ['type', 'salt', 'to']);
  if (entries === undefined) return undefined;
  const typeSpot = entries.get('type');
  if (typeSpot === undefined) {
    reader.report(spot, '"mask" needs a "type".', `Use one of ${maskTypes.join(', ')}.`);
    return undefined;
  }
  const type = reader.oneOf(typeSpot, 'The type of "mask"', maskTypes);
  if (type === undefined) return undefined;
  const other = entries.get(type === 'redact' ? 'salt' : 'to');
  if (other !== undefined) {
    reader.report(
      other,
      `"${String(other.path.at(-1))}" has no meaning for mask type ${type}.`,
      'Remove it.',
      'key',
    );
  }
  if (type === 'redact') {
    return { type, to: reader.text(entries.get('to'), '"to" of "mask"') ?? defaultRedaction };
  }
  return { type, salt: reader.text(entries.get('salt'), '"salt" of "mask"') ?? '' };
}
