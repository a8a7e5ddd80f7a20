import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://acme.tines.com/webhook/a/b' },
  accepts: [{ status: 200, body: '{"status":"ok"}' }],
};
