import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { headerToken } from '../../requests/authorization.ts';
import { postToWebhook } from '../../requests/webhook.ts';

export const rapid7 = defineDestination({
  id: 'rapid7',
  displayName: 'Rapid7 Insight Connect',
  description: 'Starts an InsightConnect workflow through its API trigger.',
  docUrl: 'https://docs.rapid7.com/insightconnect/api-trigger/',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Trigger URL',
      help: 'Of the API trigger that begins the workflow.',
      placeholder: 'https://us.api.insight.rapid7.com/connect/v1/workflows/…/events/execute',
      secret: true,
    }),
    apiKey: field(headerToken().optional(), {
      label: 'API Key',
      help: 'A key of the organization, where the trigger demands one.',
      secret: true,
      sentTo: 'webhookURL',
    }),
  }),
  send: (alert, { webhookURL, apiKey }, context) =>
    postToWebhook(
      alert,
      {
        url: webhookURL,
        // https://docs.rapid7.com/insight/api-overview/
        headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
      },
      context,
    ),
});
