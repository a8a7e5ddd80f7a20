import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://hooks.mindflow.io/webhooks/a' },
  accepts: [{ status: 200, body: '{"status":"ok"}' }],
};
