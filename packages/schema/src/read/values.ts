import { addressFamilies, fieldTypes, indicatorNames } from '../log-schema.ts';
import type { IndicatorName, SchemaField, ValueRules, ValueSchema } from '../log-schema.ts';
import { compileTimeFormat, namedTimeFormats } from '../time/time-format.ts';
import type { Reader, Spot } from './reader.ts';

export const valueAttributes = [
  'type',
  'fields',
  'element',
  'target',
  'timeFormat',
  'timeFormats',
  'isEventTime',
  'isExpiration',
  'indicators',
  'validate',
  'isEmbeddedJSON',
];

/** Attributes that only some types have. */
const typesWith: Record<string, readonly string[]> = {
  fields: ['object'],
  element: ['array'],
  target: ['ref'],
  timeFormat: ['timestamp'],
  timeFormats: ['timestamp'],
  isEventTime: ['timestamp'],
  isExpiration: ['timestamp'],
  indicators: ['string', 'array'],
  validate: ['string'],
  isEmbeddedJSON: ['object', 'array', 'json'],
};

const deepestNesting = 64;

/** More fields than this, references multiplied out, is a mistake or an attack. */
export const mostFields = 10_000;

export interface Definitions {
  byName: Map<string, { spot: Spot; isUsed: boolean }>;
  /** Counts down from `mostFields`. */
  fieldsLeft: number;
}

export type FieldListReader = (
  reader: Reader,
  spot: Spot,
  definitions: Definitions,
  stack: readonly string[],
  mayBeEmpty: boolean,
) => SchemaField[];

/**
 * The value part of a field (then `fieldName` is given, perhaps empty), an element or a definition. `stack` holds the definitions being resolved and one
 * entry per level of nesting, so that endless references and depth are both seen.
 */
export function readValue(
  reader: Reader,
  spot: Spot,
  definitions: Definitions,
  stack: readonly string[],
  readFieldList: FieldListReader,
  fieldName?: string,
): ValueSchema | undefined {
  const what = fieldName === undefined ? 'The value' : `The field "${fieldName}"`;
  // The attributes of a field were checked together with those of its value.
  const known = fieldName === undefined ? [...valueAttributes, 'description', 'required'] : 'any';
  const entries = reader.mapping(spot, what, known);
  if (entries === undefined) return undefined;
  if (stack.length > deepestNesting) {
    reader.report(
      spot,
      `${what} lies more than ${deepestNesting} levels deep.`,
      'Use type json for the deeper part.',
    );
    return undefined;
  }
  const typeSpot = entries.get('type');
  if (typeSpot === undefined) {
    reader.report(spot, `${what} has no "type".`, `Use one of ${fieldTypes.join(', ')}.`);
    return undefined;
  }
  const type = reader.oneOf(typeSpot, `The type of ${what.replace('The', 'the')}`, [...fieldTypes, 'ref']);
  if (type === undefined) return undefined;
  checkAttributes(reader, entries, type);
  const isEmbeddedJson = reader.flag(entries.get('isEmbeddedJSON'), '"isEmbeddedJSON"');
  const nested = [...stack, ''];
  switch (type) {
    case 'ref':
      return readReference(reader, spot, entries, definitions, stack, readFieldList);
    case 'string':
      return readString(reader, entries);
    case 'timestamp':
      return readTimestamp(reader, spot, entries, what);
    case 'object': {
      const fields = entries.get('fields');
      if (fields === undefined) {
        reader.report(
          typeSpot,
          `${what} is an object without "fields".`,
          'List its fields, or use type json.',
        );
        return undefined;
      }
      return { type, fields: readFieldList(reader, fields, definitions, nested, false), isEmbeddedJson };
    }
    case 'array': {
      const element = entries.get('element');
      if (element === undefined) {
        reader.report(
          typeSpot,
          `${what} is an array without "element".`,
          'Describe its elements, for instance "element: { type: string }".',
        );
        return undefined;
      }
      const value = readValue(reader, element, definitions, nested, readFieldList);
      if (value === undefined) return undefined;
      return { type, element: withIndicators(reader, entries.get('indicators'), value), isEmbeddedJson };
    }
    case 'json':
      return { type, isEmbeddedJson };
    default:
      return { type };
  }
}

function checkAttributes(reader: Reader, entries: Map<string, Spot>, type: string): void {
  for (const [key, spot] of entries) {
    const types = Object.hasOwn(typesWith, key) ? typesWith[key] : undefined;
    if (types === undefined || types.includes(type)) continue;
    reader.report(
      spot,
      `"${key}" has no meaning for type ${type}.`,
      `Remove it; it belongs to type ${types.join(' or ')}.`,
      'key',
    );
  }
}

