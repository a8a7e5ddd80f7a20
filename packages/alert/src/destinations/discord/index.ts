import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfMade } from '../../deliver/outcome.ts';
import { postJson } from '../../requests/json.ts';
import { discordMessage } from './payload.ts';

const Message = z.object({ id: z.string() });

export const discord = defineDestination({
  id: 'discord',
  displayName: 'Discord',
  description: 'Posts a message to a Discord channel through a webhook.',
  docUrl: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  settings: z.object({
    webhookURL: field(webhookAddress(), {
      label: 'Discord Webhook URL',
      help: 'From the settings of the channel: Integrations, Webhooks.',
      placeholder: 'https://discord.com/api/webhooks/…',
      secret: true,
    }),
  }),
  async send(alert, { webhookURL }, { http, clock }) {
    const reply = await http.request(postJson(waiting(webhookURL), discordMessage(alert)));
    return outcomeOfMade(reply, clock(), (body) => ({ label: Message.safeParse(body).data?.id ?? '' }));
  },
});

/** With `wait` Discord answers once the message is there, and with it; without, before it tried. */
function waiting(webhookURL: string): string {
  const url = new URL(webhookURL);
  url.searchParams.set('wait', 'true');
  return url.href;
}
