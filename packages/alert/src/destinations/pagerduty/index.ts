import { field, requiredText } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfMade } from '../../deliver/outcome.ts';
import { postJson } from '../../requests/json.ts';
import { pagerDutyEvent } from './payload.ts';

/** https://developer.pagerduty.com/docs/events-api-v2-overview; accounts of the EU service region have their own host. */
const addresses = {
  US: 'https://events.pagerduty.com/v2/enqueue',
  EU: 'https://events.eu.pagerduty.com/v2/enqueue',
};

const Answer = z.object({ dedup_key: z.string() });

export const pagerDuty = defineDestination({
  id: 'pagerduty',
  displayName: 'PagerDuty',
  description: 'Triggers an alert of a PagerDuty service.',
  docUrl: 'https://developer.pagerduty.com/docs/events-api-v2-overview',
  settings: z.object({
    integrationKey: field(
      requiredText().refine((key) => /^[0-9a-fA-F]{32}$/.test(key), {
        error: 'Must be exactly 32 digits and letters a to f',
      }),
      {
        label: 'Integration Key',
        help: 'Of an "Events API V2" integration of the service, 32 characters.',
        secret: true,
      },
    ),
    serviceRegion: field(z.enum(['US', 'EU']).default('US'), {
      label: 'Service Region',
      help: 'Where the PagerDuty account is.',
      optionLabels: { US: 'United States', EU: 'European Union' },
    }),
  }),
  async send(alert, { integrationKey, serviceRegion }, { http, clock }) {
    const reply = await http.request(
      postJson(addresses[serviceRegion], pagerDutyEvent(alert, integrationKey)),
    );
    return outcomeOfMade(reply, clock(), (body) => {
      const answer = Answer.safeParse(body).data;
      return answer && { label: answer.dedup_key };
    });
  },
});