function readReference(
  reader: Reader,
  spot: Spot,
  entries: Map<string, Spot>,
  definitions: Definitions,
  stack: readonly string[],
  readFieldList: FieldListReader,
): ValueSchema | undefined {
  const target = reader.text(entries.get('target'), '"target"');
  if (target === undefined) {
    reader.report(spot, 'A reference needs a "target".', 'Name one of the definitions.');
    return undefined;
  }
  const definition = definitions.byName.get(target);
  const at = entries.get('target') ?? spot;
  if (definition === undefined) {
    const names = [...definitions.byName.keys()].join(', ') || 'none are given';
    reader.report(at, `There is no definition "${target}".`, `Add it under "definitions" (there: ${names}).`);
    return undefined;
  }
  definition.isUsed = true;
  if (stack.includes(target)) {
    reader.report(at, `The definition "${target}" refers to itself.`, 'Use type json for the inner part.');
    return undefined;
  }
  return readValue(reader, definition.spot, definitions, [...stack, target], readFieldList);
}

function readString(reader: Reader, entries: Map<string, Spot>): ValueSchema {
  const validate = readRules(reader, entries.get('validate'));
  const indicators = readIndicators(reader, entries.get('indicators'));
  return { type: 'string', indicators, ...(validate === undefined ? {} : { validate }) };
}

function readIndicators(reader: Reader, spot: Spot | undefined): IndicatorName[] {
  const found = reader.list(spot, '"indicators"') ?? [];
  const names = found.flatMap((item) => reader.oneOf(item, 'An indicator', indicatorNames) ?? []);
  return [...new Set(names)];
}

/** Indicators written on an array of strings count for its elements. */
function withIndicators(reader: Reader, spot: Spot | undefined, element: ValueSchema): ValueSchema {
  if (spot === undefined) return element;
  const indicators = readIndicators(reader, spot);
  if (element.type !== 'string') {
    reader.report(
      spot,
      '"indicators" on an array needs elements of type string.',
      'Put them on the fields inside.',
      'key',
    );
    return element;
  }
  return { ...element, indicators: [...new Set([...element.indicators, ...indicators])] };
}

function readRules(reader: Reader, spot: Spot | undefined): ValueRules | undefined {
  if (spot === undefined) return undefined;
  const entries = reader.mapping(spot, '"validate"', ['allow', 'deny', 'ip', 'cidr']);
  if (entries === undefined) return undefined;
  const rules: ValueRules = {};
  for (const key of ['allow', 'deny'] as const) {
    const list = entries.get(key);
    if (list === undefined) continue;
    rules[key] = reader.texts(list, `"${key}"`) ?? [];
    if (Array.isArray(list.value) && list.value.length === 0)
      reader.report(list, `"${key}" is empty.`, 'List at least one value, in quotes.');
  }
  for (const key of ['ip', 'cidr'] as const) {
    const family = entries.get(key);
    const choice = family && reader.oneOf(family, `"${key}"`, addressFamilies);
    if (choice !== undefined) rules[key] = choice;
  }
  if (Object.keys(Object(spot.value)).length === 0)
    reader.report(spot, '"validate" is empty.', 'Use allow, deny, ip or cidr.');
  return rules;
}

function readTimestamp(
  reader: Reader,
  spot: Spot,
  entries: Map<string, Spot>,
  what: string,
): ValueSchema | undefined {
  const single = entries.get('timeFormat');
  const many = entries.get('timeFormats');
  if (single === undefined && many === undefined) {
    reader.report(
      spot,
      `${what} is a timestamp without "timeFormats".`,
      `List at least one of ${namedTimeFormats.join(', ')}, or a pattern such as "%Y-%m-%d %H:%M:%S".`,
    );
    return undefined;
  }
  const spots = [...(single === undefined ? [] : [single]), ...(reader.list(many, '"timeFormats"') ?? [])];
  if (spots.length === 0) reader.report(many ?? spot, '"timeFormats" is empty.', 'List at least one format.');
  const formats = spots.flatMap((item) => {
    const format = reader.text(item, 'A time format');
    if (format === undefined) return [];
    const parser = compileTimeFormat(format);
    if (typeof parser === 'function') return [format];
    reader.report(
      item,
      `The time format "${format}" cannot be used: ${parser.fault}.`,
      `Use one of ${namedTimeFormats.join(', ')}, or a pattern such as "%Y-%m-%d %H:%M:%S".`,
    );
    return [];
  });
  return {
    type: 'timestamp',
    formats: [...new Set(formats)],
    isEventTime: reader.flag(entries.get('isEventTime'), '"isEventTime"'),
    isExpiration: reader.flag(entries.get('isExpiration'), '"isExpiration"'),
  };
}
