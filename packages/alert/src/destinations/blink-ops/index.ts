import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { postToWebhook } from '../../requests/webhook.ts';

/** Blink takes bodies of 5 MB. */
const limitBytes = 5_000_000;

export const blinkOps = defineDestination({
  id: 'blinkops',
  displayName: 'Blink Ops',
  description: 'Starts a Blink automation through a webhook trigger.',
  docUrl:
    'https://www.docs.blinkops.com/docs/workflows/building-workflows/triggers/event-based-triggers/webhook-triggers',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Blink Ops Webhook URL',
      help: 'Of the webhook trigger that begins the workflow.',
      placeholder: 'https://app.blinkops.com/api/v1/webhooks/…',
      secret: true,
    }),
  }),
  send: (alert, { webhookURL }, context) => postToWebhook(alert, { url: webhookURL, limitBytes }, context),
});
