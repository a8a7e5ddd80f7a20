import type { AlertUpdate, EventSample, NewAlert } from '@margay/alert';
import { severities, type Severity } from '@margay/model';
import { storableJson, type Sql } from '@margay/store';
import type { SystemErrorOrigin } from './record.ts';

export const severityRank = (severity: Severity) => severities.indexOf(severity);

/** Writes alerts that findings made, in one statement. */
export async function insertAlerts(tx: Sql, alerts: readonly NewAlert[]): Promise<void> {
  await insertRows(
    tx,
    alerts.map(({ opening, progress, ...alert }) => ({
      id: alert.id,
      type: opening.type,
      title: opening.texts.title,
      severity: opening.texts.severity,
      severity_rank: severityRank(opening.texts.severity),
      status: alert.status,
      description: opening.texts.description,
      runbook: opening.texts.runbook,
      reference: opening.texts.reference,
      created_at: alert.createdAt,
      first_match_at: alert.firstMatchAt,
      updated_at: progress.lastFindingAt,
      first_event_at: progress.firstEventAt,
      last_event_at: progress.lastEventAt,
      last_received_at: progress.lastFindingAt,
      event_count: progress.eventCount,
      detection_id: opening.detection.id,
      detection_version_id: opening.detection.versionId,
      detection_name: opening.detection.displayName,
      log_types: progress.logTypes,
      source_ids: progress.sourceIds,
      resource_id: opening.resource?.id ?? null,
      resource_types: opening.resource === null ? [] : [opening.resource.type],
      dedup_string: alert.dedupString,
      dedup_period_minutes: Math.round(alert.dedupPeriodMinutes),
      threshold: alert.threshold,
      tags: opening.detection.tags,
      reports: opening.detection.reports,
      context: opening.texts.contextJson,
      summary_attributes: opening.detection.summaryAttributes,
      system_error: null,
    })),
  );
}

export interface NewSystemAlert {
  id: string;
  title: string;
  description: string;
  at: Date;
  dedupPeriodMinutes: number;
  origin: SystemErrorOrigin;
}

export async function insertSystemAlert(tx: Sql, alert: NewSystemAlert): Promise<void> {
  const { at, origin } = alert;
  const row = {
    id: alert.id,
    type: 'SYSTEM_ERROR',
    title: alert.title,
    severity: 'CRITICAL',
    severity_rank: severityRank('CRITICAL'),
    status: 'OPEN',
    description: alert.description,
    runbook: '',
    reference: '',
    created_at: at,
    first_match_at: at,
    updated_at: at,
    first_event_at: null,
    last_event_at: null,
    last_received_at: at,
    event_count: 1,
    detection_id: origin.relatedId,
    detection_version_id: '',
    detection_name: origin.relatedName,
    log_types: [],
    source_ids: origin.relatedComponent === 'LOG_SOURCE' ? [origin.relatedId] : [],
    resource_id: null,
    resource_types: [],
    dedup_string: `${origin.type}:${origin.relatedId}`,
    dedup_period_minutes: alert.dedupPeriodMinutes,
    threshold: 1,
    tags: [],
    reports: {},
    context: storableJson(origin.details ?? {}),
    summary_attributes: [],
    system_error: origin,
  };
  await insertRows(tx, [row]);
}

async function insertRows(tx: Sql, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = `id text, type text, title text, severity text, severity_rank int, status text, description text,
    runbook text, reference text, created_at timestamptz, first_match_at timestamptz, updated_at timestamptz,
    first_event_at timestamptz, last_event_at timestamptz, last_received_at timestamptz, event_count int,
    detection_id text, detection_version_id text, detection_name text, log_types text[], source_ids text[],
    resource_id text, resource_types text[], dedup_string text, dedup_period_minutes int, threshold int, tags text[],
    reports jsonb, context text, summary_attributes text[], system_error jsonb`;
  const names = columns.replaceAll(/ (text|int|timestamptz|jsonb)(\[\])?(?=,|$)/g, '');
  await tx.query(
    `insert into alerts (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as n (${columns})`,
    [storableJson(rows)],
  );
}

/** Counters of alerts that got more findings. Locked in the order of their ids, as edits by people do. */
export async function updateProgress(tx: Sql, updates: readonly AlertUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await tx.query('select 1 from alerts where id = any($1::text[]) order by id for update', [
    updates.map(({ alertId }) => alertId),
  ]);
  const rows = updates.map(({ alertId, progress }) => ({
    id: alertId,
    event_count: progress.eventCount,
    log_types: progress.logTypes,
    source_ids: progress.sourceIds,
    first_event_at: progress.firstEventAt,
    last_event_at: progress.lastEventAt,
    last_received_at: progress.lastFindingAt,
  }));
  await tx.query(
    `update alerts a set event_count = n.event_count, log_types = n.log_types, source_ids = n.source_ids,
       first_event_at = n.first_event_at, last_event_at = n.last_event_at, last_received_at = n.last_received_at,
       updated_at = greatest(a.updated_at, n.last_received_at)
     from jsonb_to_recordset($1::jsonb) as n (id text, event_count int, log_types text[], source_ids text[],
       first_event_at timestamptz, last_event_at timestamptz, last_received_at timestamptz)
     where a.id = n.id`,
    [storableJson(rows)],
  );
}

export interface PlacedSample {
  alertId: string;
  position: number;
  sample: EventSample;
  /** Below the threshold: the lake has it without the alert's id. */
  isEarly: boolean;
}

export async function insertSamples(tx: Sql, samples: readonly PlacedSample[]): Promise<void> {
  if (samples.length === 0) return;
  const rows = samples.map(({ alertId, position, sample, isEarly }) => ({
    alert_id: alertId,
    position,
    row_id: sample.rowId,
    event: sample.eventJson,
    is_early: isEarly,
  }));
  await tx.query(
    `insert into alert_samples (alert_id, position, row_id, event, is_early)
     select alert_id, position, row_id, event, is_early
     from jsonb_to_recordset($1::jsonb)
       as n (alert_id text, position int, row_id text, event text, is_early boolean)
     on conflict do nothing`,
    [storableJson(rows)],
  );
}

/** One more occurrence of a system error. */
export async function countSystemError(tx: Sql, alertId: string, at: Date): Promise<void> {
  await tx.query(
    `update alerts set event_count = event_count + 1, last_received_at = $2, updated_at = $2 where id = $1`,
    [alertId, at],
  );
}
