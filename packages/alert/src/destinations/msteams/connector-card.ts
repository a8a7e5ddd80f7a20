import type { DeliveredAlert } from '@margay/model';
import { severityColors } from '../../document/severity-colors.ts';
import { cardParts, openLabel } from './card-parts.ts';

/**
 * A message card of the older connectors (https://learn.microsoft.com/en-us/outlook/actionable-messages/message-card-reference).
 * `markdown: false`: texts of an event stay text.
 */
export function connectorCard(alert: DeliveredAlert) {
  const { title, facts } = cardParts(alert);
  return {
    '@type': 'MessageCard',
    '@context': 'https://schema.org/extensions',
    summary: title,
    themeColor: severityColors[alert.severity].slice(1),
    sections: [{ activityTitle: title, facts, markdown: false }],
    potentialAction: [{ '@type': 'OpenUri', name: openLabel, targets: [{ os: 'default', uri: alert.url }] }],
  };
}
