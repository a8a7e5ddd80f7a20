import type { Sql } from '../store.ts';

/** How often each topic has been announced. */
export type Revisions = ReadonlyMap<string, number>;

export async function readRevisions(sql: Sql): Promise<Revisions> {
  const rows = await sql.query<{ topic: string; revision: number }>(
    'select topic, revision from change_revisions',
  );
  return new Map(rows.map(({ topic, revision }) => [topic, revision]));
}
