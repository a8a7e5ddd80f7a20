import {
  alertingKinds,
  alertsOfKind,
  detectionAlertLabels,
  type DetectionAlertType,
} from './detection-kinds/index.ts';
import type { Severity } from './severity.ts';

/** In display order. */
export const alertStatuses = ['OPEN', 'TRIAGED', 'RESOLVED', 'CLOSED'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

export type AlertType = DetectionAlertType | 'SYSTEM_ERROR';
export const alertTypes = [
  ...new Set<AlertType>(alertingKinds.flatMap((kind) => Object.values(alertsOfKind(kind).types))),
  'SYSTEM_ERROR',
] as AlertType[] as [AlertType, ...AlertType[]]; // never empty: it ends with one

/** What people call each type of alert. */
export const alertTypeLabels: Record<AlertType, string> = {
  ...detectionAlertLabels,
  SYSTEM_ERROR: 'System error',
};

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
