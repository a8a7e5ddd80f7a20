import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://app.blinkops.com/api/v1/webhooks/a' },
  accepts: [{ status: 200, body: '{"status":"ok"}' }],
};
