import { alertStatuses, alertTypes, severities } from '@margay/model';
import * as z from 'zod';
import { nullableAuthor } from '../../api/author.ts';
import { relatedComponents, systemErrorTypes } from '../../findings/index.ts';

export const SystemErrorOrigin = z.object({
  type: z.enum(systemErrorTypes),
  relatedComponent: z.enum(relatedComponents),
  relatedId: z.string(),
  relatedName: z.string(),
  details: z.unknown(),
  /** Absent where the details quote no raw lines. */
  quotedLogTypes: z.array(z.string()).optional(),
});
export type SystemErrorOrigin = z.infer<typeof SystemErrorOrigin>;

export const deliveryStates = ['NONE', 'PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** One alert as it is stored. */
export type AlertRecord = z.output<typeof AlertRecord>;
export const AlertRecord = z
  .object({
    id: z.string(),
    type: z.enum(alertTypes),
    title: z.string(),
    severity: z.enum(severities),
    status: z.enum(alertStatuses),
    description: z.string(),
    runbook: z.string(),
    reference: z.string(),
    created_at: z.date(),
    first_match_at: z.date(),
    updated_at: z.date(),
    updated_by: z.unknown(),
    status_updated_at: z.date().nullable(),
    status_updated_by: z.unknown(),
    first_event_at: z.date().nullable(),
    last_event_at: z.date().nullable(),
    last_received_at: z.date(),
    event_count: z.number(),
    assignee_id: z.string().nullable(),
    detection_id: z.string(),
    detection_version_id: z.string(),
    detection_name: z.string(),
    log_types: z.array(z.string()),
    source_ids: z.array(z.string()),
    resource_id: z.string().nullable(),
    resource_types: z.array(z.string()),
    dedup_string: z.string(),
    dedup_period_minutes: z.number(),
    threshold: z.number(),
    tags: z.array(z.string()),
    reports: z.record(z.string(), z.array(z.string())),
    context: z.string(),
    summary_attributes: z.array(z.string()),
    system_error: SystemErrorOrigin.nullable(),
    delivery_state: z.enum(deliveryStates),
  })
  .transform((row) => ({
    id: row.id,
    type: row.type,
    title: row.title,
    severity: row.severity,
    status: row.status,
    description: row.description,
    runbook: row.runbook,
    reference: row.reference,
    createdAt: row.created_at,
    firstMatchAt: row.first_match_at,
    updatedAt: row.updated_at,
    updatedBy: nullableAuthor(row.updated_by ?? null),
    statusUpdatedAt: row.status_updated_at,
    statusUpdatedBy: nullableAuthor(row.status_updated_by ?? null),
    firstEventAt: row.first_event_at,
    lastEventAt: row.last_event_at,
    lastReceivedAt: row.last_received_at,
    eventCount: row.event_count,
    assigneeId: row.assignee_id,
    detectionId: row.detection_id,
    detectionVersionId: row.detection_version_id,
    detectionName: row.detection_name,
    logTypes: row.log_types,
    sourceIds: row.source_ids,
    resourceId: row.resource_id,
    resourceTypes: row.resource_types,
    dedupString: row.dedup_string,
    dedupPeriodMinutes: row.dedup_period_minutes,
    threshold: row.threshold,
    tags: row.tags,
    reports: row.reports,
    contextJson: row.context,
    summaryAttributes: row.summary_attributes,
    systemError: row.system_error,
    deliveryState: row.delivery_state,
  }));

/** State of the newest attempt per destination, and what still waits. */
const deliveryState = `case
  when exists (select 1 from (select distinct on (output_id) success from delivery_attempts t
    where t.alert_id = a.id order by output_id, dispatched_at desc, id desc) newest where not success) then 'FAILED'
  when exists (select 1 from deliveries d where d.alert_id = a.id and d.status = 'PENDING') then 'PENDING'
  when exists (select 1 from delivery_attempts t where t.alert_id = a.id) then 'SUCCEEDED'
  else 'NONE' end as delivery_state`;

/** What `AlertRecord` parses, from a table with the alias `a`. */
export const alertColumns = `a.id, a.type, a.title, a.severity, a.status, a.description, a.runbook, a.reference,
  a.created_at, a.first_match_at, a.updated_at, a.updated_by, a.status_updated_at, a.status_updated_by,
  a.first_event_at, a.last_event_at, a.last_received_at, a.event_count, a.assignee_id, a.detection_id,
  a.detection_version_id, a.detection_name, a.log_types, a.source_ids, a.resource_id, a.resource_types,
  a.dedup_string, a.dedup_period_minutes, a.threshold, a.tags, a.reports, a.context, a.summary_attributes,
  a.system_error, ${deliveryState}`;
