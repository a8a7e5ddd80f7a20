import { contentSpecVersion } from '@margay/detect/content';
import { detectionKindOf, type UnitTest } from '@margay/model';
import type { GraphqlParts } from '../../api/builder.ts';
import { complianceStatuses } from './compliance-status.ts';
import type { DetectionView, RuleView } from './detection-view.ts';
import { builderObjects } from './graphql-builder.ts';
import { managedOverridesOf } from './managed-overrides.ts';
import type { ContentRecord, ItemVersion } from './store.ts';

const isShownAs = (objectType: string, { kind }: DetectionView) =>
  detectionKindOf(kind).objectType === objectType;

const keyValues = (reports: Record<string, string[]>) =>
  Object.entries(reports).map(([key, values]) => ({ key, values }));

/** The types that show detections of every kind. */
export function detectionObjects(parts: GraphqlParts) {
  const { builder, shared } = parts;
  const { FilterStatement, SimpleDetectionGUI } = builderObjects(parts);
  const Mock = builder.objectRef<UnitTest['mocks'][number]>('Mock').implement({
    auth: 'with-parent',
    fields: (t) => ({ objectName: t.exposeString('objectName'), returnValue: t.exposeString('returnValue') }),
  });
  const UnitTestType = builder.objectRef<UnitTest>('UnitTest').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      expectedResult: t.exposeBoolean('expectedResult'),
      resource: t.exposeString('resource'),
      mocks: t.expose('mocks', { type: [Mock] }),
    }),
  });
  const DetectionRef = builder
    .objectRef<{ id: string; displayName: string; kind: DetectionView['kind'] }>('DetectionRef')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        id: t.exposeID('id'),
        displayName: t.exposeString('displayName', { nullable: true }),
        analysisType: t.expose('kind', { type: shared.DetectionKind }),
      }),
    });

  const Detection = builder.interfaceRef<DetectionView>('Detection').implement({
    description: 'What rules of every kind and policies have in common.',
    auth: ['RuleRead', 'PolicyRead', 'AlertRead'],
    resolveType: ({ kind }) => detectionKindOf(kind).objectType,
    fields: (t) => ({
      id: t.exposeID('id'),
      versionId: t.exposeID('versionId'),
      analysisType: t.expose('kind', { type: shared.DetectionKind }),
      displayName: t.exposeString('displayName'),
      enabled: t.exposeBoolean('enabled'),
      managed: t.exposeBoolean('managed'),
      parentId: t.id({
        nullable: true,
        description: 'The rule a derived one takes its logic from.',
        resolve: (detection) => detection.baseId,
      }),
      loadError: t.exposeString('loadError', {
        nullable: true,
        description: 'Why it does not run; null when it does.',
      }),
      severity: t.field({ type: shared.Severity, resolve: ({ definition }) => definition.severity }),
      description: t.string({ resolve: ({ definition }) => definition.description }),
      body: t.string({
        auth: ['RuleRead', 'PolicyRead'],
        resolve: ({ definition }) => definition.body,
      }),
      logTypes: t.exposeStringList('logTypes', { description: 'Empty but for rules over events.' }),
      outputIds: t.stringList({ resolve: ({ definition }) => definition.outputIds }),
      reference: t.string({ resolve: ({ definition }) => definition.reference }),
      runbook: t.string({ resolve: ({ definition }) => definition.runbook }),
      reports: t.field({
        type: [shared.KeyValues],
        resolve: ({ definition }) => keyValues(definition.reports),
      }),
      tags: t.exposeStringList('tags'),
      tests: t.field({
        type: [UnitTestType],
        auth: ['RuleRead', 'PolicyRead'],
        resolve: ({ definition }) => definition.tests,
      }),
      createAlert: t.boolean({
        description: 'False: matches become signals only.',
        resolve: (detection) => detection.kind === 'POLICY' || detection.definition.createAlert,
      }),
      status: t.string({ nullable: true, resolve: ({ definition }) => definition.status ?? null }),
      onlyUseBaseRiskScore: t.boolean({
        resolve: ({ definition }) => definition.onlyUseBaseRiskScore ?? false,
      }),
      filePath: t.string({
        nullable: true,
        description: 'The file it was imported from.',
        resolve: ({ definition }) => definition.filePath ?? null,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
      createdByExternal: t.string({ resolve: ({ definition }) => definition.createdByExternal }),
      lastModified: t.expose('lastModified', { type: 'DateTime' }),
      lastModifiedBy: t.exposeString('lastModifiedBy', { nullable: true }),
    }),
  });

  const QueryRef = builder.objectRef<{ id: string }>('SavedQueryRef').implement({
    auth: 'with-parent',
    fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('id') }),
  });
  const yamlText = 'YAML text of the list.';
  const Rule = builder.objectRef<RuleView>('Rule').implement({
    description: 'A rule, scheduled rule or derived rule; the last with what it inherits.',
    auth: ['RuleRead', 'AlertRead'],
    interfaces: [Detection],
    isTypeOf: (value) => isShownAs('Rule', value as DetectionView),
    fields: (t) => ({
      body: t.string({ auth: ['RuleRead'], resolve: ({ definition }) => definition.body }),
      tests: t.field({
        type: [UnitTestType],
        auth: ['RuleRead'],
        resolve: ({ definition }) => definition.tests,
      }),
      dedupPeriodMinutes: t.int({ resolve: ({ definition }) => definition.dedupPeriodMinutes }),
      threshold: t.int({ resolve: ({ definition }) => definition.threshold }),
      scheduledQueries: t.exposeStringList('scheduledQueries'),
      fullScheduledQueries: t.field({
        type: [QueryRef],
        description: 'Those of its scheduled queries that exist.',
        resolve: async ({ scheduledQueries }, _args, { services }) =>
          (
            await Promise.all(scheduledQueries.map((id) => services.detections.find(id, ['SAVED_QUERY'])))
          ).filter((query) => query !== undefined),
      }),
      summaryAttributes: t.stringList({ resolve: ({ definition }) => definition.summaryAttributes }),
      isSimpleDetection: t.boolean({ resolve: ({ definition }) => definition.simpleDetectionBody !== '' }),
      simpleDetectionBody: t.string({
        nullable: true,
        auth: ['RuleRead'],
        description: `What the rule does where it is no Python. ${yamlText}`,
        resolve: ({ definition }) => definition.simpleDetectionBody || null,
      }),
      simpleDetectionBodyGUI: t.field({
        type: SimpleDetectionGUI,
        nullable: true,
        auth: ['RuleRead'],
        description: 'The same as the Rule Builder shows it; null for a rule in Python.',
        resolve: async ({ definition }, _args, { services }) =>
          (await services.detections.draw(definition)).view,
      }),
      isConsoleCompatible: t.boolean({
        description:
          'Whether the console can show and edit it without loss: its simple detection can be read, and each inline filter can be drawn.',
        resolve: async ({ definition }, _args, { services }) =>
          (await services.detections.draw(definition)).isConsoleCompatible,
      }),
      filterStatement: t.field({
        type: FilterStatement,
        nullable: true,
        auth: ['RuleRead'],
        description:
          'Its inline filters as conditions; null where there are none, or where they are more than a list that must all hold.',
        resolve: async ({ definition }, _args, { services }) => {
          const { filterConditions: conditions } = await services.detections.draw(definition);
          return conditions && { conditions };
        },
      }),
      specVersion: t.int({
        description: 'Of the format that its YAML and its files are written in.',
        resolve: () => contentSpecVersion,
      }),
      inlineFilters: t.string({
        nullable: true,
        auth: ['RuleRead'],
        description: `An event that fails one is not judged. ${yamlText}`,
        resolve: ({ definition }) => definition.inlineFilters ?? null,
      }),
      dynamicAlertTitle: t.string({
        nullable: true,
        resolve: ({ definition }) => definition.dynamicAlertTitle ?? null,
      }),
      dynamicAlertContext: t.string({
        nullable: true,
        description: yamlText,
        resolve: ({ definition }) => definition.dynamicAlertContext ?? null,
      }),
      dynamicGroupBy: t.string({
        nullable: true,
        description: yamlText,
        resolve: ({ definition }) => definition.dynamicGroupBy ?? null,
      }),
      dynamicSeverities: t.string({
        nullable: true,
        description: yamlText,
        resolve: ({ definition }) => definition.dynamicSeverities ?? null,
      }),
      baseDetection: t.field({
        type: DetectionRef,
        nullable: true,
        resolve: ({ base }) => base && { ...base, kind: 'RULE' as const },
      }),
      userOverrides: t.field({
        type: 'JSON',
        nullable: true,
        description:
          'What a derived rule says otherwise than its base, or a person otherwise than the managed content.',
        resolve: ({ overrides, definition }) => overrides ?? managedOverridesOf(definition),
      }),
    }),
  });
  const ComplianceStatus = builder.enumType('ComplianceStatusEnum', { values: complianceStatuses });
  const Policy = builder.objectRef<ContentRecord<'POLICY'>>('Policy').implement({
    auth: ['PolicyRead', 'AlertRead'],
    interfaces: [Detection],
    isTypeOf: (value) => isShownAs('Policy', value as DetectionView),
    fields: (t) => ({
      body: t.string({ auth: ['PolicyRead'], resolve: ({ definition }) => definition.body }),
      tests: t.field({
        type: [UnitTestType],
        auth: ['PolicyRead'],
        resolve: ({ definition }) => definition.tests,
      }),
      resourceTypes: t.exposeStringList('resourceTypes', { description: 'Empty: every type.' }),
      suppressions: t.stringList({ resolve: ({ definition }) => definition.suppressions }),
    }),
  });

  const Version = builder.objectRef<ItemVersion>('DetectionVersion').implement({
    auth: 'with-parent',
    fields: (t) => ({
      versionId: t.exposeID('versionId'),
      number: t.exposeInt('number'),
      definition: t.expose('definition', { type: 'JSON' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
    }),
  });
  return {
    ComplianceStatus,
    Detection,
    DetectionRef,
    Policy,
    Rule,
    Version,
  };
}
