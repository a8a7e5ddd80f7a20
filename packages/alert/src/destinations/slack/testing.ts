import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://hooks.slack.com/services/T0/B0/x' },
  accepts: [{ status: 200, body: 'ok' }],
};
