import type { Severity } from './severity.ts';

/** In display order. CLOSED is shown as "Invalid". */
export const alertStatuses = ['OPEN', 'TRIAGED', 'RESOLVED', 'CLOSED'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

export const alertTypes = [
  'RULE',
  'RULE_ERROR',
  'SCHEDULED_RULE',
  'SCHEDULED_RULE_ERROR',
  'CORRELATION_RULE',
  'CORRELATION_RULE_ERROR',
  'POLICY',
  'SYSTEM_ERROR',
] as const;
export type AlertType = (typeof alertTypes)[number];

/** An alert as destinations receive it: plain data, nothing a template could execute. */
export interface DeliveredAlert {
  id: string;
  type: AlertType;
  title: string;
  severity: Severity;
  status: AlertStatus;
  description: string;
  runbook: string;
  reference: string;
  createdAt: Date;
  detectionId: string;
  detectionName: string;
  detectionVersionId: string;
  logTypes: string[];
  tags: string[];
  reports: Record<string, string[]>;
  dedupString: string;
  context: unknown;
  firstEventOccurredAt: Date | null;
  /** Address of the alert in the console. */
  url: string;
  /** True for "send test". */
  isTest: boolean;
  /** True when a person sent it again by hand. */
  isResent?: boolean;
  /** Policies only. */
  resourceId?: string;
  /** E-mail address of the assignee. */
  assignee?: string;
}
