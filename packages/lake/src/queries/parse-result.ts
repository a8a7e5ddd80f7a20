import * as z from 'zod';
import type { ResultColumn } from '../front-door.ts';

const compactResult = z.object({
  meta: z.array(z.object({ name: z.string(), type: z.string() })),
  data: z.array(z.array(z.unknown())),
});

/** Reads the engine's `JSONCompact`: names and types of the columns, then one array per row. */
export function parseResult(bytes: Uint8Array): { columns: ResultColumn[]; rows: unknown[][] } {
  // The engine answers a statement without result with nothing at all.
  if (bytes.length === 0) return { columns: [], rows: [] };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const { meta, data } = compactResult.parse(JSON.parse(text));
  return { columns: meta, rows: data };
}
