import { indicatorNames, type DiscoveredField, type Inferred } from '@margay/schema';
import { firstRow, storableJson, storableText, type Sql } from '@margay/store';
import * as z from 'zod';

/** What is kept of the type of a field: `Inferred` with its map as a list of pairs. */
const Kept: z.ZodType<Inferred> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['unknown', 'bigint', 'float', 'boolean', 'json', 'timestamp']) }),
    z.object({ kind: z.literal('string'), indicators: z.array(z.enum(indicatorNames)) }),
    z.object({ kind: z.literal('array'), element: Kept }),
    z.object({
      kind: z.literal('object'),
      fields: z
        .array(z.tuple([z.string(), z.object({ required: z.boolean(), value: Kept })]))
        .transform((pairs) => new Map(pairs)),
    }),
  ]),
);

function keptOf(value: Inferred): unknown {
  if (value.kind === 'array') return { kind: value.kind, element: keptOf(value.element) };
  if (value.kind !== 'object') return value;
  const fields = [...value.fields].map(([key, { required, value: inner }]) => [
    key,
    { required, value: keptOf(inner) },
  ]);
  return { kind: value.kind, fields };
}

/** Adds fields that are not known yet. */
export async function insertDiscoveries(
  sql: Sql,
  schema: string,
  fields: readonly DiscoveredField[],
  at: Date,
): Promise<void> {
  for (const { parents, key, value } of fields) {
    await sql.query(
      `insert into schema_discoveries (schema_name, path, field, first_seen_at)
       values ($1, $2::text[], $3::jsonb, $4)
       on conflict (schema_name, path) do nothing`,
      [schema, [...parents, key].map(storableText), storableJson(keptOf(value)), at],
    );
  }
}

export async function countDiscoveriesSince(sql: Sql, schema: string, since: Date): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql,
    'select count(*)::int as count from schema_discoveries where schema_name = $1 and first_seen_at > $2',
    [schema, since],
  );
  return row?.count ?? 0;
}

/** In the order in which they came; outer fields before those inside. */
export async function listDiscoveries(sql: Sql, schema: string): Promise<DiscoveredField[]> {
  const rows = await sql.query<{ path: string[]; field: unknown }>(
    `select path, field from schema_discoveries where lower(schema_name) = lower($1)
     order by cardinality(path), first_seen_at, path`,
    [schema],
  );
  return rows.map(({ path, field }) => ({
    parents: path.slice(0, -1),
    key: path.at(-1) ?? '',
    value: Kept.parse(field),
  }));
}
