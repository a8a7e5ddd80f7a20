import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { personalAccessToken: '1/1200:secret', projectGids: ['1200000000000001'] },
  accepts: [
    {
      status: 201,
      body: '{"data":{"gid":"1201","permalink_url":"https://app.asana.com/0/1200000000000001/1201"}}',
    },
  ],
};
