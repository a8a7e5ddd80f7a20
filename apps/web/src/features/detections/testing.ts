import { answeringServer } from '../../testing/answering-server.ts';
import type { PutRuleInput, Rule } from './queries.ts';

/** Of somebody who writes rules. */
export const permissions = ['RuleModify', 'AlertRead', 'DestinationRead'];
/** Where the rule of `storedRule` is edited. */
export const editPath = '/build/detections/rules/Okta.Push/edit/';

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

/** The same with a unit test. */
export const testedRule = (change: Partial<Rule> = {}): Rule =>
  storedRule({
    tests: [{ name: 'Denied push', expectedResult: true, resource: '{}', mocks: [] }],
    ...change,
  });

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

/** What the server answers when the tests of a rule are run, and all of them pass. */
export const passedTests = (input: PutRuleInput) => ({
  testDetection: {
    results: input.tests.map(({ name }) => ({
      name,
      result: 'PASS',
      passed: true,
      expectedResult: true,
      actualResult: true,
      error: null,
      line: null,
      output: 'seen\n',
      functions: [{ name: 'detection', output: 'true', error: null, traceback: null }],
    })),
  },
});

/** The same server with a list of that one rule, whose tests print and say what their functions returned. */
export function ruleServer(stored: Rule, answers: Record<string, Answer> = {}) {
  const page = { thisPage: 1, totalPages: 1, totalItems: 1 };
  return builderServer(stored, {
    ListDetections: () => ({ detections: { detections: [stored], paging: page } }),
    ListDetectionIds: () => ({
      detections: { detections: [{ __typename: 'Rule', id: stored.id }], paging: page },
    }),
    DetectionsSummary: () => ({
      all: { detections: [{ __typename: 'Rule', tags: stored.tags }], paging: { totalItems: 1 } },
      enabled: { paging: { totalItems: 1 } },
      failing: { paging: { totalItems: 0 } },
      untested: { paging: { totalItems: 0 } },
    }),
    DetectionActivity: () => ({
      detectionAlerts: [{ detectionId: stored.id, perDay: [0, 0, 0, 0, 0, 2, 1] }],
      detectionLastMatches: [{ detectionId: stored.id, at: '2026-11-20T10:00:00Z' }],
    }),
    SetDetectionsEnabled: () => ({ setDetectionsEnabled: { ids: [stored.id] } }),
    TestDetection: ({ input }) => passedTests(input as PutRuleInput),
    ...answers,
  });
}
