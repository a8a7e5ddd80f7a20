import type { EventObject } from '@margay/model';
import { compileParser } from '@margay/schema';
import type { EntryParser, LogSchema } from '@margay/schema';
import { below, converterOf } from './convert/converter-of.ts';
import type { ConvertSettings } from './convert/converter-of.ts';
import { objectConverter } from './convert/objects.ts';
import { refuse } from './convert/run.ts';
import type { Run } from './convert/run.ts';
import { hasMask } from './convert/masked-sources.ts';
import { compileTransforms } from './convert/transforms.ts';
import { compileUdm } from './udm.ts';

/** A schema ready to run. Holds functions: compile again in each worker, from the plain `LogSchema`. */
export interface CompiledSchema {
  logType: string;
  /** Written into every row as `p_schema_version`. */
  version: number;
  /** True when entries are JSON objects, which all such schemas of a source share after one parse. */
  isJson: boolean;
  /** True for csv with a header line, whose entries make no sense without it. */
  hasHeader: boolean;
  /** Of csv: a cell in quotes may stand on several lines. */
  csvDelimiter: string | undefined;
  /** The name of a format that other log types have as well, so that no line tells them apart. */
  sameFormat: string | undefined;
  /** Starts a stream: header lines and lines to skip are counted per stream. */
  startStream(): EntryParser;
  /** The event without standard fields, or undefined with the reason left in `run.mismatch`. */
  convert(fields: Record<string, unknown>, run: Run): EventObject | undefined;
  /** Fills `p_udm`. */
  fillUdm: ((event: EventObject) => void) | undefined;
  /** True when a field is masked: the entry's own text may then rest nowhere. */
  masks: boolean;
  /** How many of the entry's top-level keys the schema knows, as a share of 1: which schema came closest. */
  likeness(fields: Record<string, unknown>): number;
}

/** The schema as functions. `version` is what its rows will say. */
export function compileSchema(schema: LogSchema, version = 0): CompiledSchema {
  const settings: ConvertSettings = {
    walk: schema.walk,
    discover: schema.fieldDiscoveryEnabled ? { parents: [] } : undefined,
  };
  const scan = new Set(schema.scan);
  const convertObject = objectConverter(schema.fields, {
    discover: settings.discover,
    compile: (field) =>
      converterOf(field.value, below(settings, field), {
        mask: field.mask,
        scan: scan.has(field.name) || scan.has(field.column),
      }),
  });
  const transform = compileTransforms(schema);
  const known = new Set(schema.fields.flatMap((field) => [field.name, field.rename ?? field.name]));
  return {
    logType: schema.name,
    version,
    isJson: schema.parser.kind === 'native',
    hasHeader: schema.parser.kind === 'csv' && schema.parser.hasHeader,
    csvDelimiter: schema.parser.kind === 'csv' ? schema.parser.delimiter : undefined,
    sameFormat: schema.sameFormat,
    startStream: compileParser(withHeaderNames(schema, known), schema.name),
    convert(fields, run) {
      const foreign = schema.never.find((key) => fields[key] !== undefined && fields[key] !== null);
      if (foreign !== undefined) {
        run.mismatchPath = foreign;
        return refuse(run, 'is never part of this log type');
      }
      const converted = convertObject(transform === undefined ? fields : transform(fields), run);
      if (run.mismatch !== undefined) return undefined;
      // An object converter yields an object of columns, or undefined for "nothing in it".
      const event = (converted ?? {}) as EventObject;
      if (schema.anyOf.length > 0 && schema.anyOf.every((name) => event[name] === undefined)) {
        run.mismatchPath = schema.anyOf.join('" or "');
        return refuse(run, 'is required');
      }
      return event;
    },
    fillUdm: compileUdm(schema),
    masks: hasMask(schema.fields),
    likeness(fields) {
      const keys = Object.keys(fields);
      return keys.length === 0 ? 0 : keys.filter((key) => known.has(key)).length / keys.length;
    },
  };
}

/** Lets a header line be told from data by the names the schema knows. */
function withHeaderNames(schema: LogSchema, known: ReadonlySet<string>): LogSchema['parser'] {
  const { parser } = schema;
  if (parser.kind !== 'csv' || !parser.hasHeader || parser.columns.length > 0) return parser;
  // With field discovery any name may come; then the first line must be trusted.
  if (schema.fieldDiscoveryEnabled) return parser;
  const columns = schema.extensions['x-default-columns'];
  const defaultColumns = Array.isArray(columns) ? columns.map(String) : undefined;
  return { ...parser, headerNames: [...known], ...(defaultColumns === undefined ? {} : { defaultColumns }) };
}
