import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: { repoName: 'acme/alerts', token: 'github_pat_1' },
  accepts: [{ status: 201, body: '{"number":7,"html_url":"https://github.com/acme/alerts/issues/7"}' }],
};
