import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { apiKey: 'genie-key-1', serviceRegion: 'EU' },
  accepts: [
    { status: 202, body: '{"result":"Request will be processed","took":0.1,"requestId":"43a29c5c"}' },
  ],
};
