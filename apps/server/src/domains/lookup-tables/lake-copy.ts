import { createRowEncoder, type Lake, type EncodedRows, type TableLayout } from '@margay/lake';
import type { TableImage } from '@margay/normalize/enrich';
import { shapeOf, timestampTextOfDate } from '@margay/schema';
import type { ActiveSchema } from '../schemas/index.ts';
import type { LookupTable } from './store.ts';

const rowsAtOnce = 20_000;

/** Puts the rows of a version in the place of those in `panther_lookups`, in one step, so that searches can join them. */
export async function copyToLake(
  lake: Lake,
  table: LookupTable,
  { schema, version }: Pick<ActiveSchema, 'schema' | 'version'>,
  image: TableImage,
  now: Date,
): Promise<void> {
  const layout = await lake.ensureTable('panther_lookups', shapeOf(schema, version), {
    tableName: table.lakeTable,
    displayName: table.name,
  });
  const facts = { p_log_type: schema.name, p_parse_time: timestampTextOfDate(now) };
  await lake.replaceRows(layout, batchesOf(layout, image, facts));
}

async function* batchesOf(
  layout: TableLayout,
  image: TableImage,
  facts: Record<string, unknown>,
): AsyncGenerator<EncodedRows> {
  const encoder = createRowEncoder(layout);
  let number = 0;
  for (const row of image.rows()) {
    encoder.append({ event: { ...row, ...facts, p_row_id: String(++number).padStart(32, '0') } });
    if (encoder.rowCount === rowsAtOnce) yield encoder.take();
  }
  if (encoder.rowCount > 0) yield encoder.take();
}
