import type { Replay, ReplayAlert, ReplayCounts } from './replay-types.ts';

type Answers = Record<string, (variables: Record<string, unknown>) => unknown>;

/** A server that answers by operation name. */
export function serverOf(answers: Answers) {
  const calls: { operation: string; variables: Record<string, unknown> }[] = [];
  const request = (document: string, variables: Record<string, unknown> = {}) => {
    const operation = /(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? '';
    calls.push({ operation, variables });
    const answer = answers[operation];
    if (!answer) return Promise.reject(new Error(`nothing answers ${operation}`));
    const reply = answer(variables);
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  };
  return {
    // The documents of the features fix the shapes; the answers have them.
    graphql: request as never,
    callsOf: (name: string) => calls.filter((call) => call.operation === name),
  };
}

/** What the screens around a replay ask for: one rule and its surroundings. */
export function aboutRule(): Answers {
  const rule = {
    id: 'Okta.Push',
    versionId: 'v1',
    displayName: 'Push after push',
    enabled: true,
    managed: false,
    loadError: null,
    severity: 'HIGH',
    logTypes: ['Okta.SystemLog'],
    outputIds: [],
    tags: [],
    createAlert: true,
    lastModified: '2026-11-20T10:00:00Z',
    lastModifiedBy: null,
    description: '',
    body: 'def rule(event):\n    return True\n',
    dedupPeriodMinutes: 60,
    threshold: 1,
    reference: '',
    runbook: '',
    reports: [],
    summaryAttributes: [],
    tests: [{ name: 'Denied push', expectedResult: true, resource: '{}', mocks: [] }],
    createdAt: '2026-11-20T10:00:00Z',
    createdBy: null,
  };
  return {
    GetRule: () => ({ rule }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionDestinations: () => ({ destinations: [] }),
    DetectionLogTypes: () => ({ availableLogTypes: ['Okta.SystemLog'] }),
    DetectionAuthors: () => ({ users: [] }),
    DetectionKnowledge: () => ({ eventFields: [], unifiedNames: [] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    RoutePreview: () => ({ routePreview: { outputIds: [], reason: 'match' } }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
  };
}

export const replayCounts = (change: Partial<ReplayCounts> = {}): ReplayCounts => ({
  totalEvents: 900,
  eventsProcessed: 900,
  candidates: 40,
  eventsRead: 40,
  matches: 0,
  errors: 0,
  alerts: 0,
  bytesRead: 20_480,
  readMs: 120,
  processingMs: 8,
  ...change,
});

export const replayAlert = (change: Partial<ReplayAlert> = {}): ReplayAlert => ({
  id: 'a1',
  title: 'Push by Ana',
  severity: 'HIGH',
  dedupString: 'ana',
  description: 'Somebody accepts pushes',
  runbook: '',
  reference: '',
  context: '{"actor":"ana"}',
  logTypes: ['Okta.SystemLog'],
  eventCount: 3,
  firstMatchAt: '2026-11-19T08:00:00Z',
  createdAt: '2026-11-19T08:00:00Z',
  lastMatchAt: '2026-11-19T08:20:00Z',
  examples: [{ rowId: 'row-1', logType: 'Okta.SystemLog', eventTime: '2026-11-19T08:00:00Z' }],
  receivers: [],
  ...change,
});

export const replay = (change: Partial<Replay> = {}): Replay => ({
  id: '7d1c40b2-9e35-4d00-8000-000000000001',
  detectionId: 'Okta.Push',
  detectionVersionId: 'v1',
  state: 'DONE',
  error: null,
  logTypes: ['Okta.SystemLog'],
  startsAt: '2026-11-11T09:00:00Z',
  endsAt: '2026-11-19T09:00:00Z',
  maxSizeInGB: null,
  createdAt: '2026-11-20T09:00:00Z',
  completedAt: '2026-11-20T09:01:00Z',
  createdBy: { id: 'u1', name: 'Mira' },
  summary: {
    totalAlerts: 1,
    ruleMatchCount: 3,
    ruleErrorCount: 0,
    errors: [],
    evaluationProgress: 1,
    computationProgress: 1,
    logDataSizeEstimate: 18_600_000,
    totalEvents: 900,
    eventsProcessedCount: 900,
    eventsMatchedCount: 3,
    matchesProcessedCount: 3,
    readTimeNanos: 41_000_000,
    processingTimeNanos: 9_800_000,
  },
  ...change,
});
