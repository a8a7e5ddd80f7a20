import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://hooks.torq.io/v1/webhooks/a', headers: { 'X-Torq-Key': 'torq-secret' } },
  accepts: [{ status: 200, body: '{"id":"1"}' }],
};
