import { silentLogger, stringifyJson } from '@margay/kit';
import { openLake } from '@margay/lake';
import type { NormalizedEvent } from '@margay/model';
import { compileSchema, createNormalizer } from '@margay/normalize';
import { shapeOf } from '@margay/schema';
import { Session } from 'chdb';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedSchema } from '../../e2e/support/shipped-schema.ts';

type Layout = Awaited<ReturnType<Awaited<ReturnType<typeof openLake>>['ensureTable']>>;

function valueAt(event: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = event;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The row as the table's columns want it, one JSON object: what a person would load by hand. */
function flatRow(layout: Layout, { event, raw }: NormalizedEvent): string {
  const row: Record<string, unknown> = {};
  for (const column of layout.columns) {
    if (column.role === 'raw') row[column.name] = raw;
    else if (column.role === 'value') {
      const value = valueAt(event, column.path);
      if (value === undefined || value === null) continue;
      row[column.name] =
        column.cell === 'json'
          ? column.isArray && Array.isArray(value)
            ? value.map(stringifyJson)
            : stringifyJson(value)
          : value;
    }
  }
  return stringifyJson(row);
}

/**
 * The peer of the ingest figure: chDB's own load of the same events, as ready NDJSON, into the same table, in the same
 * block sizes, synced to disk alike. Returns seconds of the load alone, and the rows it stored.
 */
export async function loadByHand(
  lines: readonly string[],
  rowsPerInsert: number,
): Promise<{ seconds: number; rows: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'margay-bench-lake-'));
  const schema = await shippedSchema('aws/cloudtrail.yml');
  const lake = await openLake({ dataDir: folder }, { logger: silentLogger });
  const layout = await lake.ensureTable('panther_logs', shapeOf(schema, 1));
  const source = { id: 'bench', label: 'bench', logTypes: [schema.name] };
  const normalizer = createNormalizer({ schemas: [compileSchema(schema, 1)], source });
  const { events } = normalizer.normalize(
    lines.map((text) => ({ text })),
    { batchId: '0'.repeat(32), parseTime: new Date() },
  );
  const files: string[] = [];
  for (let from = 0; from < events.length; from += rowsPerInsert) {
    const file = join(folder, `rows-${from}.ndjson`);
    await writeFile(
      file,
      events
        .slice(from, from + rowsPerInsert)
        .map((event) => flatRow(layout, event))
        .join('\n'),
    );
    files.push(file);
  }
  await lake.close();

  const session = new Session(join(folder, 'lake'));
  const columns = layout.columns
    .filter((column) => column.role !== 'overflow')
    .map((column) => `\`${column.name}\``)
    .join(', ');
  const startedAt = performance.now();
  for (const file of files) {
    await session.queryAsync(
      `set async_insert = 0, input_format_skip_unknown_fields = 1, date_time_input_format = 'best_effort';
       insert into panther_logs.\`${layout.table}\` (${columns}) select ${columns} from file('${file}', 'JSONEachRow', '${layout.columns
         .filter((column) => column.role !== 'overflow')
         .map((column) => `\`${column.name}\` ${column.engineType.replaceAll("'", "\\'")}`)
         .join(', ')}')`,
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const rows = Number(
    (
      await session.queryAsync(`select count() from panther_logs.\`${layout.table}\``, { format: 'TSV' })
    ).text(),
  );
  session.close();
  await rm(folder, { recursive: true, force: true });
  return { seconds, rows };
}
