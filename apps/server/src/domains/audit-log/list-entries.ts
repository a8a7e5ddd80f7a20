import { invalidInput } from '@margay/kit';
import { storableText, type Sql } from '@margay/store';
import { withoutLogDataPattern } from './access.ts';
import { entryColumns, entryOfRow, type AuditResult, type AuditRow, type ChainedEntry } from './entry.ts';

export interface EntryFilter {
  since?: Date | undefined;
  /** Entries from here on are left out. */
  until?: Date | undefined;
  actions?: readonly string[] | undefined;
  results?: readonly AuditResult[] | undefined;
  /** Part of the name or the email of the actor, or their id. */
  actor?: string | undefined;
  /** Part of the address. */
  sourceIp?: string | undefined;
  /** Part of the action or of what was asked for. */
  text?: string | undefined;
  /** Of whoever may not read every log type, in entries on log data the text is not looked for in what was asked for. */
  isRestricted: boolean;
}

const longestText = 200;

/** The entries that fit, newest first, behind `after`. */
export async function listEntries(
  sql: Sql,
  filter: EntryFilter,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ChainedEntry[]> {
  const { where, params } = conditionsOf(filter, after);
  const rows = await sql.query<AuditRow>(
    `select ${entryColumns} from audit_log where ${where} order by id desc limit ${limit}`,
    params,
  );
  return rows.map(entryOfRow);
}

/** Every action that is in the log, by one look at the index for each. */
export async function listActions(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ action: string }>(
    `with recursive found as (
       (select action from audit_log order by action limit 1)
       union all
       select (select a.action from audit_log a where a.action > found.action order by a.action limit 1)
       from found where found.action is not null)
     select action from found where action is not null order by action`,
  );
  return rows.map(({ action }) => action);
}

function conditionsOf(filter: EntryFilter, after: string | undefined) {
  const params: unknown[] = [];
  const conditions: string[] = ['true'];
  const add = (value: unknown, condition: (place: string) => string) => {
    params.push(value);
    conditions.push(condition(`$${params.length}`));
  };
  // An id begins with its moment, so that a span of time is a span of the index that gives the order too.
  if (filter.since !== undefined) add(firstIdAt(filter.since), (at) => `id >= ${at}`);
  if (filter.until !== undefined) add(firstIdAt(filter.until), (at) => `id < ${at}`);
  if (after !== undefined) add(readCursor(after), (at) => `id < ${at}`);
  if (filter.actions?.length) add([...filter.actions], (at) => `action = any(${at}::text[])`);
  if (filter.results?.length) add([...filter.results], (at) => `result = any(${at}::text[])`);
  if (filter.actor) {
    add(
      patternOf(filter.actor),
      (at) => `(actor_name ilike ${at} or actor_email ilike ${at} or actor_id ilike ${at}
      or (actor_id is null and params->>'email' ilike ${at}))`,
    );
  }
  if (filter.sourceIp) add(patternOf(filter.sourceIp), (at) => `source_ip ilike ${at}`);
  if (filter.text) {
    const isOpen = filter.isRestricted ? `action ~ '${withoutLogDataPattern}' and ` : '';
    add(
      patternOf(filter.text),
      (at) =>
        `(action ilike ${at} or actor_name ilike ${at} or (${isOpen}(params::text ilike ${at} or array_to_string(errors, ' ') ilike ${at})))`,
    );
  }
  return { where: conditions.join(' and '), params };
}

const firstIdAt = (moment: Date) =>
  Math.min(Math.max(0, moment.getTime()), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');

function patternOf(text: string): string {
  if (text.length > longestText)
    throw invalidInput(`Search the audit log for at most ${longestText} characters.`, {
      details: { field: 'text' },
    });
  return `%${storableText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function readCursor(cursor: string): string {
  if (/^[0-9a-f]{32}$/.test(cursor)) return cursor;
  throw invalidInput('The cursor is not one of the audit log. Start again at the first page.', {
    details: { field: 'cursor' },
  });
}
