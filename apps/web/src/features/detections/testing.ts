import { answeringServer } from '../../testing/answering-server.ts';
import type { PutRuleInput, Rule } from './queries.ts';

/** A rule as the server answers it. */
export function storedRule(change: Partial<Rule>): Rule {
  return {
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
    tests: [],
    testRun: null,
    createdAt: '2026-11-20T10:00:00Z',
    createdBy: null,
    __typename: 'Rule',
    analysisType: 'RULE',
    parentId: null,
    isSimpleDetection: false,
    simpleDetectionBody: null,
    dynamicAlertTitle: null,
    dynamicAlertContext: null,
    dynamicGroupBy: null,
    dynamicSeverities: null,
    inlineFilters: null,
    scheduledQueries: [],
    baseDetection: null,
    userOverrides: null,
    ...change,
  };
}

const fields = [
  { path: ['eventType'], type: 'string', description: 'What happened', indicators: [] },
  { path: ['client'], type: 'object', description: null, indicators: [] },
  { path: ['client', 'ip'], type: 'string', description: null, indicators: ['ip'] },
  { path: ['target'], type: 'array of object', description: null, indicators: [] },
  { path: ['target', 'id'], type: 'string', description: null, indicators: [] },
];

type Answer = (variables: Record<string, unknown>) => unknown;

/** A server that knows one rule and the fields of its log type, and remembers what it was asked. */
export function builderServer(stored: Rule, answers: Record<string, Answer> = {}) {
  const keep = (variables: Record<string, unknown>) => {
    const input = variables['input'] as Partial<PutRuleInput>;
    return { ...stored, ...input, versionId: 'v2' };
  };
  const defaults: Record<string, Answer> = {
    ListDetectionIds: () => ({
      detections: { detections: [], paging: { thisPage: 1, totalPages: 1, totalItems: 0 } },
    }),
    GetRule: () => ({ rule: stored }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionDestinations: () => ({ destinations: [] }),
    DetectionLogTypes: () => ({ availableLogTypes: ['Okta.SystemLog'] }),
    DetectionAuthors: () => ({ users: [] }),
    DetectionKnowledge: () => ({ eventFields: [], unifiedNames: [] }),
    BuilderFields: () => ({ eventFields: [{ logType: 'Okta.SystemLog', fields }] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    RoutePreview: () => ({ routePreview: { outputIds: [], reason: 'match' } }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
    PutRule: (variables) => ({ putRule: keep(variables) }),
    UpdateRule: (variables) => ({ updateRuleAndFilter: keep(variables) }),
    TestDetection: ({ input }) => ({
      testDetection: {
        results: (input as PutRuleInput).tests.map(({ name, expectedResult }) => ({
          name,
          result: 'PASS',
          passed: true,
          expectedResult,
          actualResult: expectedResult,
          error: null,
          line: null,
          output: '',
          functions: [],
        })),
      },
    }),
  };
  return answeringServer({ ...defaults, ...answers });
}
