import type { DestinationSample } from '../testing.ts';

export const sample: DestinationSample = {
  settings: {
    orgDomain: 'https://acme.atlassian.net',
    projectKey: 'SEC',
    userName: 'alerts@acme.example',
    apiKey: 'jira-api-key',
    assigneeId: '5b10a2844c20165700ede21g',
    issueType: 'Task',
    labels: ['margay'],
    priority: 'Medium',
    priorityBySeverity: { CRITICAL: 'Highest' },
  },
  accepts: [{ status: 201, body: '{"id":"10000","key":"SEC-24"}' }],
};
