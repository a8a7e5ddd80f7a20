import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: {
    orgDomain: 'https://acme.example/jira',
    projectKey: 'SEC',
    authentication: 'token',
    token: 'jira-access-token',
    assignee: 'ada',
    issueType: 'Task',
    labels: ['margay'],
  },
  accepts: [{ status: 201, body: '{"id":"10000","key":"SEC-24"}' }],
};
