import {
  alertsOfKind,
  type AlertingKind,
  type AlertType,
  type EventObject,
  type PythonRule,
  type Severity,
} from '@margay/model';

/** What grouping needs to know of a detection, as it was when it found something. */
export interface DetectionFacts {
  id: string;
  versionId: string;
  kind: AlertingKind;
  displayName: string;
  logTypes: string[];
  severity: Severity;
  description: string;
  runbook: string;
  reference: string;
  dedupPeriodMinutes: number;
  threshold: number;
  createAlert: boolean;
  tags: string[];
  reports: Record<string, string[]>;
  outputIds: string[];
  summaryAttributes: string[];
}

/** What a detection's functions said about one event; an absent text falls back to the detection's settings. */
export interface FindingTexts {
  title?: string;
  dedup?: string;
  severity?: Severity;
  description?: string;
  runbook?: string;
  reference?: string;
  /** Empty: deliver to nobody. Absent: not decided by the detection. */
  destinations?: string[];
  unique?: string;
  contextJson?: string;
}

/** The event a finding is about. */
export interface FindingEvent {
  logType: string;
  sourceId: string;
  eventTime: Date | null;
  rowId: string;
  event: EventObject;
}

export interface FindingBase {
  detection: DetectionFacts;
  /** When it was processed: windows are measured by this clock, not by event time. */
  at: Date;
  /** When it was found, where that is later: an event judged after its time groups as then, its alert is of now. */
  foundAt?: Date;
  event: FindingEvent | null;
  /** The others, where it is about several. */
  furtherEvents?: readonly FindingEvent[];
  /** Policies only. */
  resource?: { id: string; type: string };
}

export type Finding =
  | (FindingBase & { kind: 'match'; texts: FindingTexts })
  | (FindingBase & { kind: 'error'; error: string; traceback?: string });

export type FindingKind = Finding['kind'];

export function alertTypeOf(finding: Pick<Finding, 'kind' | 'detection'>): AlertType {
  return alertsOfKind(finding.detection.kind).types[finding.kind];
}

export function detectionFactsOf(rule: PythonRule): DetectionFacts {
  const { body: _body, ...facts } = rule;
  return facts;
}

export const foundAtOf = ({ at, foundAt }: Pick<FindingBase, 'at' | 'foundAt'>): Date => foundAt ?? at;

export function findingEventsOf({
  event,
  furtherEvents = [],
}: Pick<FindingBase, 'event' | 'furtherEvents'>): readonly FindingEvent[] {
  return event === null ? furtherEvents : [event, ...furtherEvents];
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The facts grouping needs of a normalised event; a missing one is empty, never an error. */
export function findingEventOf(event: EventObject): FindingEvent {
  return {
    logType: text(event['p_log_type']),
    sourceId: text(event['p_source_id']),
    eventTime: dateOfTimestamp(text(event['p_event_time'])),
    rowId: text(event['p_row_id']),
    event,
  };
}

/** `YYYY-MM-DD HH:MM:SS.fffffffff`, UTC, cut to milliseconds. */
function dateOfTimestamp(timestamp: string): Date | null {
  const date = new Date(`${timestamp.slice(0, 23).replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
