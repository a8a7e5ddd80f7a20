import type { DeliveredAlert, Severity } from '@margay/model';
import { cutText } from '../../dedup/texts.ts';
import { escapeHtml, html } from '../../document/html.ts';
import { fitText } from '../../document/fit-text.ts';
import { productName } from '../../document/product.ts';
import { richBody } from '../../document/rich-body.ts';
import { deliveredTitle } from '../../document/title.ts';

const priorityOf: Record<Severity, 'P1' | 'P2' | 'P3' | 'P4' | 'P5'> = {
  CRITICAL: 'P1',
  HIGH: 'P2',
  MEDIUM: 'P3',
  LOW: 'P4',
  INFO: 'P5',
};

// In characters: https://docs.opsgenie.com/docs/alerts-and-alert-fields
const messageLimit = 130;
const descriptionLimit = 15_000;
const tagLimit = 50;
const mostTags = 20;
const detailLimit = 500;

/** Opsgenie reads message and description as HTML. One alias is one open alert, so a repeat is no second one. */
export function opsgenieAlert(alert: DeliveredAlert) {
  return {
    message: fitText(deliveredTitle(alert), messageLimit, escapeHtml),
    alias: alert.id,
    description: richBody(alert, html, descriptionLimit),
    tags: alert.tags.slice(0, mostTags).map((tag) => cutText(tag, tagLimit)),
    details: {
      alertId: alert.id,
      detectionId: cutText(alert.detectionId, detailLimit),
      severity: alert.severity,
      type: alert.type,
      link: cutText(alert.url, detailLimit),
    },
    source: productName,
    priority: priorityOf[alert.severity],
  };
}
