import {
  alertsOfKind,
  kindOfAlertType,
  type AlertType,
  type DeliveredAlert,
  type Severity,
} from '@margay/model';
import { deliveredTitle, nameOfAlert } from './title.ts';

/** The alert as machines receive it. Every key is always there; lists and objects are never null. */
export interface AlertDocument {
  /** Of the detection; of the source or destination for system errors. */
  id: string;
  alertId: string;
  /** RFC 3339, UTC. */
  createdAt: string;
  severity: Severity;
  type: AlertType;
  link: string;
  title: string;
  name: string | null;
  description: string;
  runbook: string;
  tags: string[];
  version: string | null;
  alertContext: Record<string, unknown>;
  reference: string;
  logTypes: string[];
  resourceId: string | null;
  assignee: string | null;
}

export function alertDocument(alert: DeliveredAlert): AlertDocument {
  return {
    id: alert.detectionId,
    alertId: alert.id,
    createdAt: alert.createdAt.toISOString(),
    severity: alert.severity,
    type: alert.type,
    link: alert.url,
    title: deliveredTitle(alert),
    name: alert.detectionName || null,
    description: alert.description,
    runbook: alert.runbook,
    tags: alert.tags,
    version: alert.detectionVersionId || null,
    alertContext: contextOf(alert),
    reference: alert.reference,
    logTypes: alert.logTypes,
    resourceId: alert.resourceId ?? null,
    assignee: alert.assignee ?? null,
  };
}

/** The alert's context; anything but an object is wrapped, so that the key always holds one. */
export function contextOf(alert: DeliveredAlert): Record<string, unknown> {
  const { context } = alert;
  if (context === null || context === undefined) return {};
  if (typeof context !== 'object' || Array.isArray(context)) return { value: context };
  return { ...context };
}

/** The alert as a few lines of text, for mails and notes. */
export function longText(alert: DeliveredAlert): string {
  const name = nameOfAlert(alert);
  const kind = kindOfAlertType(alert.type);
  const happened = kind === undefined ? 'encountered an error' : alertsOfKind(kind).happened;
  return [
    `${name} ${happened}`,
    `For more details please visit: ${alert.url}`,
    `Severity: ${alert.severity}`,
    `Runbook: ${alert.runbook}`,
    `Reference: ${alert.reference}`,
    `Description: ${alert.description}`,
    `AlertContext: ${JSON.stringify(contextOf(alert))}`,
  ].join('\n');
}

/** What a "rich body" shows, label by label, each target in its own markup. */
export function richParts(alert: DeliveredAlert): { label: string; text: string }[] {
  return [
    { label: 'Description', text: alert.description },
    { label: 'Link', text: alert.url },
    { label: 'Runbook', text: alert.runbook },
    { label: 'Severity', text: alert.severity },
    { label: 'Tags', text: alert.tags.join(', ') },
    { label: 'Reference', text: alert.reference },
    { label: 'Rule ID', text: alert.detectionId },
    { label: 'Alert ID', text: alert.id },
    { label: 'AlertContext', text: JSON.stringify(contextOf(alert), null, 2) },
  ];
}
