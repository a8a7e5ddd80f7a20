import type { FieldType } from '@margay/model';
import { lakeDatabases } from '@margay/model';
import * as z from 'zod';
import type { TableSeed } from './make-layout.ts';

const scalarKinds = ['string', 'int', 'smallint', 'bigint', 'float', 'boolean', 'timestamp'] as const;

const fieldSchema = z.lazy(() =>
  z.object({
    name: z.string(),
    type: fieldTypeSchema,
    description: z.string().optional(),
    indicators: z.array(z.string()).optional(),
    discovered: z.boolean().optional(),
  }),
);

const fieldTypeSchema: z.ZodType<FieldType> = z.lazy(() =>
  z.union([
    z.object({ kind: z.enum(scalarKinds) }),
    z.object({ kind: z.literal('json') }),
    z.object({ kind: z.literal('array'), element: fieldTypeSchema }),
    z.object({ kind: z.literal('object'), fields: z.array(fieldSchema) }),
  ]),
);

const tableSeedSchema = z.object({
  margay: z.literal(1),
  seed: z.object({
    database: z.enum(lakeDatabases),
    table: z.string(),
    displayName: z.string(),
    hasLogType: z.boolean(),
    timeColumn: z.string().optional(),
    groupBy: z.array(z.array(z.string())).optional(),
    hasIdsApart: z.literal(true).optional(),
    shape: z.object({
      logType: z.string(),
      version: z.number(),
      description: z.string().optional(),
      fields: z.array(fieldSchema),
    }),
  }),
});

export function seedText(seed: TableSeed): string {
  return JSON.stringify({ margay: 1, seed });
}

/** Undefined for a table that is not ours, or whose comment someone has changed. */
export function seedFromText(text: string): TableSeed | undefined {
  const parsed = tableSeedSchema.safeParse(jsonOrUndefined(text));
  return parsed.success ? parsed.data.seed : undefined;
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
