import { alertingKinds, alertTypes, severities } from '@margay/model';
import type { AlertRate, AlertWindow } from '@margay/alert';
import { storableJson, type Sql } from '@margay/store';
import * as z from 'zod';

const date = z.coerce.date();
const Detection = z.object({
  id: z.string(),
  versionId: z.string(),
  kind: z.enum(alertingKinds),
  displayName: z.string(),
  logTypes: z.array(z.string()),
  severity: z.enum(severities),
  description: z.string(),
  runbook: z.string(),
  reference: z.string(),
  dedupPeriodMinutes: z.number(),
  threshold: z.number(),
  createAlert: z.boolean(),
  tags: z.array(z.string()),
  reports: z.record(z.string(), z.array(z.string())),
  outputIds: z.array(z.string()),
  summaryAttributes: z.array(z.string()),
});
const Opening = z.object({
  detection: Detection,
  type: z.enum(alertTypes),
  texts: z.object({
    title: z.string(),
    severity: z.enum(severities),
    description: z.string(),
    runbook: z.string(),
    reference: z.string(),
    contextJson: z.string(),
    destinations: z.array(z.string()).nullable(),
  }),
  resource: z.object({ id: z.string(), type: z.string() }).nullable(),
});
const State = z.object({
  progress: z.object({
    eventCount: z.number(),
    logTypes: z.array(z.string()),
    sourceIds: z.array(z.string()),
    firstEventAt: date.nullable(),
    lastEventAt: date.nullable(),
    lastFindingAt: date,
  }),
  opening: Opening.nullable(),
  samples: z.array(z.object({ rowId: z.string(), eventJson: z.string() })),
  sampleCount: z.number(),
  uniqueDigests: z.array(z.string()).nullable(),
});

interface WindowRow {
  key: string;
  kind: string;
  detection_id: string;
  dedup_string: string;
  opened_at: Date;
  closes_at: Date;
  alert_id: string | null;
  state: unknown;
}

/** What a row that only holds the place of a new key looks like. */
const emptyState = '{}';

/**
 * The windows of these keys, locked until the transaction ends; a key without one is locked as well, by a row that
 * holds its place. Keys must be sorted, so that two transactions never wait for one another.
 */
export async function lockWindows(tx: Sql, keys: readonly string[], at: Date): Promise<AlertWindow[]> {
  const rows = await tx.query<WindowRow>(
    `insert into alert_windows (key, kind, detection_id, dedup_string, opened_at, closes_at, state)
     select key, '', '', '', $2, $2, '${emptyState}' from unnest($1::text[]) as key
     on conflict (key) do update set key = excluded.key
     returning key, kind, detection_id, dedup_string, opened_at, closes_at, alert_id, state`,
    [[...keys], at],
  );
  return rows.filter((row) => row.kind !== '').map(toWindow);
}

function toWindow(row: WindowRow): AlertWindow {
  return {
    key: row.key,
    kind: row.kind === 'error' ? 'error' : 'match',
    detectionId: row.detection_id,
    dedupString: row.dedup_string,
    openedAt: row.opened_at,
    closesAt: row.closes_at,
    alertId: row.alert_id,
    ...State.parse(row.state),
  };
}

/** Writes windows whose keys are locked. */
export async function writeWindows(tx: Sql, windows: readonly AlertWindow[]): Promise<void> {
  if (windows.length === 0) return;
  const rows = windows.map(({ progress, opening, samples, sampleCount, uniqueDigests, ...window }) => ({
    key: window.key,
    kind: window.kind,
    detection_id: window.detectionId,
    dedup_string: window.dedupString,
    opened_at: window.openedAt,
    closes_at: window.closesAt,
    alert_id: window.alertId,
    state: { progress, opening, samples, sampleCount, uniqueDigests },
  }));
  await tx.query(
    `update alert_windows w set kind = n.kind, detection_id = n.detection_id, dedup_string = n.dedup_string,
       opened_at = n.opened_at, closes_at = n.closes_at, alert_id = n.alert_id, state = n.state
     from jsonb_to_recordset($1::jsonb) as n (key text, kind text, detection_id text, dedup_string text,
       opened_at timestamptz, closes_at timestamptz, alert_id text, state jsonb)
     where w.key = n.key`,
    [storableJson(rows)],
  );
}

/** Forgets the windows of these keys, whatever their alerts. Keys must be sorted, as for `lockWindows`. */
export async function dropWindows(tx: Sql, keys: readonly string[]): Promise<void> {
  await tx.query(
    `delete from alert_windows where key in (
       select key from alert_windows where key = any($1::text[]) order by key for update)`,
    [[...keys]],
  );
}

/** New alerts of each detection and hour so far, locked. */
export async function lockRates(
  tx: Sql,
  rates: readonly { detectionId: string; hour: Date }[],
): Promise<AlertRate[]> {
  const sorted = rates.toSorted((a, b) =>
    a.detectionId === b.detectionId
      ? a.hour.getTime() - b.hour.getTime()
      : a.detectionId < b.detectionId
        ? -1
        : 1,
  );
  const rows = await tx.query<{ detection_id: string; hour: Date; created: number }>(
    `insert into alert_rates (detection_id, hour, created)
     select detection_id, hour, 0 from unnest($1::text[], $2::timestamptz[]) as r (detection_id, hour)
     on conflict (detection_id, hour) do update set created = alert_rates.created
     returning detection_id, hour, created`,
    [sorted.map(({ detectionId }) => detectionId), sorted.map(({ hour }) => hour.toISOString())],
  );
  return rows.map((row) => ({ detectionId: row.detection_id, hour: row.hour, created: row.created }));
}

export async function writeRates(tx: Sql, rates: readonly AlertRate[]): Promise<void> {
  if (rates.length === 0) return;
  await tx.query(
    `update alert_rates r set created = n.created
     from unnest($1::text[], $2::timestamptz[], $3::int[]) as n (detection_id, hour, created)
     where r.detection_id = n.detection_id and r.hour = n.hour`,
    [
      rates.map(({ detectionId }) => detectionId),
      rates.map(({ hour }) => hour.toISOString()),
      rates.map(({ created }) => created),
    ],
  );
}

/** Forgets windows and rates that nothing will ask for again. Returns how many windows went. */
export async function dropOldWindows(sql: Sql, before: Date): Promise<number> {
  await sql.query('delete from alert_rates where hour < $1', [before]);
  const rows = await sql.query('delete from alert_windows where closes_at < $1 returning 1 as one', [before]);
  return rows.length;
}

export interface SystemWindow {
  alertId: string | null;
  closesAt: Date;
}

/** The window of a system error's key, locked; opened at `at` and closed when it is new. */
export async function lockSystemWindow(tx: Sql, key: string, at: Date): Promise<SystemWindow> {
  const [row] = await tx.query<{ alert_id: string | null; closes_at: Date }>(
    `insert into alert_windows (key, kind, detection_id, dedup_string, opened_at, closes_at, state)
     values ($1, 'system', '', '', $2, $2, '${emptyState}')
     on conflict (key) do update set key = excluded.key returning alert_id, closes_at`,
    [key, at],
  );
  return { alertId: row?.alert_id ?? null, closesAt: row?.closes_at ?? at };
}

export async function writeSystemWindow(
  tx: Sql,
  key: string,
  window: { alertId: string | null; openedAt: Date; closesAt: Date },
): Promise<void> {
  await tx.query('update alert_windows set alert_id = $2, opened_at = $3, closes_at = $4 where key = $1', [
    key,
    window.alertId,
    window.openedAt,
    window.closesAt,
  ]);
}
