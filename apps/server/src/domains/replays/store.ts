import type { PythonRule } from '@margay/model';
import type { PreviewAlert } from '@margay/replay';
import { firstRow, storableText, type Sql } from '@margay/store';
import type { Author } from '../../api/author.ts';
import { emptySummary, ReplayRecord, StoredPreview, type ReplayState, type ReplaySummary } from './record.ts';

export interface NewReplay {
  id: string;
  rule: PythonRule;
  logTypes: string[];
  startsAt: Date;
  endsAt: Date;
  maxSizeInGB: number | null;
  createdAt: Date;
  createdBy: Author;
}

export async function insertReplay(sql: Sql, replay: NewReplay): Promise<void> {
  await sql.query(
    `insert into replays (id, detection_id, detection_version_id, rule, state, log_types, starts_at, ends_at, max_size_gb,
       summary, created_at, created_by, updated_at)
     values ($1, $2, $3, $4::jsonb, 'EVALUATION_IN_PROGRESS', $5::text[], $6, $7, $8, $9::jsonb, $10, $11::jsonb, $10)`,
    [
      replay.id,
      replay.rule.id,
      replay.rule.versionId,
      JSON.stringify(replay.rule),
      replay.logTypes,
      replay.startsAt,
      replay.endsAt,
      replay.maxSizeInGB,
      JSON.stringify(emptySummary),
      replay.createdAt,
      JSON.stringify(replay.createdBy),
    ],
  );
}

/** Keeps the newest replays of a rule; those that still run are never removed. */
export async function dropOldReplays(sql: Sql, detectionId: string, kept: number): Promise<void> {
  await sql.query(
    `delete from replays where completed_at is not null and id in
       (select id from replays where detection_id = $1 order by created_at desc, id desc offset $2)`,
    [detectionId, kept],
  );
}

export async function findReplay(sql: Sql, id: string): Promise<ReplayRecord | undefined> {
  const row = await firstRow(sql, 'select * from replays where id = $1', [id]);
  return row && ReplayRecord.parse(row);
}

export async function listReplays(
  sql: Sql,
  detectionId: string,
  before: { createdAt: Date; id: string } | undefined,
  rows: number,
): Promise<ReplayRecord[]> {
  const found = await sql.query(
    `select * from replays where detection_id = $1
       and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::text))
     order by created_at desc, id desc limit $4`,
    [detectionId, before?.createdAt ?? null, before?.id ?? '', rows],
  );
  return found.map((row) => ReplayRecord.parse(row));
}

export async function countUnfinished(sql: Sql): Promise<number> {
  const row = await firstRow<{ n: number }>(
    sql,
    'select count(*) as n from replays where completed_at is null',
  );
  return row?.n ?? 0;
}

/** Takes the oldest replay nobody works on, and starts it from the beginning. */
export async function claimReplay(
  sql: Sql,
  owner: string,
  leaseUntil: Date,
  now: Date,
): Promise<ReplayRecord | undefined> {
  const row = await firstRow(
    sql,
    `update replays set lease_owner = $1, lease_until = $2, attempt = attempt + 1, state = 'EVALUATION_IN_PROGRESS',
       summary = $4::jsonb, updated_at = $3
     where id = (select id from replays where completed_at is null and (lease_until is null or lease_until < $3)
       order by created_at limit 1 for update skip locked)
     returning *`,
    [owner, leaseUntil, now, JSON.stringify(emptySummary)],
  );
  if (row === undefined) return undefined;
  const record = ReplayRecord.parse(row);
  await sql.query('delete from replay_alerts where replay_id = $1', [record.id]);
  return record;
}

/** Tells how far it is and keeps the claim; false when the replay was stopped or is somebody else's by now. */
export async function noteProgress(
  sql: Sql,
  claim: { id: string; owner: string },
  progress: { state: ReplayState; summary: ReplaySummary; leaseUntil: Date; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    sql,
    `update replays set state = $3, summary = $4::jsonb, lease_until = $5, updated_at = $6
     where id = $1 and lease_owner = $2 and completed_at is null returning id`,
    [
      claim.id,
      claim.owner,
      progress.state,
      JSON.stringify(progress.summary),
      progress.leaseUntil,
      progress.now,
    ],
  );
  return row !== undefined;
}

/** Ends a replay once; false when it had ended before. */
export async function endReplay(
  sql: Sql,
  id: string,
  end: { state: ReplayState; summary?: ReplaySummary; error?: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    sql,
    `update replays set state = $2, summary = coalesce($3::jsonb, summary), error = $4, updated_at = $5,
       completed_at = $5, lease_owner = null, lease_until = null
     where id = $1 and completed_at is null returning id`,
    [
      id,
      end.state,
      end.summary === undefined ? null : JSON.stringify(end.summary),
      end.error === undefined ? null : storableText(end.error),
      end.now,
    ],
  );
  return row !== undefined;
}

/** Gives a replay back, so that whoever comes next takes it at once. */
export async function releaseReplay(sql: Sql, id: string, owner: string): Promise<void> {
  await sql.query(
    `update replays set lease_until = null, lease_owner = null, attempt = attempt - 1
     where id = $1 and lease_owner = $2 and completed_at is null`,
    [id, owner],
  );
}

export async function insertPreviews(
  sql: Sql,
  replayId: string,
  alerts: readonly PreviewAlert[],
  firstPosition: number,
): Promise<void> {
  for (const [index, alert] of alerts.entries()) {
    await sql.query(
      `insert into replay_alerts (replay_id, alert_id, position, alert) values ($1, $2, $3, $4::jsonb)
       on conflict do nothing`,
      [replayId, alert.id, firstPosition + index, storableText(JSON.stringify(alert))],
    );
  }
}

export async function listPreviews(
  sql: Sql,
  replayId: string,
  after: number,
  rows: number,
): Promise<{ position: number; alert: PreviewAlert }[]> {
  const found = await sql.query<{ position: number; alert: unknown }>(
    'select position, alert from replay_alerts where replay_id = $1 and position > $2 order by position limit $3',
    [replayId, after, rows],
  );
  return found.map(({ position, alert }) => ({ position, alert: StoredPreview.parse(alert) }));
}

export async function findPreview(
  sql: Sql,
  replayId: string,
  alertId: string,
): Promise<PreviewAlert | undefined> {
  const row = await firstRow<{ alert: unknown }>(
    sql,
    'select alert from replay_alerts where replay_id = $1 and alert_id = $2',
    [replayId, alertId],
  );
  return row && StoredPreview.parse(row.alert);
}
