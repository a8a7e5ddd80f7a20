import { compileSchema, createNormalizer, type CompiledSchema, type Normalizer } from '@margay/normalize';
import type { EventObject } from '@margay/model';
import { parseJson, readSchema } from '@margay/schema';
import * as z from 'zod';
import type { SchemaText } from './schema-texts.ts';

/** What a stored row tells about how its event was made. */
export const rawRowColumns = [
  'p_event_time',
  'p_row_id',
  'p_log_type',
  'p_parse_time',
  'p_schema_version',
  'p_source_id',
  'p_source_label',
  'p_source_file',
  'p_header',
  'p_raw',
] as const;

export const RawRow = z.object({
  p_event_time: z.string(),
  p_row_id: z.string(),
  p_log_type: z.string(),
  p_parse_time: z.string(),
  p_schema_version: z.number(),
  p_source_id: z.string(),
  p_source_label: z.string(),
  p_source_file: z.string().nullable(),
  p_header: z.string().nullable(),
  p_raw: z.string(),
});
export type RawRow = z.infer<typeof RawRow>;

const anyBatch = '0'.repeat(32);

/**
 * Makes an event again from its line, as it was made when it arrived: the same schema version over the same text at the
 * same parse time is the same event, down to the order of its fields and to empty lists and objects, which the columns
 * do not tell from absent ones. What came from outside the line (its row id, source, file) is in the row.
 *
 * Undefined where the line alone is not enough: csv whose header line is gone, a schema that masks and so keeps no line, a
 * schema version that is not kept, a line today's parser refuses.
 */
export function createRawRebuilder(texts: readonly SchemaText[]): (row: RawRow) => EventObject | undefined {
  const normalizers = new Map<string, Normalizer | undefined>();

  function normalizerOf(logType: string, version: number): Normalizer | undefined {
    const key = `${version} ${logType}`;
    if (!normalizers.has(key)) normalizers.set(key, makeNormalizer(texts, logType, version));
    return normalizers.get(key);
  }

  return (row) => {
    if (row.p_raw === '') return undefined;
    const entry = {
      text: row.p_raw,
      ...(row.p_header === null ? {} : { header: parseJson(row.p_header) as Record<string, unknown> }), // written by us
      ...(row.p_source_file === null
        ? {}
        : { sourceFile: parseJson(row.p_source_file) as Record<string, unknown> }), // the same
    };
    const parseTime = new Date(`${row.p_parse_time.slice(0, 23).replace(' ', 'T')}Z`);
    const batch = normalizerOf(row.p_log_type, row.p_schema_version)?.normalize([entry], {
      batchId: anyBatch,
      parseTime,
    });
    const event = batch?.events[0]?.event;
    if (event === undefined) return undefined;
    // Names that are there already keep their place.
    event['p_row_id'] = row.p_row_id;
    event['p_event_time'] = row.p_event_time;
    event['p_parse_time'] = row.p_parse_time;
    event['p_source_id'] = row.p_source_id;
    event['p_source_label'] = row.p_source_label;
    return event;
  };
}

function makeNormalizer(
  texts: readonly SchemaText[],
  logType: string,
  version: number,
): Normalizer | undefined {
  const compiled = compiledOf(texts.find((text) => text.logType === logType && text.version === version));
  if (compiled === undefined || compiled.hasHeader || compiled.masks) return undefined;
  return createNormalizer({ schemas: [compiled], source: { id: '', label: '', logTypes: [logType] } });
}

function compiledOf(text: SchemaText | undefined): CompiledSchema | undefined {
  if (text === undefined) return undefined;
  const { schema } = readSchema(text.spec, { owner: text.owner, name: text.logType });
  return schema && compileSchema(schema, text.version);
}
