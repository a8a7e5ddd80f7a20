import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfReply } from '../../deliver/outcome.ts';
import { postJson } from '../../requests/json.ts';
import { slackMessage } from './payload.ts';

export const slack = defineDestination({
  id: 'slack',
  displayName: 'Slack',
  description: 'Posts a message to a Slack channel through an incoming webhook.',
  docUrl: 'https://api.slack.com/messaging/webhooks',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Slack Webhook URL',
      help: 'The address Slack gave the incoming webhook of the channel.',
      placeholder: 'https://hooks.slack.com/services/...',
      secret: true,
    }),
  }),
  async send(alert, { webhookURL }, { http, clock }) {
    const reply = await http.request(postJson(webhookURL, slackMessage(alert)));
    return outcomeOfReply(reply, clock());
  },
});
