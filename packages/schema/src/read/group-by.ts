import type { SchemaField, ValueSchema } from '../log-schema.ts';
import type { Reader, Spot } from './reader.ts';

/** More would sort finer than an hour of events has rows. */
const mostFields = 3;

/** `x-group-by`: the fields that events alike have in common, the coarsest first. */
export function readGroupBy(
  reader: Reader,
  spot: Spot | undefined,
  fields: readonly SchemaField[],
): string[][] {
  const items = reader.list(spot, '"x-group-by"') ?? [];
  const paths: string[][] = [];
  for (const item of items) {
    const written = reader.text(item, 'Each item of "x-group-by"');
    if (written === undefined) continue;
    const path = written.split('.');
    const fault = faultOf(written, fieldAt(fields, path));
    const isRepeated = paths.some((other) => other.join('.') === written);
    if (fault !== undefined) reader.report(item, ...fault);
    else if (isRepeated)
      reader.report(item, `"x-group-by" names the field "${written}" twice.`, 'Remove one of them.');
    paths.push(path);
  }
  if (spot !== undefined && items.length > mostFields)
    reader.report(
      spot,
      `"x-group-by" names ${items.length} fields; at most ${mostFields} are possible.`,
      'Keep those with few values that most events have.',
      'key',
    );
  return paths;
}

function faultOf(written: string, value: ValueSchema | undefined): [string, string] | undefined {
  if (value === undefined)
    return [
      `"x-group-by" names the field "${written}", which the schema does not have.`,
      'Use the path of a field of this schema, its parts joined by dots.',
    ];
  const kinds = {
    array: 'a list',
    object: 'an object',
    json: 'free JSON',
    timestamp: 'a time',
  } as const;
  if (!(value.type in kinds)) return undefined;
  const kind = kinds[value.type as keyof typeof kinds];
  return [
    `"x-group-by" names the field "${written}", which is ${kind}.`,
    'Use fields that hold one text, number or truth value.',
  ];
}

/** The field at a path of names that leads through objects only. */
function fieldAt(
  fields: readonly SchemaField[],
  [name, ...rest]: readonly string[],
): ValueSchema | undefined {
  const value = fields.find((field) => field.name === name)?.value;
  if (rest.length === 0 || value === undefined) return value;
  return value.type === 'object' ? fieldAt(value.fields, rest) : undefined;
}
