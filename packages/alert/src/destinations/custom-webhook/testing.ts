import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://hooks.example.com/alerts', headers: { 'X-Key': 'k' } },
  accepts: [{ status: 204 }],
};
