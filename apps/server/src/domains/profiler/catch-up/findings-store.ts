import { stringifyJson } from '@margay/kit';
import type { EventObject, RuleError, RuleMatch } from '@margay/model';
import { parseLogJson } from '@margay/schema';
import type { Sql } from '@margay/store';
import type { Findings, RecordedFindings } from '../../../findings/index.ts';
import type { QuarantineKey } from './record.ts';

/** What was found and which alerts it led to, kept until it is in the lake as well. */
export interface KeptFindings {
  findings: Findings;
  recorded: RecordedFindings;
}

/** Written and read by ourselves only. Events are texts of their own: their numbers keep their digits. */
interface Stored {
  now: string;
  matches: { match: RuleMatch; event: string }[];
  errors: { error: RuleError; event: string | null }[];
  recorded: RecordedFindings;
}

export async function keepFindings(
  tx: Sql,
  { detectionId, since }: QuarantineKey,
  { findings, recorded }: KeptFindings,
): Promise<void> {
  const stored: Stored = {
    now: findings.now.toISOString(),
    matches: findings.matches.map(({ match, event }) => ({ match, event: stringifyJson(event) })),
    errors: findings.errors.map(({ error, event }) => ({
      error,
      event: event === undefined ? null : stringifyJson(event),
    })),
    recorded,
  };
  await tx.query(
    'insert into catch_up_findings (id, detection_id, since, findings) values ($1, $2, $3, $4)',
    [findings.unitId, detectionId, since, JSON.stringify(stored)],
  );
}

export async function readFindings(sql: Sql, { detectionId, since }: QuarantineKey): Promise<KeptFindings[]> {
  const rows = await sql.query<{ id: string; findings: string }>(
    'select id, findings from catch_up_findings where detection_id = $1 and since = $2 order by id',
    [detectionId, since],
  );
  return rows.map(({ id, findings }) => {
    const { now, matches, errors, recorded } = JSON.parse(findings) as Stored;
    return {
      recorded,
      findings: {
        unitId: id,
        now: new Date(now),
        matches: matches.map(({ match, event }) => ({ match, event: eventOf(event) })),
        errors: errors.map(({ error, event }) => ({
          error,
          event: event === null ? undefined : eventOf(event),
        })),
      },
    };
  });
}

const eventOf = (text: string) => parseLogJson(text) as EventObject;

export async function dropFindings(sql: Sql, unitId: string): Promise<void> {
  await sql.query('delete from catch_up_findings where id = $1', [unitId]);
}
