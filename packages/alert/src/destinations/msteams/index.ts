import type { HttpReply } from '@margay/kit';
import { replyText } from '@margay/kit';
import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfReply, type DeliveryOutcome } from '../../deliver/outcome.ts';
import { postJson } from '../../requests/json.ts';
import { adaptiveCard } from './adaptive-card.ts';
import { connectorCard } from './connector-card.ts';

export const msTeams = defineDestination({
  id: 'msteams',
  displayName: 'Microsoft Teams',
  description: 'Posts a card to a channel or chat of Microsoft Teams through a workflow.',
  docUrl:
    'https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Microsoft Teams Webhook URL',
      help: 'Of a workflow "When a Teams webhook request is received"; addresses of older connectors work as well.',
      placeholder: 'https://….logic.azure.com/workflows/…',
      secret: true,
    }),
  }),
  async send(alert, { webhookURL }, { http, clock }) {
    const isOfConnector = connectorHosts.test(new URL(webhookURL).hostname);
    const card = isOfConnector ? connectorCard(alert) : adaptiveCard(alert);
    const reply = await http.request(postJson(webhookURL, card));
    const outcome = outcomeOfReply(reply, clock());
    return isOfConnector ? outcomeOfConnector(reply, outcome) : outcome;
  },
});

/**
 * Hosts of Microsoft 365 connectors, which take message cards; workflows take adaptive cards only
 * (https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using).
 */
const connectorHosts = /(^|\.)(webhook\.office\.com|outlook\.office\.com|outlook\.office365\.com)$/i;

/**
 * A connector answers 200 even where Teams refused: "1" alone says that the message is there, and the refusal's status
 * stands in the text (same page, "Rate limiting for connectors").
 */
function outcomeOfConnector(reply: HttpReply, outcome: DeliveryOutcome): DeliveryOutcome {
  const said = replyText(reply).trim();
  if (outcome.kind !== 'delivered' || said === '1') return outcome;
  const status = Number(/HTTP error (\d{3})/.exec(said)?.[1] ?? outcome.statusCode);
  return { kind: 'failed', statusCode: status, message: outcome.message };
}
