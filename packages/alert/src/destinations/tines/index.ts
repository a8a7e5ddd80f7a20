import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { postToWebhook } from '../../requests/webhook.ts';

export const tines = defineDestination({
  id: 'tines',
  displayName: 'Tines',
  description: 'Starts a Tines story through a webhook action.',
  docUrl: 'https://www.tines.com/docs/actions/types/webhook/',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Tines Webhook URL',
      help: 'Of the webhook action that begins the story.',
      placeholder: 'https://acme.tines.com/webhook/…',
      secret: true,
    }),
  }),
  send: (alert, { webhookURL }, context) => postToWebhook(alert, { url: webhookURL }, context),
});
