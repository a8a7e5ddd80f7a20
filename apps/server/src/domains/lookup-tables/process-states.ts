import type { Sql } from '@margay/store';
import * as z from 'zod';
import type { Role } from '../../config.ts';
import { livingProcesses, type LivingProcess } from '../../processes/living-processes.ts';

/** What a process has of a table: the version it uses, or why it does not use it. */
export interface TableState {
  tableId: string;
  version: number;
  fault: string | null;
}

/** A process that uses lookup tables, with what it has of one; `version` is null until it has read the table once. */
export interface ProcessState extends Pick<LivingProcess, 'host' | 'roles'> {
  version: number | null;
  fault: string | null;
}

/** They enrich events, answer `event.lookup()` and the console. */
const usingRoles: readonly Role[] = ['api', 'detect', 'jobs'];

const Row = z
  .object({ process_id: z.string(), table_id: z.string(), version: z.number(), fault: z.string().nullable() })
  .transform((row) => ({
    processId: row.process_id,
    tableId: row.table_id,
    version: row.version,
    fault: row.fault,
  }));

/** Those that live and use lookup tables. */
export async function usingProcesses(sql: Sql, ownId: string): Promise<LivingProcess[]> {
  const living = await livingProcesses(sql, ownId);
  return living.filter(({ roles }) => roles.some((role) => usingRoles.includes(role)));
}

/** Replaces what this process has told, and forgets what processes told that are gone. Nobody sees less in between. */
export async function tellStates(sql: Sql, processId: string, states: readonly TableState[]): Promise<void> {
  await sql.query(
    `insert into lookup_table_states (process_id, table_id, version, fault)
     select $1, t.id, t.version, t.fault from jsonb_to_recordset($2::jsonb) as t (id text, version int, fault text)
     on conflict (process_id, table_id) do update set version = excluded.version, fault = excluded.fault`,
    [
      processId,
      JSON.stringify(states.map(({ tableId, version, fault }) => ({ id: tableId, version, fault }))),
    ],
  );
  // Several processes may forget the same ones at once.
  await sql.query(
    `delete from lookup_table_states where (process_id, table_id) in (
       select process_id, table_id from lookup_table_states
       where (process_id = $1 and table_id <> all($2::text[])) or process_id not in (select id from processes union select $1)
       for update skip locked)`,
    [processId, states.map(({ tableId }) => tableId)],
  );
}

/** What each living process has of a table, by the table's id. */
export async function statesByTable(sql: Sql, ownId: string): Promise<(tableId: string) => ProcessState[]> {
  const [processes, rows] = await Promise.all([
    usingProcesses(sql, ownId),
    sql.query('select * from lookup_table_states'),
  ]);
  const stateOf = new Map(
    rows.map((row) => Row.parse(row)).map((state) => [`${state.processId} ${state.tableId}`, state]),
  );
  return (tableId) =>
    processes.map(({ id, host, roles }) => {
      const { version = null, fault = null } = stateOf.get(`${id} ${tableId}`) ?? {};
      return { host, roles, version, fault };
    });
}

/** Why the table is not used somewhere, if so. */
export function faultAmong(states: readonly ProcessState[]): string | undefined {
  const broken = states.find(({ fault }) => fault !== null);
  return broken && `The process on ${nameOf(broken)} does not use it: ${broken.fault}`;
}

/** As people tell processes apart. */
export const nameOf = ({ host, roles }: Pick<LivingProcess, 'host' | 'roles'>): string =>
  `${host} (${roles.join(', ')})`;
