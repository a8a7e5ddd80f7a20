import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { alertSourceURL: 'https://api.incident.io/v2/alert_events/http/01ABC', token: 'inc-token' },
  accepts: [
    { status: 202, body: '{"status":"success","message":"Event accepted","deduplication_key":"b0c1d2e3f4"}' },
  ],
};
