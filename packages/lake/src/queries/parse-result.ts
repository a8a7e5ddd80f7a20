import * as z from 'zod';
import type { ResultColumn } from '../front-door.ts';

const compactResult = z.object({
  meta: z.array(z.object({ name: z.string(), type: z.string() })),
  // Looked at, but not copied: results may have a million rows.
  data: z.custom<unknown[][]>((data) => Array.isArray(data) && data.every((row) => Array.isArray(row))),
  statistics: z.object({ rows_read: z.coerce.number(), bytes_read: z.coerce.number() }).optional(),
});

interface ParsedResult {
  columns: ResultColumn[];
  rows: unknown[][];
  readRows: number;
  readBytes: number;
}

/** Reads the engine's `JSONCompact`: names and types of the columns, one array per row, and what was read for it. */
export function parseResult(bytes: Uint8Array): ParsedResult {
  // The engine answers a statement without result with nothing at all.
  if (bytes.length === 0) return { columns: [], rows: [], readRows: 0, readBytes: 0 };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const { meta, data, statistics } = compactResult.parse(JSON.parse(text));
  return {
    columns: meta,
    rows: data,
    readRows: statistics?.rows_read ?? 0,
    readBytes: statistics?.bytes_read ?? 0,
  };
}
