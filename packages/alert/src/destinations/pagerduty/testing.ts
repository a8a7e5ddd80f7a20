import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { integrationKey: '0123456789abcdef0123456789abcdef', serviceRegion: 'EU' },
  accepts: [
    {
      status: 202,
      body: '{"status":"success","message":"Event processed","dedup_key":"b0c1d2e3f4"}',
    },
  ],
};
