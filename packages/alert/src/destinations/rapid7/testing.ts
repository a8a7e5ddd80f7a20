import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: {
    webhookURL: 'https://us.api.insight.rapid7.com/connect/v1/workflows/a/events/execute',
    apiKey: 'rapid-key-1',
  },
  accepts: [{ status: 200, body: '{}' }],
};
