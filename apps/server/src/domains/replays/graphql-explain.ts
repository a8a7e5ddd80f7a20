import type { Branch, Explanation, ExplainStep, Mutant, MutationResult, TestCoverage } from '@margay/detect';
import { invalidInput } from '@margay/kit';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { replaysAccess } from './access.ts';
import type { ExplainedEvent, ExplainedRule, TimedRule } from './explain/service.ts';
import { ruleInputOf, type RuleInputRef } from './graphql-live.ts';

/** Why a rule does or does not match, and how well its unit tests watch it. */
export function explainTypes(parts: GraphqlParts, { PutRuleInput }: { PutRuleInput: RuleInputRef }) {
  explainQueries(parts, PutRuleInput);
  timingQuery(parts);
  studyQueries(parts, PutRuleInput);
}

/** The value below which this share of the sorted values lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function timingQuery({ builder }: GraphqlParts) {
  const Line = builder
    .objectRef<{ line: number; hits: number; microseconds: number }>('TimedLine')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        line: t.exposeInt('line'),
        hits: t.exposeFloat('hits', { description: 'How often it ran for an event.' }),
        microseconds: t.exposeFloat('microseconds', {
          description: 'For an event; what it calls outside of the body counts for it.',
        }),
      }),
    });
  const Timing = builder.objectRef<TimedRule>('DetectionTiming').implement({
    description: 'Where the time of a rule goes, on stored events that reach its code.',
    auth: replaysAccess.read,
    fields: (t) => ({
      detectionId: t.id({ resolve: ({ rule }) => rule.id }),
      versionId: t.id({ resolve: ({ rule }) => rule.versionId }),
      body: t.string({ resolve: ({ rule }) => rule.body }),
      events: t.int({ resolve: ({ timing }) => timing.microseconds.length }),
      failed: t.int({ resolve: ({ timing }) => timing.failed }),
      median: t.float({ resolve: ({ timing }) => quantile(sortedOf(timing.microseconds), 0.5) }),
      p99: t.float({ resolve: ({ timing }) => quantile(sortedOf(timing.microseconds), 0.99) }),
      longest: t.float({ resolve: ({ timing }) => sortedOf(timing.microseconds).at(-1) ?? 0 }),
      lines: t.field({
        type: [Line],
        resolve: ({ timing: { lines, lineEvents } }) =>
          lines.map(({ line, hits, microseconds }) => ({
            line,
            hits: hits / Math.max(1, lineEvents),
            microseconds: microseconds / Math.max(1, lineEvents),
          })),
      }),
    }),
  });
  builder.queryFields((t) => ({
    detectionTiming: t.field({
      type: Timing,
      auth: replaysAccess.read,
      description: 'Takes a few seconds.',
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.explain.timing(actorOf(context), id),
    }),
  }));
}

const sortedOf = (values: readonly number[]) => values.toSorted((a, b) => a - b);

function explainQueries({ builder }: GraphqlParts, PutRuleInput: RuleInputRef) {
  const Read = builder.objectRef<ExplainStep['reads'][number]>('ExplainRead').implement({
    auth: 'with-parent',
    fields: (t) => ({ text: t.exposeString('text'), value: t.exposeString('value') }),
  });
  const Step = builder.objectRef<ExplainStep>('ExplainStep').implement({
    description: 'One condition the rule came to. Lines and columns count from 1, the end is exclusive.',
    auth: 'with-parent',
    fields: (t) => ({
      step: t.exposeInt('step'),
      language: t.exposeString('language', {
        description: 'Of the text its line is in: "python" is "body", "yaml" is "yaml".',
      }),
      kind: t.exposeString('kind'),
      role: t.exposeString('role', { nullable: true }),
      function: t.exposeString('function'),
      line: t.exposeInt('line'),
      column: t.exposeInt('column'),
      endLine: t.exposeInt('endLine'),
      endColumn: t.exposeInt('endColumn'),
      text: t.exposeString('text'),
      truth: t.exposeBoolean('truth', { nullable: true }),
      value: t.exposeString('value'),
      reads: t.field({ type: [Read], resolve: ({ reads }) => reads }),
    }),
  });
  const Line = builder.objectRef<Explanation['lines'][number]>('ExplainLine').implement({
    auth: 'with-parent',
    fields: (t) => ({
      language: t.exposeString('language'),
      line: t.exposeInt('line'),
      ran: t.exposeBoolean('ran'),
    }),
  });
  const FunctionOutput = builder
    .objectRef<{ name: string; output: string | null; error: string | null }>('ExplainFunction')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        name: t.exposeString('name'),
        output: t.exposeString('output', { nullable: true }),
        error: t.exposeString('error', { nullable: true }),
      }),
    });
  const ExplanationType = builder.objectRef<ExplainedRule>('DetectionExplanation').implement({
    auth: 'with-parent',
    fields: (t) => ({
      detectionId: t.id({ resolve: ({ rule }) => rule.id }),
      versionId: t.id({ resolve: ({ rule }) => rule.versionId }),
      body: t.string({ auth: replaysAccess.read, resolve: ({ rule }) => rule.body }),
      yaml: t.string({
        nullable: true,
        auth: replaysAccess.read,
        description:
          'The inline filters and the simple detection that were asked; null where there are none.',
        resolve: ({ explanation }) => explanation.yaml,
      }),
      event: t.exposeString('event', { description: 'The event it was run on, as JSON text.' }),
      result: t.boolean({
        nullable: true,
        description:
          'What the rule returned; false where inline filters keep the event from it, null when it failed.',
        resolve: ({ explanation }) => explanation.result,
      }),
      error: t.string({ nullable: true, resolve: ({ explanation }) => explanation.error }),
      errorLine: t.int({ nullable: true, resolve: ({ explanation }) => explanation.errorLine }),
      traceback: t.string({ nullable: true, resolve: ({ explanation }) => explanation.traceback }),
      steps: t.field({ type: [Step], resolve: ({ explanation }) => explanation.steps }),
      droppedSteps: t.int({ resolve: ({ explanation }) => explanation.droppedSteps }),
      decisive: t.int({
        nullable: true,
        description: 'The step that decided: the first that failed, or the one that made it match.',
        resolve: ({ explanation }) => explanation.decisive,
      }),
      because: t.intList({
        description: 'The steps that decided inside of the functions it called, outermost first.',
        resolve: ({ explanation }) => explanation.because,
      }),
      lines: t.field({ type: [Line], resolve: ({ explanation }) => explanation.lines }),
      functions: t.field({
        type: [FunctionOutput],
        resolve: ({ explanation }) =>
          Object.entries(explanation.functions).map(([name, { output, error }]) => ({ name, output, error })),
      }),
      output: t.string({ resolve: ({ explanation }) => explanation.output }),
      microseconds: t.int({ resolve: ({ explanation }) => explanation.microseconds }),
    }),
  });

  const StoredInput = builder.inputType('StoredEventInput', {
    fields: (t) => ({
      logType: t.string({ required: true }),
      rowId: t.id({ required: true }),
      eventTime: t.field({ type: 'DateTime', description: 'Makes finding it quick.' }),
    }),
  });
  const ExplainInput = builder.inputType('ExplainDetectionInput', {
    fields: (t) => ({
      detectionId: t.id({ description: 'The rule as it is saved; or give "rule".' }),
      rule: t.field({ type: PutRuleInput, description: 'The rule as an editor holds it.' }),
      event: t.string({ description: 'JSON text; or give "storedEvent".' }),
      storedEvent: t.field({ type: StoredInput }),
    }),
  });
  const AlertInput = builder.inputType('ExplainAlertInput', {
    fields: (t) => ({
      alertId: t.id({ required: true }),
      storedEvent: t.field({ type: StoredInput, description: 'Default: the first event of the alert.' }),
    }),
  });
  const storedOf = (input: typeof StoredInput.$inferInput) => ({
    logType: input.logType,
    rowId: input.rowId,
    ...(input.eventTime ? { eventTime: input.eventTime } : {}),
  });
  const eventOf = (input: typeof ExplainInput.$inferInput): ExplainedEvent => {
    if (input.storedEvent) return { stored: storedOf(input.storedEvent) };
    if (input.event != null) return { json: input.event };
    throw invalidInput('There is no event to explain. Give "event" or "storedEvent".', {
      details: { field: 'event' },
    });
  };
  const ruleOf = (input: typeof ExplainInput.$inferInput) => {
    if (input.rule) return ruleInputOf(input.rule);
    if (input.detectionId != null) return input.detectionId;
    throw invalidInput('There is no rule to explain. Give "detectionId" or "rule".', {
      details: { field: 'rule' },
    });
  };

  builder.queryFields((t) => ({
    explainDetection: t.field({
      description: 'Runs a rule, saved or not, on one event, and tells which condition decided.',
      type: ExplanationType,
      auth: replaysAccess.read,
      args: { input: t.arg({ type: ExplainInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.explain.explain(actorOf(context), ruleOf(input), eventOf(input)),
    }),
    explainAlert: t.field({
      description: 'Runs the version that made an alert on one of its events again.',
      type: ExplanationType,
      auth: replaysAccess.read,
      args: { input: t.arg({ type: AlertInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.explain.explainAlert(
          actorOf(context),
          input.alertId,
          input.storedEvent ? storedOf(input.storedEvent) : undefined,
        ),
    }),
  }));
}

function studyQueries({ builder }: GraphqlParts, PutRuleInput: RuleInputRef) {
  const BranchType = builder.objectRef<Branch>('CoverageBranch').implement({
    description: 'A condition, and which of its outcomes the tests have seen.',
    auth: 'with-parent',
    fields: (t) => ({
      line: t.exposeInt('line'),
      column: t.exposeInt('column'),
      endLine: t.exposeInt('endLine'),
      endColumn: t.exposeInt('endColumn'),
      text: t.exposeString('text'),
      sawTrue: t.exposeBoolean('sawTrue'),
      sawFalse: t.exposeBoolean('sawFalse'),
    }),
  });
  const Line = builder.objectRef<{ line: number; ran: boolean }>('CoverageLine').implement({
    auth: 'with-parent',
    fields: (t) => ({ line: t.exposeInt('line'), ran: t.exposeBoolean('ran') }),
  });
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  const Coverage = builder.objectRef<TestCoverage>('TestCoverage').implement({
    auth: 'with-parent',
    fields: (t) => ({
      lines: t.field({ type: [Line], resolve: ({ lines }) => lines }),
      branches: t.field({ type: [BranchType], resolve: ({ branches }) => branches }),
      lineShare: t.float({
        description: 'From 0 to 1.',
        resolve: ({ lines }) => share(lines.filter(({ ran }) => ran).length, lines.length),
      }),
      branchShare: t.float({
        description: 'Outcomes seen of all outcomes, from 0 to 1.',
        resolve: ({ branches }) =>
          share(
            branches.reduce((sum, branch) => sum + Number(branch.sawTrue) + Number(branch.sawFalse), 0),
            branches.length * 2,
          ),
      }),
    }),
  });
  const MutantType = builder.objectRef<Mutant>('Mutant').implement({
    description: 'A small change of the body that its tests should notice.',
    auth: 'with-parent',
    fields: (t) => ({
      line: t.exposeInt('line'),
      column: t.exposeInt('column'),
      kind: t.exposeString('kind', { description: 'flip, negate, swap, constant or return' }),
      before: t.exposeString('before'),
      after: t.exposeString('after'),
      isKilled: t.boolean({ resolve: ({ killedBy }) => killedBy !== null }),
      killedBy: t.exposeString('killedBy', {
        nullable: true,
        description: 'The test that noticed, or the error it led to.',
      }),
    }),
  });
  const Mutation = builder.objectRef<MutationResult>('MutationScore').implement({
    auth: 'with-parent',
    fields: (t) => ({
      mutants: t.field({ type: [MutantType], resolve: ({ mutants }) => mutants }),
      possible: t.exposeInt('possible', { description: 'Changes there are in all.' }),
      passingTests: t.exposeInt('passingTests'),
      score: t.float({
        nullable: true,
        description: 'Changes noticed of those tried, from 0 to 1; null when none was tried.',
        resolve: ({ mutants }) =>
          mutants.length === 0
            ? null
            : mutants.filter(({ killedBy }) => killedBy !== null).length / mutants.length,
      }),
    }),
  });

  builder.queryFields((t) => ({
    testCoverage: t.field({
      description: 'Lines and branches of a body its unit tests reach.',
      type: Coverage,
      auth: replaysAccess.read,
      args: { input: t.arg({ type: PutRuleInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.explain.coverage(actorOf(context), ruleInputOf(input)),
    }),
    mutationScore: t.field({
      description: 'Which small changes of a body its unit tests notice. Takes up to 20 seconds.',
      type: Mutation,
      auth: replaysAccess.read,
      args: { input: t.arg({ type: PutRuleInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.explain.mutation(actorOf(context), ruleInputOf(input)),
    }),
  }));
}
