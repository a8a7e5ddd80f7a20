import type { DeliveredAlert } from '@margay/model';

/** What "send test alert" sends. `consoleUrl` is the console's root. */
export function testAlert(consoleUrl: string, now: Date): DeliveredAlert {
  return {
    id: 'Test.Alert',
    type: 'RULE',
    title: 'This is a Test Alert',
    severity: 'INFO',
    status: 'OPEN',
    description: 'A test of this destination. Nothing has happened.',
    runbook: '',
    reference: '',
    createdAt: now,
    detectionId: 'Test.Alert',
    detectionName: 'Test Alert',
    detectionVersionId: '',
    logTypes: [],
    tags: ['test'],
    reports: {},
    dedupString: '',
    context: {},
    firstEventOccurredAt: null,
    url: consoleUrl,
    isTest: true,
  };
}
