import type { FunctionResult, TestResult } from '@margay/detect';
import { invalidInput } from '@margay/kit';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import type { RuleDefinition } from './definition.ts';
import type { ContentRecord, ItemVersion } from './store.ts';
import { unifiedNamesOf, type UnifiedName as UnifiedNameRecord } from './unified-names.ts';
import { uploadContent, type ItemVerdict } from './upload.ts';

type RuleRecord = ContentRecord<'RULE'>;
const rowLimit = 1000;
const mostFiles = 20_000;

export function detectionTypes({ builder, shared }: GraphqlParts) {
  const Mock = builder.objectRef<RuleDefinition['tests'][number]['mocks'][number]>('Mock').implement({
    auth: 'with-parent',
    fields: (t) => ({ objectName: t.exposeString('objectName'), returnValue: t.exposeString('returnValue') }),
  });
  const UnitTest = builder.objectRef<RuleDefinition['tests'][number]>('UnitTest').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      expectedResult: t.exposeBoolean('expectedResult'),
      resource: t.exposeString('resource'),
      mocks: t.expose('mocks', { type: [Mock] }),
    }),
  });
  const Rule = builder.objectRef<RuleRecord>('Rule').implement({
    auth: ['RuleRead', 'AlertRead'],
    fields: (t) => ({
      id: t.exposeID('id'),
      versionId: t.exposeID('versionId'),
      analysisType: t.field({ type: shared.DetectionKind, resolve: () => 'RULE' as const }),
      displayName: t.exposeString('displayName'),
      enabled: t.exposeBoolean('enabled'),
      managed: t.exposeBoolean('managed'),
      loadError: t.exposeString('loadError', {
        nullable: true,
        description: 'Why it does not run; null when it does.',
      }),
      severity: t.field({ type: shared.Severity, resolve: (rule) => rule.definition.severity }),
      description: t.string({ resolve: (rule) => rule.definition.description }),
      body: t.string({ auth: ['RuleRead'], resolve: (rule) => rule.definition.body }),
      dedupPeriodMinutes: t.int({ resolve: (rule) => rule.definition.dedupPeriodMinutes }),
      threshold: t.int({ resolve: (rule) => rule.definition.threshold }),
      logTypes: t.exposeStringList('logTypes'),
      outputIds: t.stringList({ resolve: (rule) => rule.definition.outputIds }),
      reference: t.string({ resolve: (rule) => rule.definition.reference }),
      runbook: t.string({ resolve: (rule) => rule.definition.runbook }),
      reports: t.field({
        type: [shared.KeyValues],
        resolve: (rule) => Object.entries(rule.definition.reports).map(([key, values]) => ({ key, values })),
      }),
      tags: t.exposeStringList('tags'),
      tests: t.field({ type: [UnitTest], auth: ['RuleRead'], resolve: (rule) => rule.definition.tests }),
      summaryAttributes: t.stringList({ resolve: (rule) => rule.definition.summaryAttributes }),
      createAlert: t.boolean({ resolve: (rule) => rule.definition.createAlert }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.string({ nullable: true, resolve: (rule) => rule.createdBy }),
      createdByExternal: t.string({ resolve: (rule) => rule.definition.createdByExternal }),
      lastModified: t.expose('lastModified', { type: 'DateTime' }),
      lastModifiedBy: t.string({ nullable: true, resolve: (rule) => rule.lastModifiedBy }),
    }),
  });

  const SortBy = builder.enumType('DetectionsSortBy', {
    values: ['displayName', 'id', 'lastModified', 'enabled', 'severity'] as const,
  });
  const ListInput = builder.inputType('ListDetectionsInput', {
    fields: (t) => ({
      nameContains: t.string(),
      enabled: t.boolean(),
      managed: t.boolean(),
      severity: t.field({ type: [shared.Severity] }),
      logTypes: t.stringList(),
      tags: t.stringList(),
      sortBy: t.field({ type: SortBy, defaultValue: 'lastModified' }),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'descending' }),
      pageSize: t.int({ defaultValue: 25 }),
      page: t.int({ defaultValue: 1 }),
    }),
  });
  const ListResponse = builder
    .objectRef<{
      detections: RuleRecord[];
      paging: { thisPage: number; totalPages: number; totalItems: number };
    }>('ListDetectionsResponse')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        detections: t.expose('detections', { type: [Rule] }),
        paging: t.expose('paging', { type: shared.Paging }),
      }),
    });
  const Version = builder.objectRef<ItemVersion>('DetectionVersion').implement({
    auth: ['RuleRead'],
    fields: (t) => ({
      versionId: t.exposeID('versionId'),
      number: t.exposeInt('number'),
      definition: t.expose('definition', { type: 'JSON' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
    }),
  });
  const Helper = builder.objectRef<ContentRecord<'GLOBAL'>>('GlobalHelper').implement({
    auth: ['RuleRead'],
    fields: (t) => ({
      id: t.exposeID('id'),
      description: t.string({ resolve: (helper) => helper.definition.description }),
      body: t.string({ resolve: (helper) => helper.definition.body }),
      tags: t.exposeStringList('tags'),
      managed: t.exposeBoolean('managed'),
      lastModified: t.expose('lastModified', { type: 'DateTime' }),
    }),
  });
  const UnifiedName = builder.objectRef<UnifiedNameRecord>('UnifiedName').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      logType: t.exposeString('logType'),
      source: t.exposeString('source', { description: 'Path in the event, or the function that answers.' }),
    }),
  });
  const Diagnostic = builder
    .objectRef<{
      severity: string;
      code: string;
      message: string;
      line: number;
      column: number;
      endLine: number;
      endColumn: number;
    }>('Diagnostic')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        severity: t.exposeString('severity'),
        code: t.exposeString('code'),
        message: t.exposeString('message'),
        line: t.exposeInt('line'),
        column: t.exposeInt('column'),
        endLine: t.exposeInt('endLine'),
        endColumn: t.exposeInt('endColumn'),
      }),
    });

  builder.queryFields((t) => ({
    detections: t.field({
      type: ListResponse,
      auth: ['RuleRead', 'PolicyRead'],
      args: { input: t.arg({ type: ListInput }) },
      resolve: async (_root, { input }, { services }) => {
        const pageSize = Math.min(rowLimit, Math.max(1, input?.pageSize ?? 25));
        const page = Math.max(1, input?.page ?? 1);
        const { records, total } = await services.detections.page({
          ...(input?.nameContains ? { nameContains: input.nameContains } : {}),
          ...(input?.enabled == null ? {} : { enabled: input.enabled }),
          ...(input?.managed == null ? {} : { managed: input.managed }),
          ...(input?.severity ? { severities: input.severity } : {}),
          ...(input?.logTypes ? { logTypes: input.logTypes } : {}),
          ...(input?.tags ? { tags: input.tags } : {}),
          sortBy: input?.sortBy ?? 'lastModified',
          sortDir: input?.sortDir ?? 'descending',
          page,
          pageSize,
        });
        return {
          detections: records,
          paging: { thisPage: page, totalPages: Math.max(1, Math.ceil(total / pageSize)), totalItems: total },
        };
      },
    }),
    rule: t.field({
      type: Rule,
      nullable: true,
      auth: ['RuleRead'],
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, { services }) => services.detections.rule(input.id),
    }),
    detectionVersions: t.field({
      type: [Version],
      auth: ['RuleRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.versions('RULE', id),
    }),
    listGlobalHelpers: t.field({
      type: [Helper],
      auth: ['RuleRead'],
      resolve: (_root, _args, { services }) => services.detections.helpers(),
    }),
    unifiedNames: t.field({
      description: 'Names that enabled data models give to fields of log types.',
      type: [UnifiedName],
      auth: ['RuleRead'],
      args: { logTypes: t.arg.stringList({ required: true }) },
      resolve: async (_root, { logTypes }, { services }) =>
        unifiedNamesOf(await services.detections.dataModels(), logTypes),
    }),
    checkDetectionBody: t.field({
      description: 'Syntax errors of a Python body, without storing it.',
      type: [Diagnostic],
      auth: ['RuleRead'],
      args: { body: t.arg.string({ required: true }) },
      resolve: (_root, { body }, { services }) => services.detections.check(body),
    }),
  }));

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
    fields: (t) => ({
      id: t.id({ required: true }),
      isNew: t.boolean({ defaultValue: false }),
      versionId: t.id(),
      body: t.string({ required: true }),
      displayName: t.string({ defaultValue: '' }),
      description: t.string({ defaultValue: '' }),
      enabled: t.boolean({ required: true }),
      severity: t.field({ type: shared.Severity, required: true }),
      dedupPeriodMinutes: t.int({ defaultValue: 60 }),
      threshold: t.int({ defaultValue: 1 }),
      logTypes: t.stringList({ required: true }),
      outputIds: t.stringList(),
      reference: t.string({ defaultValue: '' }),
      runbook: t.string({ defaultValue: '' }),
      reports: t.field({ type: [shared.KeyValuesInput] }),
      tags: t.stringList(),
      tests: t.field({ type: [UnitTestInput] }),
      summaryAttributes: t.stringList(),
      createAlert: t.boolean({ defaultValue: true }),
    }),
  });
  type PutInput = typeof PutRuleInput.$inferInput;

  const testsOf = (tests: PutInput['tests']): RuleDefinition['tests'] =>
    (tests ?? []).map((test) => ({
      name: test.name,
      expectedResult: test.expectedResult,
      resource: test.resource,
      mocks: (test.mocks ?? []).map((mock) => ({
        objectName: mock.objectName,
        returnValue: mock.returnValue ?? '',
      })),
    }));
  const definitionOf = (input: PutInput): RuleDefinition => ({
    displayName: input.displayName ?? '',
    description: input.description ?? '',
    body: input.body,
    severity: input.severity,
    dedupPeriodMinutes: input.dedupPeriodMinutes ?? 60,
    threshold: input.threshold ?? 1,
    logTypes: input.logTypes,
    reference: input.reference ?? '',
    runbook: input.runbook ?? '',
    reports: Object.fromEntries((input.reports ?? []).map(({ key, values }) => [key, values])),
    tags: input.tags ?? [],
    tests: testsOf(input.tests),
    summaryAttributes: input.summaryAttributes ?? [],
    outputIds: input.outputIds ?? [],
    createAlert: input.createAlert ?? true,
    createdByExternal: '',
  });

  const FunctionOutput = builder
    .objectRef<FunctionResult & { name: string }>('TestFunctionResult')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        name: t.exposeString('name'),
        output: t.exposeString('output', { nullable: true }),
        error: t.exposeString('error', { nullable: true }),
        traceback: t.string({ nullable: true, resolve: (result) => result.traceback ?? null }),
      }),
    });
  const TestRecord = builder.objectRef<TestResult>('TestRecord').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('testName'),
      result: t.string({
        resolve: (test) => (test.error !== null ? 'ERROR' : test.passed ? 'PASS' : 'FAIL'),
      }),
      passed: t.exposeBoolean('passed'),
      expectedResult: t.exposeBoolean('expectedResult'),
      actualResult: t.boolean({ nullable: true, resolve: (test) => test.result }),
      error: t.exposeString('error', { nullable: true }),
      line: t.int({ nullable: true, resolve: (test) => test.line ?? null }),
      output: t.exposeString('output', { description: 'What the body printed.' }),
      functions: t.field({
        type: [FunctionOutput],
        resolve: (test) => Object.entries(test.functions).map(([name, result]) => ({ ...result, name })),
      }),
    }),
  });
  const TestOutput = builder.objectRef<{ results: TestResult[] }>('TestDetectionOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ results: t.expose('results', { type: [TestRecord] }) }),
  });
  const SetEnabledInput = builder.inputType('SetDetectionsEnabledInput', {
    fields: (t) => ({ ids: t.idList({ required: true }), enabled: t.boolean({ required: true }) }),
  });

  const ContentFileInput = builder.inputType('ContentFileInput', {
    fields: (t) => ({ path: t.string({ required: true }), text: t.string({ required: true }) }),
  });
  const UploadInput = builder.inputType('UploadDetectionContentInput', {
    fields: (t) => ({ files: t.field({ type: [ContentFileInput], required: true }) }),
  });
  const Verdict = builder.objectRef<ItemVerdict>('UploadVerdict').implement({
    auth: 'with-parent',
    fields: (t) => ({
      file: t.exposeString('file'),
      id: t.exposeString('id'),
      kind: t.exposeString('kind'),
      verdict: t.exposeString('verdict', { description: 'stored, refused or left-out' }),
      reason: t.exposeString('reason'),
    }),
  });

  builder.mutationFields((t) => ({
    uploadDetectionContent: t.field({
      description:
        'Stores detection content in panther-analysis format. Each item is named once; the good ones are stored in one transaction.',
      type: [Verdict],
      auth: ['BulkUpload', 'RuleModify'],
      args: { input: t.arg({ type: UploadInput, required: true }) },
      resolve: (_root, { input }, context) => {
        if (input.files.length > mostFiles) {
          throw invalidInput(`At most ${mostFiles} files can be uploaded at once.`);
        }
        return uploadContent(context.services.detections, actorOf(context), input.files);
      },
    }),
    putRule: t.field({
      type: Rule,
      auth: ['RuleModify'],
      args: { input: t.arg({ type: PutRuleInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.detections.putRule(actorOf(context), {
          id: input.id,
          isNew: input.isNew ?? false,
          enabled: input.enabled,
          definition: definitionOf(input),
          ...(input.versionId ? { versionId: input.versionId } : {}),
        }),
    }),
    testDetection: t.field({
      description: 'Runs the unit tests of a body that need not be stored.',
      type: TestOutput,
      auth: ['RuleRead', 'PolicyRead'],
      args: { input: t.arg({ type: PutRuleInput, required: true }) },
      resolve: async (_root, { input }, { services }) => {
        const { tests, createdByExternal: _author, ...definition } = definitionOf(input);
        if (tests.length > 1000) throw invalidInput('At most 1,000 tests can be run at once.');
        const rule = { id: input.id, versionId: 'draft', ...definition };
        return { results: await services.detections.test(rule, tests) };
      },
    }),
    setDetectionsEnabled: t.field({
      type: shared.IdsOutput,
      auth: ['RuleModify', 'PolicyModify'],
      args: { input: t.arg({ type: SetEnabledInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.setEnabled(actorOf(context), input.ids, input.enabled),
      }),
    }),
    deleteDetections: t.field({
      type: shared.IdsOutput,
      auth: ['RuleModify', 'PolicyModify'],
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.deleteRules(actorOf(context), input.ids),
      }),
    }),
  }));
  return { Rule };
}
