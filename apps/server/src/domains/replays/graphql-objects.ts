import type { EventReference, PreviewAlert, ReplaySlice } from '@margay/replay';
import type { GraphqlParts } from '../../api/builder.ts';
import { replayStates, type ReplayRecord, type ReplaySummary } from './record.ts';
import type { PreviewPage } from './service.ts';

const largestPage = 200;

/** A preview; the replay is known where it is of a saved rule. */
export type ShownPreview = PreviewAlert & { replay?: ReplayRecord };

export function replayObjectTypes({ builder, shared }: GraphqlParts) {
  const State = builder.enumType('ReplayState', { values: replayStates });
  const Reference = builder.objectRef<EventReference>('ReplayEvent').implement({
    description: 'A stored event.',
    auth: 'with-parent',
    fields: (t) => ({
      logType: t.exposeString('logType'),
      rowId: t.exposeID('rowId'),
      eventTime: t.expose('eventTime', { type: 'DateTime' }),
    }),
  });
  const ReplayAlert = builder.objectRef<ShownPreview>('ReplayAlert').implement({
    description: 'An alert that would have been made. It was never delivered and is not among the real ones.',
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      title: t.exposeString('title'),
      severity: t.expose('severity', { type: shared.Severity }),
      dedupString: t.exposeString('dedupString'),
      description: t.exposeString('description'),
      runbook: t.exposeString('runbook'),
      reference: t.exposeString('reference'),
      context: t.exposeString('context', { description: 'JSON text.' }),
      logTypes: t.exposeStringList('logTypes'),
      eventCount: t.exposeInt('eventCount'),
      firstMatchAt: t.expose('firstMatchAt', { type: 'DateTime' }),
      createdAt: t.expose('createdAt', {
        type: 'DateTime',
        description: 'Time of the event that reached the threshold.',
      }),
      lastMatchAt: t.expose('lastMatchAt', { type: 'DateTime' }),
      examples: t.field({ type: [Reference], resolve: (alert) => alert.examples }),
      receivers: t.stringList({
        description: 'Destinations it would have gone to.',
        resolve: ({ replay, ...alert }, _args, { services }) =>
          replay === undefined ? [] : services.replays.receivers(replay, alert),
      }),
    }),
  });
  const Slice = builder.objectRef<ReplaySlice>('ReplaySlice').implement({
    auth: 'with-parent',
    fields: (t) => ({
      startsAt: t.expose('startsAt', { type: 'DateTime' }),
      events: t.expose('events', { type: 'Long' }),
      candidates: t.expose('candidates', { type: 'Long' }),
      matches: t.exposeInt('matches'),
      alerts: t.exposeInt('alerts'),
    }),
  });
  const Summary = builder.objectRef<ReplaySummary & { completedAt: Date | null }>('ReplaySummary').implement({
    auth: 'with-parent',
    fields: (t) => ({
      totalAlerts: t.exposeInt('totalAlerts'),
      ruleErrorCount: t.exposeInt('ruleErrorCount'),
      ruleMatchCount: t.exposeInt('ruleMatchCount'),
      evaluationProgress: t.exposeFloat('evaluationProgress', { description: 'From 0 to 1.' }),
      computationProgress: t.exposeFloat('computationProgress', { description: 'From 0 to 1.' }),
      logDataSizeEstimate: t.exposeFloat('logDataSizeEstimate', { description: 'Bytes.' }),
      matchesProcessedCount: t.exposeInt('matchesProcessedCount'),
      eventsProcessedCount: t.expose('eventsProcessedCount', { type: 'Long' }),
      eventsMatchedCount: t.exposeInt('eventsMatchedCount'),
      totalEvents: t.expose('totalEvents', { type: 'Long' }),
      readTimeNanos: t.expose('readTimeNanos', { type: 'Long' }),
      processingTimeNanos: t.expose('processingTimeNanos', { type: 'Long' }),
      errors: t.exposeStringList('errors', { description: 'The first rule errors.' }),
      completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    }),
  });
  const Edge = builder.objectRef<{ node: ShownPreview }>('ReplayAlertEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.expose('node', { type: ReplayAlert }) }),
  });
  const Alerts = builder.objectRef<PreviewPage & { replay: ReplayRecord }>('ReplayAlertsOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      edges: t.field({
        type: [Edge],
        resolve: ({ alerts, replay }) => alerts.map((alert) => ({ node: { ...alert, replay } })),
      }),
      pageInfo: t.field({
        type: shared.PageInfo,
        resolve: ({ endCursor, hasNextPage }) => ({ endCursor, hasNextPage }),
      }),
    }),
  });
  const AlertsInput = builder.inputType('ReplayAlertsInput', {
    fields: (t) => ({ cursor: t.string(), pageSize: t.int({ defaultValue: 25 }) }),
  });
  const Replay = builder.objectRef<ReplayRecord>('Replay').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      state: t.expose('state', { type: State }),
      detectionId: t.exposeID('detectionId'),
      detectionVersionId: t.exposeID('detectionVersionId'),
      logTypes: t.exposeStringList('logTypes'),
      startsAt: t.expose('startsAt', { type: 'DateTime' }),
      endsAt: t.expose('endsAt', { type: 'DateTime' }),
      maxSizeInGB: t.exposeFloat('maxSizeInGB', { nullable: true }),
      error: t.exposeString('error', { nullable: true, description: 'Why it ended in an error.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.expose('createdBy', { type: shared.Author }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
      summary: t.field({
        type: Summary,
        resolve: ({ summary, completedAt }) => ({ ...summary, completedAt }),
      }),
      histogram: t.field({
        description: 'Equal slices of the window, once all events are judged.',
        type: [Slice],
        resolve: ({ summary }) => summary.histogram,
      }),
      alerts: t.field({
        description: 'The first 1,000 alerts it would have made, in the order of time.',
        type: Alerts,
        args: { input: t.arg({ type: AlertsInput }) },
        resolve: async (replay, { input }, { services }) => ({
          replay,
          ...(await services.replays.previews(replay, {
            pageSize: Math.min(largestPage, Math.max(1, input?.pageSize ?? 25)),
            ...(input?.cursor ? { cursor: input.cursor } : {}),
          })),
        }),
      }),
    }),
  });
  return { Replay, ReplayAlert, ReplayEvent: Reference, ReplaySlice: Slice };
}
