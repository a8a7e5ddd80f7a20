import { isWebAddress } from '@margay/kit';
import type { LogSchema } from '../log-schema.ts';
import { faultOfSchemaName } from '../names/schema-name.ts';
import { nativeParser } from '../parsers/native.ts';
import type { SchemaProblem } from '../problem.ts';
import { readYaml } from './document.ts';
import { readFields } from './fields.ts';
import { readGroupBy } from './group-by.ts';
import { readParser } from './parser.ts';
import { createReader } from './reader.ts';
import type { Reader, Spot } from './reader.ts';
import { readUdm } from './udm.ts';

export interface ReadSchemaOptions {
  /** Managed schemas ship with the product: free names, `native` parser, `x-walk`, `x-scan`, `x-never`, `x-any-of` and `x-same-format`
   * allowed. */
  owner: 'user' | 'managed';
  /** The log type when the form around the text names it; then the text may leave `schema` out. */
  name?: string;
}

export interface SchemaReading {
  /** Present when there is no problem. */
  schema?: LogSchema;
  /** In the order of the text. */
  problems: SchemaProblem[];
}

const knownKeys = [
  'schema',
  'version',
  'description',
  'referenceURL',
  'fieldDiscoveryEnabled',
  'parser',
  'fields',
  'definitions',
  'udm',
];

/** As many as a person can mend in one go; the next reading tells the others. */
const mostProblems = 100;

/** Reads the YAML (or JSON) text of a schema and checks it against every rule of the language. Never throws. */
export function readSchema(text: string, options: ReadSchemaOptions): SchemaReading {
  const reading = readYaml(text);
  if (reading.problems.length > 0) return { problems: reading.problems };
  const reader = createReader(reading);
  const schema = readDocument(reader, { value: reading.value, path: [] }, options);
  if (reader.problems.length === 0 && schema !== undefined) return { schema, problems: [] };
  const inOrder = reader.problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { problems: inOrder.slice(0, mostProblems) };
}

function readDocument(reader: Reader, root: Spot, options: ReadSchemaOptions): LogSchema | undefined {
  if (root.value === null || root.value === undefined) {
    reader.report(root, 'The schema is empty.', 'Describe at least one field under "fields".');
    return undefined;
  }
  const entries = reader.mapping(root, 'The schema', knownKeys);
  if (entries === undefined) return undefined;
  const name = readName(reader, root, entries.get('schema'), options);
  checkVersion(reader, entries.get('version'));
  const fieldDiscoveryEnabled = reader.flag(entries.get('fieldDiscoveryEnabled'), '"fieldDiscoveryEnabled"');
  const fields = readFields(reader, root, entries, fieldDiscoveryEnabled);
  const extensions = Object.fromEntries(
    [...entries].filter(([key]) => key.startsWith('x-')).map(([key, spot]) => [key, spot.value]),
  );
  const parserSpot = entries.get('parser');
  const udmSpot = entries.get('udm');
  return {
    name,
    description: reader.text(entries.get('description'), '"description"') ?? '',
    referenceUrl: readUrl(reader, entries.get('referenceURL')),
    fieldDiscoveryEnabled,
    parser:
      parserSpot === undefined
        ? nativeParser.defaultSpec
        : (readParser(reader, parserSpot, options.owner) ?? nativeParser.defaultSpec),
    fields,
    udm: udmSpot === undefined ? [] : readUdm(reader, udmSpot, fields, fieldDiscoveryEnabled),
    ...readOurExtensions(reader, entries, options),
    groupBy: readGroupBy(reader, entries.get('x-group-by'), fields),
    extensions,
  };
}

function readName(reader: Reader, root: Spot, spot: Spot | undefined, options: ReadSchemaOptions): string {
  const written = reader.text(spot, '"schema"');
  if (
    written !== undefined &&
    options.name !== undefined &&
    written.toLowerCase() !== options.name.toLowerCase()
  ) {
    reader.report(
      spot ?? root,
      `The text names the schema "${written}", but it is saved as "${options.name}".`,
      'Use the same name in both places, or remove "schema" from the text.',
    );
  }
  if (spot !== undefined && written === undefined) return '';
  const name = options.name ?? written ?? '';
  const fault = faultOfSchemaName(name, options.owner);
  if (fault !== undefined) reader.report(spot ?? root, fault.message, fault.remedy);
  return name;
}

function checkVersion(reader: Reader, spot: Spot | undefined): void {
  if (spot === undefined || spot.value === 0) return;
  reader.report(
    spot,
    '"version" must be 0, the only version of the schema language.',
    'Write "version: 0" or leave it out.',
  );
}

function readUrl(reader: Reader, spot: Spot | undefined): string {
  const url = reader.text(spot, '"referenceURL"');
  if (spot === undefined || url === undefined || url === '' || url === '-') return '';
  if (isWebAddress(url)) return url;
  reader.report(
    spot,
    `"referenceURL" is not a web address: "${url}".`,
    'Use an address that starts with https:// or http://.',
  );
  return '';
}

function readOurExtensions(
  reader: Reader,
  entries: Map<string, Spot>,
  options: ReadSchemaOptions,
): Pick<LogSchema, 'walk' | 'scan' | 'never' | 'anyOf' | 'sameFormat'> {
  const walkSpot = entries.get('x-walk');
  const scanSpot = entries.get('x-scan');
  const neverSpot = entries.get('x-never');
  const anyOfSpot = entries.get('x-any-of');
  const formatSpot = entries.get('x-same-format');
  for (const [spot, remedy] of [
    [walkSpot, 'Give the fields indicators instead.'],
    [scanSpot, 'Give the fields indicators instead.'],
    [neverSpot, 'Tell log types apart by "required" and "validate" instead.'],
    [anyOfSpot, 'Tell log types apart by "required" and "validate" instead.'],
    [formatSpot, 'Attach one of the log types that cannot be told apart to each source.'],
  ] as const) {
    if (spot !== undefined && options.owner === 'user') {
      reader.report(spot, `"${String(spot.path[0])}" is for managed schemas only.`, remedy, 'key');
    }
  }
  const walk = walkSpot && reader.oneOf(walkSpot, '"x-walk"', ['aws']);
  const sameFormat = reader.text(formatSpot, '"x-same-format"');
  return {
    ...(walk === undefined ? {} : { walk }),
    ...(sameFormat === undefined ? {} : { sameFormat }),
    scan: reader.texts(scanSpot, '"x-scan"') ?? [],
    never: reader.texts(neverSpot, '"x-never"') ?? [],
    anyOf: reader.texts(anyOfSpot, '"x-any-of"') ?? [],
  };
}
