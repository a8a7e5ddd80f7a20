import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://discord.com/api/webhooks/1/token' },
  accepts: [{ status: 200, body: '{"id":"1234567890","channel_id":"9"}' }],
};
