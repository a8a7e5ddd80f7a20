import { detectionKindOf, type UnitTest } from '@margay/model';
import type { GraphqlParts } from '../../api/builder.ts';
import { detectionsAccess } from './access.ts';
import { foundLine, type FoundLine } from './code-lines.ts';
import type { DetectionView } from './detection-view.ts';
import type { TestRun } from './test-run-store.ts';

/** What detections of every kind show alike: the interface, and what several of them are made of. */
export type DetectionInterface = ReturnType<typeof detectionInterface>;
export type UnitTestObject = ReturnType<typeof unitTestObject>;

/** Whether the kind of a detection is shown as an object of this name. */
export const isShownAs = (objectType: string, { kind }: DetectionView) =>
  detectionKindOf(kind).objectType === objectType;

const keyValues = (reports: Record<string, string[]>) =>
  Object.entries(reports).map(([key, values]) => ({ key, values }));

export function unitTestObject({ builder }: GraphqlParts) {
  const Mock = builder.objectRef<UnitTest['mocks'][number]>('Mock').implement({
    auth: 'with-parent',
    fields: (t) => ({ objectName: t.exposeString('objectName'), returnValue: t.exposeString('returnValue') }),
  });
  return builder.objectRef<UnitTest>('UnitTest').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      expectedResult: t.exposeBoolean('expectedResult'),
      resource: t.exposeString('resource'),
      mocks: t.expose('mocks', { type: [Mock] }),
    }),
  });
}

export function detectionInterface({ builder, shared }: GraphqlParts, UnitTestType: UnitTestObject) {
  const TestRunType = builder.objectRef<TestRun & { isOutdated: boolean }>('DetectionTestRun').implement({
    description: 'How its unit tests went when they ran last.',
    auth: 'with-parent',
    fields: (t) => ({
      failed: t.exposeInt('failed'),
      total: t.exposeInt('total'),
      ranAt: t.expose('ranAt', { type: 'DateTime' }),
      isOutdated: t.exposeBoolean('isOutdated', { description: 'It was another version then.' }),
    }),
  });
  const CodeLine = builder.objectRef<FoundLine>('DetectionCodeLine').implement({
    auth: 'with-parent',
    fields: (t) => ({
      line: t.exposeInt('line', { description: 'From 1.' }),
      text: t.exposeString('text'),
      count: t.exposeInt('count', { description: 'How many lines hold it.' }),
    }),
  });
  return builder.interfaceRef<DetectionView>('Detection').implement({
    description: 'What rules of every kind and policies have in common.',
    auth: detectionsAccess.see,
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
        auth: detectionsAccess.read,
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
        auth: detectionsAccess.read,
        resolve: ({ definition }) => definition.tests,
      }),
      testRun: t.field({
        type: TestRunType,
        nullable: true,
        auth: detectionsAccess.read,
        description: 'Null before its tests ran for the first time.',
        resolve: async ({ id, versionId }, _args, { services }) => {
          const run = await services.detections.testRun(id);
          return run === undefined ? null : { ...run, isOutdated: run.versionId !== versionId };
        },
      }),
      codeLine: t.field({
        type: CodeLine,
        nullable: true,
        auth: detectionsAccess.read,
        description: 'The first line of its text that holds this, in letters of either case.',
        args: { contains: t.arg.string({ required: true }) },
        resolve: ({ definition }, { contains }) => foundLine(definition, contains) ?? null,
      }),
      createAlert: t.boolean({
        description: 'False: matches become signals only.',
        resolve: ({ definition }) => !('createAlert' in definition) || definition.createAlert,
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
}
