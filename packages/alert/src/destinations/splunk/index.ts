import { field, webAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfMade } from '../../deliver/outcome.ts';
import { alertDocument } from '../../document/alert-document.ts';
import { fitDocument } from '../../document/fit-document.ts';
import { productName } from '../../document/product.ts';
import { headerToken } from '../../requests/authorization.ts';
import { postJson } from '../../requests/json.ts';

// https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data/format-events-for-http-event-collector
const path = '/services/collector/event';
const Answer = z.object({ code: z.literal(0) });
/** Splunk Cloud takes a million bytes (https://docs.splunk.com/Documentation/SplunkCloud/latest/Service/SplunkCloudservice, "Data collection"). */
const eventLimitBytes = 950_000;

export const splunk = defineDestination({
  id: 'splunk',
  displayName: 'Splunk',
  description: 'Sends events to an HTTP Event Collector of Splunk.',
  docUrl:
    'https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data/http-event-collector-rest-api-endpoints',
  settings: z.object({
    hecURL: field(webAddress(), {
      label: 'HTTP Event Collector URL',
      help: 'Scheme, host and port of the collector.',
      placeholder: 'https://splunk.example.com:8088',
    }),
    token: field(headerToken(), {
      label: 'Token',
      help: 'Of the collector.',
      secret: true,
      sentTo: 'hecURL',
    }),
    index: field(z.string().trim().optional(), {
      label: 'Index',
      help: 'Where the events go. Empty: as the token says.',
    }),
    sourcetype: field(z.string().trim().default('margay:alert'), { label: 'Source type' }),
  }),
  summary: ({ hecURL }) => new URL(hecURL).host,
  async send(alert, { hecURL, token, index, sourcetype }, { http, clock }) {
    const event = {
      time: alert.createdAt.getTime() / 1000,
      source: productName,
      ...(sourcetype === '' ? {} : { sourcetype }),
      ...(index ? { index } : {}),
      event: fitDocument(alertDocument(alert), eventLimitBytes),
    };
    const reply = await http.request(
      postJson(addressOf(hecURL), event, { authorization: `Splunk ${token}` }),
    );
    return outcomeOfMade(reply, clock(), (body) =>
      Answer.safeParse(body).success ? { label: '' } : undefined,
    );
  },
});

/** People give the collector's address with and without the path of its events. */
function addressOf(hecURL: string): string {
  const base = hecURL.replace(/\/+$/, '');
  return base.endsWith(path) ? base : base + path;
}
