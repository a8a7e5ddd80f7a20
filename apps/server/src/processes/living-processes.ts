import type { Sql } from '@margay/store';
import * as z from 'zod';
import { roles } from '../config.ts';

const Row = z.object({ id: z.string(), host: z.string(), roles: z.array(z.enum(roles)) });
/** A process that shares the state store, as `joinProcesses` wrote it down. */
export type LivingProcess = z.output<typeof Row>;

/**
 * The processes that live, the oldest first. `ownId`: of the one that asks, which lives whatever its lease says; the
 * embedded store has only that one and no leases.
 */
export async function livingProcesses(sql: Sql, ownId: string): Promise<LivingProcess[]> {
  const rows = await sql.query(
    'select id, host, roles from processes where lease_until >= now() or id = $1 order by started_at, id',
    [ownId],
  );
  return rows.map((row) => Row.parse(row));
}
