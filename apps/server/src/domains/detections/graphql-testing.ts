import type { FunctionResult, TestResult } from '@margay/detect';
import { invalidInput } from '@margay/kit';
import { pythonKinds, type PythonRule } from '@margay/model';
import type { GraphqlParts } from '../../api/builder.ts';
import type { Actor } from '../../api/actor.ts';
import { actorOf } from '../../api/context.ts';
import { detectionsAccess } from './access.ts';
import { testsOf, type detectionInputs } from './graphql-inputs.ts';
import { contentItemOf, kindNamed, kindOfOwnPython, plainRule } from './kinds/index.ts';
import type { RuleInput } from './kinds/rule-input.ts';
import type { DetectionsService } from './service.ts';
import { unifiedNamesOf, type UnifiedName as UnifiedNameRecord } from './unified-names.ts';

/** The rule of an input as it would run: as its kind has it, else as a plain rule that judges what its kind judges. */
async function draftOf(
  input: RuleInput,
  actor: Actor,
  detections: Pick<DetectionsService, 'trustOfDraft'>,
): Promise<PythonRule> {
  const named = kindOfOwnPython(input);
  const kind = named !== undefined && kindNamed(named).fromEditor ? named : plainRule;
  const definition = await kindNamed(kind).fromEditor?.(input, { ruleOf: () => Promise.resolve(undefined) });
  const item = definition && contentItemOf({ kind, id: input.id, enabled: true, definition });
  if (item === undefined || !('rule' in item)) throw invalidInput(`${input.id} is no detection with tests.`);
  const isOther = named !== undefined && named !== kind;
  const trust = await detections.trustOfDraft(actor, input.id, item.rule.body);
  return { ...item.rule, versionId: 'draft', trust, ...(isOther ? { kind: named, logTypes: [] } : {}) };
}

/** Running unit tests, and what the editor needs while Python is typed. */
export function testingFields(
  { builder }: GraphqlParts,
  { PutRuleInput }: ReturnType<typeof detectionInputs>,
): void {
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
  const UnifiedName = builder.objectRef<UnifiedNameRecord>('UnifiedName').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      logType: t.exposeString('logType'),
      source: t.exposeString('source', { description: 'Path in the event, or the function that answers.' }),
    }),
  });
  const BodyKind = builder.enumType('BodyKind', {
    values: [...pythonKinds, 'GLOBAL', 'DATA_MODEL'] as const,
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

  builder.queryFields((t) => ({
    checkDetectionBody: t.field({
      description: 'Syntax errors of a Python body, without storing it.',
      type: [Diagnostic],
      auth: detectionsAccess.read,
      args: {
        body: t.arg.string({ required: true }),
        kind: t.arg({ type: BodyKind, defaultValue: 'RULE' }),
      },
      resolve: (_root, { body, kind }, context) =>
        context.services.detections.check(actorOf(context), body, kind ?? 'RULE'),
    }),
    unifiedNames: t.field({
      description: 'Names that enabled data models give to fields of log types.',
      type: [UnifiedName],
      auth: detectionsAccess.readRules,
      args: { logTypes: t.arg.stringList({ required: true }) },
      resolve: async (_root, { logTypes }, { services }) =>
        unifiedNamesOf(await services.detections.list(['DATA_MODEL']), logTypes),
    }),
  }));
  builder.mutationFields((t) => ({
    testDetection: t.field({
      description: 'Runs the unit tests of a detection that need not be stored.',
      type: TestOutput,
      auth: detectionsAccess.read,
      args: { input: t.arg({ type: PutRuleInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { detections } = context.services;
        const tests = testsOf(input.tests) ?? [];
        if (tests.length > 1000) throw invalidInput('At most 1,000 tests can be run at once.');
        await detections.assertMayTouchDraft(actorOf(context), 'test', {
          ...input,
          tests,
        });
        return {
          results: await detections.test(
            await draftOf({ ...input, tests }, actorOf(context), detections),
            tests,
          ),
        };
      },
    }),
  }));
}
