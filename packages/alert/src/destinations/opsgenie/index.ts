import { field } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfMade } from '../../deliver/outcome.ts';
import { headerToken } from '../../requests/authorization.ts';
import { postJson } from '../../requests/json.ts';
import { opsgenieAlert } from './payload.ts';

/** https://docs.opsgenie.com/docs/alert-api#create-alert */
const addresses = {
  US: 'https://api.opsgenie.com/v2/alerts',
  EU: 'https://api.eu.opsgenie.com/v2/alerts',
};

const Answer = z.object({ requestId: z.string() });

export const opsgenie = defineDestination({
  id: 'opsgenie',
  displayName: 'Opsgenie',
  description: 'Creates an alert in Opsgenie.',
  docUrl: 'https://docs.opsgenie.com/docs/alert-api',
  settings: z.object({
    apiKey: field(headerToken(), {
      label: 'Opsgenie API Key',
      help: 'Of an API integration that may create alerts.',
      secret: true,
    }),
    serviceRegion: field(z.enum(['US', 'EU']).default('US'), {
      label: 'Service Region',
      help: 'Where the Opsgenie account is.',
      optionLabels: { US: 'United States', EU: 'European Union' },
    }),
  }),
  summary: ({ serviceRegion }) => serviceRegion,
  async send(alert, { apiKey, serviceRegion }, { http, clock }) {
    const reply = await http.request(
      postJson(addresses[serviceRegion], opsgenieAlert(alert), { authorization: `GenieKey ${apiKey}` }),
    );
    return outcomeOfMade(reply, clock(), (body) => {
      const answer = Answer.safeParse(body).data;
      return answer && { label: answer.requestId };
    });
  },
});
