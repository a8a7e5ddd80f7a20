import type { DeliveredAlert } from '@margay/model';
import type { AlertRecord } from './record.ts';

/** Where the console shows an alert. */
export const alertUrl = (consoleUrl: string, id: string) =>
  `${consoleUrl.replace(/\/$/, '')}/alerts-and-errors/${id}/`;

/** A stored alert as destinations receive it. */
export function deliveredAlert(
  alert: AlertRecord,
  consoleUrl: string,
  more: Pick<DeliveredAlert, 'isResent' | 'assignee'> = {},
): DeliveredAlert {
  return {
    id: alert.id,
    type: alert.type,
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    description: alert.description,
    runbook: alert.runbook,
    reference: alert.reference,
    createdAt: alert.createdAt,
    detectionId: alert.detectionId,
    detectionName: alert.detectionName,
    detectionVersionId: alert.detectionVersionId,
    logTypes: alert.logTypes,
    tags: alert.tags,
    reports: alert.reports,
    dedupString: alert.dedupString,
    context: parsedJson(alert.contextJson),
    firstEventOccurredAt: alert.firstEventAt,
    url: alertUrl(consoleUrl, alert.id),
    isTest: false,
    ...(alert.resourceId === null ? {} : { resourceId: alert.resourceId }),
    ...more,
  };
}

/** A context that is no JSON is shown as the text it is. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
