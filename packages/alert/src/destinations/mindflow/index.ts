import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { postToWebhook } from '../../requests/webhook.ts';

export const mindflow = defineDestination({
  id: 'mindflow',
  displayName: 'Mindflow',
  description: 'Starts a Mindflow flow through a webhook trigger.',
  docUrl: 'https://docs.mindflow.io/',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Mindflow Webhook URL',
      help: 'Of the webhook trigger that begins the flow.',
      placeholder: 'https://….mindflow.io/…',
      secret: true,
    }),
  }),
  send: (alert, { webhookURL }, context) => postToWebhook(alert, { url: webhookURL }, context),
});
