import type { DeliveredAlert, Severity } from '@margay/model';
import { cutText } from '../../dedup/texts.ts';
import { alertDocument } from '../../document/alert-document.ts';
import { fitDocument } from '../../document/fit-document.ts';
import { productName } from '../../document/product.ts';
import { deliveredTitle } from '../../document/title.ts';

/** The four severities there are: https://developer.pagerduty.com/docs/send-alert-event */
const severityOf: Record<Severity, 'critical' | 'error' | 'warning' | 'info'> = {
  CRITICAL: 'critical',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'info',
  INFO: 'info',
};

/** Of a summary, in characters (https://developer.pagerduty.com/docs/send-alert-event). */
const summaryLimit = 1024;
/** An event is at most 512 KB (same page); the rest of it needs little. */
const detailsLimitBytes = 500_000;

/** A second event with the same `dedup_key` opens nothing new, so a repeat is no second alert. */
export function pagerDutyEvent(alert: DeliveredAlert, routingKey: string) {
  return {
    routing_key: routingKey,
    event_action: 'trigger',
    dedup_key: alert.id,
    client: productName,
    client_url: alert.url,
    payload: {
      summary: cutText(deliveredTitle(alert), summaryLimit),
      severity: severityOf[alert.severity],
      timestamp: alert.createdAt.toISOString(),
      source: productName,
      class: alert.detectionId,
      custom_details: fitDocument(alertDocument(alert), detailsLimitBytes),
    },
    links: [{ href: alert.url, text: 'Open in the console' }],
  };
}
