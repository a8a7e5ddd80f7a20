import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { headerTable } from '../../requests/header-table.ts';
import { postToWebhook } from '../../requests/webhook.ts';

export const torq = defineDestination({
  id: 'torq',
  displayName: 'Torq',
  description: 'Starts a Torq workflow through a webhook integration.',
  docUrl: 'https://kb.torq.io/',
  featureFlag: 'ENABLE_TORQ_DESTINATION',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Torq Webhook URL',
      help: 'Of the webhook integration that triggers the workflow.',
      placeholder: 'https://hooks.torq.io/v1/webhooks/…',
      secret: true,
    }),
    headers: field(headerTable().default({}), {
      label: 'Authentication headers',
      help: 'As the webhook integration demands them. Values are kept secret.',
      kind: 'keyvalue',
      secret: true,
      sentTo: 'webhookURL',
    }),
  }),
  send: (alert, { webhookURL, headers }, context) =>
    postToWebhook(alert, { url: webhookURL, headers }, context),
});
