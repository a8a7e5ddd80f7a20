import type { Sql } from '@margay/store';
import * as z from 'zod';

/** Columns of results by their paths, in order, that a person gave a name. */
export interface ColumnSet {
  id: string;
  name: string;
  columns: string[];
  /** Those of them that stay in sight at the left. */
  pinned: string[];
}

interface SetRow {
  id: string;
  name: string;
  columns: unknown;
  pinned: unknown;
}

const Names = z.array(z.string());
const setOf = ({ id, name, columns, pinned }: SetRow): ColumnSet => ({
  id,
  name,
  columns: Names.parse(columns),
  pinned: Names.parse(pinned),
});

/** In the order of their names. */
export async function listColumnSets(sql: Sql, personId: string): Promise<ColumnSet[]> {
  const rows = await sql.query<SetRow>(
    'select id, name, columns, pinned from column_sets where person_id = $1 order by lower(name) limit 1000',
    [personId],
  );
  return rows.map(setOf);
}

/** Takes the place of the person's set of that name, whatever its capitals; the id stays that of the older one. */
export async function putColumnSet(
  sql: Sql,
  personId: string,
  { id, name, columns, pinned }: ColumnSet,
  at: Date,
): Promise<ColumnSet> {
  const [row] = await sql.query<SetRow>(
    `insert into column_sets (id, person_id, name, columns, pinned, updated_at)
     values ($1, $2, $3, $4::jsonb, $5::jsonb, $6)
     on conflict (person_id, lower(name)) do update set name = excluded.name, columns = excluded.columns,
       pinned = excluded.pinned, updated_at = excluded.updated_at
     returning id, name, columns, pinned`,
    [id, personId, name, JSON.stringify(columns), JSON.stringify(pinned), at],
  );
  return setOf(row!);
}

/** True when the person had it. */
export async function removeColumnSet(sql: Sql, personId: string, id: string): Promise<boolean> {
  const rows = await sql.query<{ id: string }>(
    'delete from column_sets where person_id = $1 and id = $2 returning id',
    [personId, id],
  );
  return rows.length > 0;
}
