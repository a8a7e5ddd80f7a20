import type { DeliveredAlert } from '@margay/model';
import { cutText } from '../../dedup/texts.ts';
import { contextOf } from '../../document/alert-document.ts';
import { deliveredTitle } from '../../document/title.ts';

/*
 * A message is at most 28 KB
 * (https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook); a
 * character takes up to six bytes of JSON, and a card is read in a channel.
 */
const titleLimit = 300;
const textLimit = 1000;
const contextTextLimit = 1500;

/** What both kinds of card show, as plain text. */
export function cardParts(alert: DeliveredAlert): {
  title: string;
  facts: { name: string; value: string }[];
} {
  const facts = [
    { name: 'Severity', value: alert.severity },
    { name: 'Description', value: cutText(alert.description, textLimit) },
    { name: 'Runbook', value: cutText(alert.runbook, textLimit) },
    { name: 'Tags', value: cutText(alert.tags.join(', '), titleLimit) },
    { name: 'Alert ID', value: alert.id },
    {
      name: 'AlertContext',
      value: cutText(JSON.stringify(contextOf(alert), null, 2), contextTextLimit),
    },
  ];
  return {
    title: cutText(deliveredTitle(alert), titleLimit),
    facts: facts.filter(({ value }) => value !== ''),
  };
}

export const openLabel = 'Open in the console';
