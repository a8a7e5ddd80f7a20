import { alertListingTypes, alertTypesOfListing, openAlertTypes } from '@margay/alert';
import { spelledOut, type LogTypeAccess } from '@margay/auth';
import { alertStatuses, alertTypes, severities } from '@margay/model';
import * as z from 'zod';
import type { AlertRecord } from './record.ts';

/** Which alerts a list shows. Kept as data, since an edit of everything that matches runs later, as a job. */
export const AlertFilter = z.object({
  type: z.enum(alertListingTypes).default('ALERT'),
  subtypes: z.array(z.enum(alertTypes)).optional(),
  detectionId: z.string().optional(),
  severities: z.array(z.enum(severities)).optional(),
  statuses: z.array(z.enum(alertStatuses)).optional(),
  assigneeIds: z.array(z.string()).optional(),
  /** Alerts of nobody; beside `assigneeIds` both count. */
  unassigned: z.boolean().optional(),
  logTypes: z.array(z.string()).optional(),
  logSources: z.array(z.string()).optional(),
  resourceTypes: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  nameContains: z.string().optional(),
  eventCountMin: z.number().optional(),
  eventCountMax: z.number().optional(),
  createdAtAfter: z.coerce.date().optional(),
  createdAtBefore: z.coerce.date().optional(),
});
export type AlertFilter = z.output<typeof AlertFilter>;

/** A condition in SQL on alerts with the alias `a`; values go through `bind`. */
export function conditionOf(
  filter: AlertFilter,
  access: LogTypeAccess,
  bind: (value: unknown) => string,
): string {
  const parts = [`a.type = any(${bind(typesOf(filter))}::text[])`];
  const isIn = (column: string, values: readonly string[] | undefined) => {
    if (values !== undefined && values.length > 0)
      parts.push(`${column} = any(${bind([...values])}::text[])`);
  };
  const overlaps = (column: string, values: readonly string[] | undefined) => {
    if (values !== undefined && values.length > 0) parts.push(`${column} && ${bind([...values])}::text[]`);
  };
  const compares = (column: string, operator: '>=' | '<=', value: number | Date | undefined) => {
    if (value !== undefined) parts.push(`${column} ${operator} ${bind(value)}`);
  };
  isIn('a.severity', filter.severities);
  isIn('a.status', filter.statuses);
  overlaps('a.log_types', filter.logTypes);
  overlaps('a.source_ids', filter.logSources);
  overlaps('a.resource_types', filter.resourceTypes);
  overlaps('a.tags', filter.tags);
  compares('a.event_count', '>=', filter.eventCountMin);
  compares('a.event_count', '<=', filter.eventCountMax);
  compares('a.created_at', '>=', filter.createdAtAfter);
  compares('a.created_at', '<=', filter.createdAtBefore);
  if (filter.detectionId !== undefined)
    parts.push(`a.detection_id = ${bind(filter.detectionId)} and a.type <> 'SYSTEM_ERROR'`);
  if (filter.nameContains !== undefined && filter.nameContains !== '')
    parts.push(`position(lower(${bind(filter.nameContains)}) in lower(a.title)) > 0`);
  const assignees = filter.assigneeIds ?? [];
  if (assignees.length > 0 || filter.unassigned === true) {
    const own = assignees.length > 0 ? [`a.assignee_id = any(${bind([...assignees])}::text[])`] : [];
    const none = filter.unassigned === true ? ['a.assignee_id is null'] : [];
    parts.push(`(${[...own, ...none].join(' or ')})`);
  }
  parts.push(...accessCondition(access, bind));
  return parts.join(' and ');
}

function typesOf({ type, subtypes }: AlertFilter): string[] {
  const types = alertTypesOfListing(type);
  if (subtypes === undefined || subtypes.length === 0) return [...types];
  return types.filter((candidate) => subtypes.includes(candidate));
}

/** As `mayReadAlert` says it. */
export function accessCondition(access: LogTypeAccess, bind: (value: unknown) => string): string[] {
  if (access.kind === 'ALLOW_ALL') return [];
  const listed = bind(spelledOut(access).logTypes.map((logType) => logType.toLowerCase()));
  const isListed = `lower(log_type) = any(${listed}::text[])`;
  const allowed =
    access.kind === 'ALLOW' ? isListed : access.kind === 'DENY' ? `not ${isListed}` : `${isListed} and false`;
  return [
    `(a.type = any(${bind(openAlertTypes)}::text[]) or (cardinality(a.log_types) > 0 and not exists (
       select 1 from unnest(a.log_types) as log_type where not (${allowed}))))`,
  ];
}

export const alertSortKeys = ['createdAt', 'severity', 'lastReceivedEventAt'] as const;
export type AlertSortKey = (typeof alertSortKeys)[number];

export interface AlertSort {
  by: AlertSortKey;
  dir: 'ascending' | 'descending';
}

interface SortColumn {
  column: string;
  cast: string;
  valueOf(alert: AlertRecord): string | number;
}
const id: SortColumn = { column: 'a.id', cast: 'text', valueOf: (alert) => alert.id };
const created: SortColumn = {
  column: 'a.created_at',
  cast: 'timestamptz',
  valueOf: (alert) => alert.createdAt.toISOString(),
};

/** The columns a list is ordered by, the last one always unique. */
export const sortColumns: Record<AlertSortKey, readonly SortColumn[]> = {
  createdAt: [created, id],
  severity: [
    {
      column: 'a.severity_rank',
      cast: 'int',
      valueOf: (alert) => severities.indexOf(alert.severity),
    },
    created,
    id,
  ],
  lastReceivedEventAt: [
    {
      column: 'a.last_received_at',
      cast: 'timestamptz',
      valueOf: (alert) => alert.lastReceivedAt.toISOString(),
    },
    id,
  ],
};
