import type { AlertComparison, PreviewAlert, ReplayCounts, ReplayError, ReplayOutcome } from '@margay/replay';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { type detectionInputs, type RuleInput, testsOf } from '../detections/index.ts';
import { replaysAccess } from './access.ts';
import type { replayObjectTypes } from './graphql-objects.ts';
import type { LiveReplay, LiveResult } from './live-runs.ts';

export type RuleInputRef = ReturnType<typeof detectionInputs>['PutRuleInput'];

/** The rule an editor sends, with its tests as they are stored. */
export const ruleInputOf = (input: RuleInputRef['$inferInput']): RuleInput => ({
  ...input,
  tests: testsOf(input.tests),
});

/** Alerts of each list that are shown; their number is told in full. */
const mostShown = 500;

/** Replays of unsaved texts beside the saved rule. */
export function liveReplayTypes(
  { builder }: GraphqlParts,
  { ReplayAlert, ReplayEvent, ReplaySlice }: ReturnType<typeof replayObjectTypes>,
  PutRuleInput: RuleInputRef,
) {
  const Counts = builder.objectRef<ReplayCounts>('ReplayCounts').implement({
    auth: 'with-parent',
    fields: (t) => ({
      totalEvents: t.expose('totalEvents', { type: 'Long' }),
      eventsProcessed: t.expose('eventsProcessed', { type: 'Long' }),
      candidates: t.expose('candidates', {
        type: 'Long',
        description: 'Events that may match, by what the text of the rule tells.',
      }),
      eventsRead: t.expose('eventsRead', { type: 'Long' }),
      matches: t.exposeInt('matches'),
      errors: t.exposeInt('errors'),
      alerts: t.exposeInt('alerts'),
      bytesRead: t.expose('bytesRead', { type: 'Long' }),
      readMs: t.exposeFloat('readMs'),
      processingMs: t.exposeFloat('processingMs'),
    }),
  });
  const RuleError = builder.objectRef<ReplayError>('ReplayRuleError').implement({
    auth: 'with-parent',
    fields: (t) => ({
      error: t.exposeString('error'),
      traceback: t.exposeString('traceback'),
      event: t.expose('event', { type: ReplayEvent, nullable: true }),
    }),
  });
  const Outcome = builder.objectRef<ReplayOutcome>('ReplayOutcome').implement({
    auth: 'with-parent',
    fields: (t) => ({
      counts: t.expose('counts', { type: Counts }),
      alerts: t.field({ type: [ReplayAlert], resolve: ({ alerts }) => alerts.slice(0, mostShown) }),
      errors: t.field({ type: [RuleError], resolve: ({ errors }) => errors }),
      histogram: t.field({ type: [ReplaySlice], resolve: ({ slices }) => slices }),
      isLimited: t.exposeBoolean('isLimited', {
        description: 'In some hour more alerts would have been made than are allowed.',
      }),
    }),
  });
  const list = (name: 'added' | 'gone' | 'same') => (comparison: AlertComparison) => comparison[name];
  const shown = (of: (comparison: AlertComparison) => PreviewAlert[]) => (comparison: AlertComparison) =>
    of(comparison).slice(0, mostShown);
  const Comparison = builder.objectRef<AlertComparison>('ReplayComparison').implement({
    description: 'Alerts by dedup string and window, against the saved rule over the same events.',
    auth: 'with-parent',
    fields: (t) => ({
      newCount: t.int({ resolve: (comparison) => comparison.added.length }),
      goneCount: t.int({ resolve: (comparison) => comparison.gone.length }),
      sameCount: t.int({ resolve: (comparison) => comparison.same.length }),
      newAlerts: t.field({ type: [ReplayAlert], resolve: shown(list('added')) }),
      goneAlerts: t.field({ type: [ReplayAlert], resolve: shown(list('gone')) }),
      sameAlerts: t.field({ type: [ReplayAlert], resolve: shown(list('same')) }),
    }),
  });
  const Result = builder.objectRef<LiveResult>('LiveReplayResult').implement({
    auth: 'with-parent',
    fields: (t) => ({
      changed: t.expose('changed', { type: Outcome }),
      saved: t.expose('saved', { type: Outcome, nullable: true }),
      comparison: t.expose('comparison', { type: Comparison, nullable: true }),
      note: t.exposeString('note', { nullable: true, description: 'Why there is no comparison.' }),
    }),
  });
  const Status = builder.enumType('LiveReplayStatus', {
    values: ['running', 'succeeded', 'failed', 'cancelled'] as const,
  });
  const Phase = builder.enumType('LiveReplayPhase', { values: ['CHANGED', 'SAVED'] as const });
  const Live = builder.objectRef<LiveReplay>('LiveReplay').implement({
    description: 'A replay of a text that need not be saved. It is kept for ten minutes.',
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      status: t.expose('status', { type: Status }),
      phase: t.field({ type: Phase, nullable: true, resolve: ({ progress }) => progress?.phase }),
      progress: t.field({
        type: Counts,
        nullable: true,
        description: 'Null while it waits for its turn.',
        resolve: ({ progress }) => progress?.counts,
      }),
      result: t.expose('result', { type: Result, nullable: true }),
      error: t.exposeString('error', { nullable: true }),
    }),
  });

  const StartInput = builder.inputType('StartLiveReplayInput', {
    fields: (t) => ({
      rule: t.field({ type: PutRuleInput, required: true, description: 'As an editor holds it.' }),
      logTypes: t.stringList({ description: 'Default: those of the rule.' }),
      startsAt: t.field({ type: 'DateTime', description: 'Default: seven days before the end.' }),
      endsAt: t.field({ type: 'DateTime', description: 'Default: now.' }),
    }),
  });

  builder.queryFields((t) => ({
    liveReplay: t.field({
      type: Live,
      auth: replaysAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.replays.live(actorOf(context), id),
    }),
  }));
  builder.mutationFields((t) => ({
    startLiveReplay: t.field({
      description: 'Replays a text that need not be saved over stored events, beside the saved rule.',
      type: Live,
      auth: replaysAccess.run,
      args: { input: t.arg({ type: StartInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.replays.startLive(actorOf(context), {
          rule: ruleInputOf(input.rule),
          ...(input.logTypes ? { logTypes: input.logTypes } : {}),
          ...(input.startsAt ? { startsAt: input.startsAt } : {}),
          ...(input.endsAt ? { endsAt: input.endsAt } : {}),
        }),
    }),
    cancelLiveReplay: t.field({
      type: Live,
      auth: replaysAccess.run,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.replays.cancelLive(actorOf(context), id),
    }),
  }));
}
