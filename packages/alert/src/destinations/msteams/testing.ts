import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { webhookURL: 'https://prod-1.westeurope.logic.azure.com/workflows/w1/triggers/manual' },
  accepts: [{ status: 202 }],
};
