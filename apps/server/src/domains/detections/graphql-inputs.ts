import type { UnitTest } from '@margay/model';
import type { GraphqlParts } from '../../api/builder.ts';
import type { detectionObjects } from './graphql-objects.ts';
import { testStates } from './test-run-store.ts';

interface TestInput {
  name: string;
  expectedResult: boolean;
  resource: string;
  mocks?: { objectName: string; returnValue?: string | null | undefined }[] | null | undefined;
}

/** Tests as they are stored; what was left out stays left out. */
export function testsOf(tests: TestInput[] | null | undefined): UnitTest[] | null | undefined {
  return tests?.map(({ name, expectedResult, resource, mocks }) => ({
    name,
    expectedResult,
    resource,
    mocks: (mocks ?? []).map(({ objectName, returnValue }) => ({
      objectName,
      returnValue: returnValue ?? '',
    })),
  }));
}

/** Page and size within their limits. */
export function pageOf(input: { page?: number | null; pageSize?: number | null } | null | undefined) {
  return {
    page: Math.max(1, input?.page ?? 1),
    pageSize: Math.min(1000, Math.max(1, input?.pageSize ?? 25)),
  };
}

export function pagingOf({ page, pageSize }: { page: number; pageSize: number }, total: number) {
  return { thisPage: page, totalPages: Math.max(1, Math.ceil(total / pageSize)), totalItems: total };
}

export function detectionInputs(
  { builder, shared }: GraphqlParts,
  { ComplianceStatus }: Pick<ReturnType<typeof detectionObjects>, 'ComplianceStatus'>,
) {
  const MockInput = builder.inputType('MockInput', {
    fields: (t) => ({ objectName: t.string({ required: true }), returnValue: t.string() }),
  });
  const UnitTestInput = builder.inputType('UnitTestInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      expectedResult: t.boolean({ required: true }),
      resource: t.string({ required: true }),
      mocks: t.field({ type: [MockInput] }),
    }),
  });
  const PutRuleInput = builder.inputType('PutRuleInput', {
    description: 'What is left out stays as it is, or is the usual value of a new rule; null takes it away.',
    fields: (t) => ({
      id: t.id({ required: true }),
      isNew: t.boolean({ defaultValue: false }),
      versionId: t.id(),
      analysisType: t.field({ type: shared.DetectionKind }),
      body: t.string(),
      displayName: t.string(),
      description: t.string(),
      enabled: t.boolean({ required: true }),
      severity: t.field({ type: shared.Severity, required: true }),
      dedupPeriodMinutes: t.int(),
      threshold: t.int(),
      logTypes: t.stringList(),
      scheduledQueries: t.stringList(),
      baseDetection: t.id({ description: 'Makes it a derived rule: only what differs is stored.' }),
      outputIds: t.stringList(),
      reference: t.string(),
      runbook: t.string(),
      reports: t.field({ type: [shared.KeyValuesInput] }),
      tags: t.stringList(),
      tests: t.field({ type: [UnitTestInput] }),
      summaryAttributes: t.stringList(),
      createAlert: t.boolean(),
      simpleDetectionBody: t.string(),
      inlineFilters: t.string(),
      dynamicAlertTitle: t.string(),
      dynamicAlertContext: t.string(),
      dynamicGroupBy: t.string(),
      dynamicSeverities: t.string(),
      status: t.string(),
      onlyUseBaseRiskScore: t.boolean(),
    }),
  });
  const PutPolicyInput = builder.inputType('PutPolicyInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      isNew: t.boolean({ defaultValue: false }),
      versionId: t.id(),
      body: t.string({ required: true }),
      displayName: t.string(),
      description: t.string(),
      enabled: t.boolean({ required: true }),
      severity: t.field({ type: shared.Severity, required: true }),
      resourceTypes: t.stringList(),
      suppressions: t.stringList(),
      outputIds: t.stringList(),
      reference: t.string(),
      runbook: t.string(),
      reports: t.field({ type: [shared.KeyValuesInput] }),
      tags: t.stringList(),
      tests: t.field({ type: [UnitTestInput] }),
      status: t.string(),
    }),
  });
  const TestStateType = builder.enumType('DetectionTestState', { values: testStates });
  const SortBy = builder.enumType('DetectionsSortBy', {
    values: ['displayName', 'id', 'lastModified', 'enabled', 'severity'] as const,
  });
  const ListInput = builder.inputType('ListDetectionsInput', {
    fields: (t) => ({
      analysisTypes: t.field({
        type: [shared.DetectionKind],
        description: 'Left out: every kind the caller may read.',
      }),
      nameContains: t.string(),
      enabled: t.boolean(),
      managed: t.boolean(),
      severity: t.field({ type: [shared.Severity] }),
      logTypes: t.stringList(),
      resourceTypes: t.stringList(),
      scheduledQueries: t.stringList(),
      tags: t.stringList(),
      testStates: t.field({
        type: [TestStateType],
        description: 'How the unit tests of the present version went; one not run yet has none of these.',
      }),
      codeContains: t.string({ description: 'In the text of the rule, its own or the one it takes over.' }),
      createdBy: t.id(),
      lastModifiedBy: t.id(),
      complianceStatus: t.field({
        type: ComplianceStatus,
        description: 'Only policies that judge something, with this as their worst status.',
      }),
      sortBy: t.field({ type: SortBy, defaultValue: 'lastModified' }),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'descending' }),
      pageSize: t.int({ defaultValue: 25 }),
      page: t.int({ defaultValue: 1 }),
    }),
  });
  return { ListInput, PutPolicyInput, PutRuleInput };
}
