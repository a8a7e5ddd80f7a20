import { field, webAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfMade } from '../../deliver/outcome.ts';
import { alertDocument } from '../../document/alert-document.ts';
import { fitDocument } from '../../document/fit-document.ts';
import { deliveredTitle } from '../../document/title.ts';
import { bearer, headerToken } from '../../requests/authorization.ts';
import { postJson } from '../../requests/json.ts';

const Answer = z.object({ deduplication_key: z.string() });

/** incident.io states no limit; an alert beyond this helps nobody there. */
const metadataLimitBytes = 400_000;

export const incidentIo = defineDestination({
  id: 'incidentio',
  displayName: 'Incident.io',
  description: 'Sends alert events to an HTTP alert source of incident.io.',
  docUrl: 'https://api-docs.incident.io/tag/Alert-Events-V2',
  settings: z.object({
    alertSourceURL: field(webAddress(), {
      label: 'Alert Source URL',
      help: 'The address that incident.io shows for the alert source of type HTTP.',
      placeholder: 'https://api.incident.io/v2/alert_events/http/…',
    }),
    token: field(headerToken(), {
      label: 'Token',
      help: 'Of the alert source, without the word Bearer.',
      secret: true,
      sentTo: 'alertSourceURL',
    }),
  }),
  async send(alert, { alertSourceURL, token }, { http, clock }) {
    const event = {
      title: deliveredTitle(alert),
      description: alert.description,
      // The same key updates the alert that is there, so a repeat is no second one.
      deduplication_key: alert.id,
      status: 'firing',
      source_url: alert.url,
      metadata: fitDocument(alertDocument(alert), metadataLimitBytes),
    };
    const reply = await http.request(postJson(alertSourceURL, event, bearer(token)));
    return outcomeOfMade(reply, clock(), (body) => ({
      label: Answer.safeParse(body).data?.deduplication_key ?? '',
    }));
  },
});
