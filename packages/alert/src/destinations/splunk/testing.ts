import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { hecURL: 'https://splunk.example.com:8088', token: 'hec-token', index: 'alerts' },
  accepts: [{ status: 200, body: '{"text":"Success","code":0}' }],
};
