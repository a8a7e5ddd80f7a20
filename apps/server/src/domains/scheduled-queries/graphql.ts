import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { searchParamsOf, type detectionTypes } from '../detections/index.ts';
import { scheduledQueriesAccess } from './access.ts';
import { runStates, runTriggers, type RunRecord } from './record.ts';
import { afterCursor, cursorOf } from './run-cursor.ts';
import { previewSchedule, type SchedulePreview } from './schedule-preview.ts';

/** Runs of scheduled queries, and what a saved query says of its own. */
export function scheduledQueryTypes(
  { builder, shared }: GraphqlParts,
  { SavedQuery, DetectionRef }: ReturnType<typeof detectionTypes>,
): void {
  const State = builder.enumType('SavedQueryRunState', { values: runStates });
  const Trigger = builder.enumType('SavedQueryRunTrigger', { values: runTriggers });
  const Run = builder.objectRef<RunRecord>('SavedQueryRun').implement({
    description: 'One run of a scheduled query: once per scheduled time.',
    auth: scheduledQueriesAccess.read,
    fields: (t) => ({
      id: t.exposeID('id'),
      queryId: t.exposeID('queryId'),
      versionId: t.exposeID('versionId', { nullable: true }),
      trigger: t.expose('trigger', { type: Trigger }),
      state: t.expose('state', { type: State }),
      scheduledAt: t.expose('scheduledAt', { type: 'DateTime' }),
      windowStart: t.expose('windowFrom', { type: 'DateTime', nullable: true }),
      attempts: t.exposeInt('attempts'),
      nextAttemptAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ state, nextAttemptAt }) => (state === 'PENDING' ? nextAttemptAt : null),
      }),
      startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
      completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
      rowCount: t.exposeInt('rowCount', { nullable: true }),
      isCut: t.exposeBoolean('isCut', {
        description: 'It returned more rows than a run may; the rest was left out.',
      }),
      bytesScanned: t.expose('bytesScanned', { type: 'Long' }),
      elapsedMs: t.expose('elapsedMs', { type: 'Long' }),
      matchCount: t.exposeInt('matchCount', { nullable: true }),
      errorCount: t.exposeInt('errorCount', { nullable: true }),
      error: t.string({ nullable: true, resolve: ({ error }) => error || null }),
    }),
  });
  const Edge = builder.objectRef<{ node: RunRecord }>('SavedQueryRunEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.expose('node', { type: Run }) }),
  });
  const Output = builder
    .objectRef<{
      edges: { node: RunRecord }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    }>('SavedQueryRunsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        edges: t.expose('edges', { type: [Edge] }),
        pageInfo: t.expose('pageInfo', { type: shared.PageInfo }),
      }),
    });
  const Input = builder.inputType('SavedQueryRunsInput', {
    fields: (t) => ({
      id: t.id({ required: true, description: 'Of the saved query.' }),
      states: t.field({ type: [State] }),
      cursor: t.string(),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });

  const Preview = builder.objectRef<SchedulePreview>('SchedulePreview').implement({
    auth: 'with-parent',
    fields: (t) => ({
      times: t.expose('times', { type: ['DateTime'] }),
      error: t.exposeString('error', { nullable: true }),
    }),
  });

  builder.objectFields(SavedQuery, (t) => ({
    notRunReason: t.string({
      nullable: true,
      description: 'Why it does not run although it has a schedule and is enabled.',
      resolve: (query, _args, { services }) => services.scheduledQueries.notRunReason(query),
    }),
    lastRun: t.field({
      type: Run,
      nullable: true,
      resolve: async ({ id }, _args, { services }) =>
        (await services.scheduledQueries.runs(id, { limit: 1 }))[0] ?? null,
    }),
    scheduledRules: t.field({
      type: [DetectionRef],
      auth: scheduledQueriesAccess.readRules,
      description: 'Scheduled rules that judge its rows, enabled or not.',
      resolve: async ({ id }, _args, { services }) => {
        const { records } = await services.detections.page({
          kinds: ['SCHEDULED_RULE'],
          scheduledQueries: [id],
          sortBy: 'id',
          sortDir: 'ascending',
          page: 1,
          pageSize: 100,
        });
        return records;
      },
    }),
  }));
  builder.queryFields((t) => ({
    schedulePreview: t.field({
      description: 'When a schedule would run next: a cron expression (UTC) or a rate.',
      type: Preview,
      auth: scheduledQueriesAccess.read,
      args: { cron: t.arg.string(), rateMinutes: t.arg.int() },
      resolve: (_root, { cron, rateMinutes }) =>
        previewSchedule(
          { ...(cron == null ? {} : { cron }), ...(rateMinutes == null ? {} : { rateMinutes }) },
          new Date(),
        ),
    }),
    savedQueryRuns: t.field({
      description: 'Runs of a scheduled query, the newest first.',
      type: Output,
      auth: scheduledQueriesAccess.read,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: async (_root, { input }, { services }) => {
        const pageSize = Math.min(100, Math.max(1, input.pageSize ?? 25));
        const found = await services.scheduledQueries.runs(input.id, {
          ...(input.states ? { states: input.states } : {}),
          ...afterCursor(input.cursor),
          limit: pageSize + 1,
        });
        const runs = found.slice(0, pageSize);
        const last = found.length > pageSize ? runs.at(-1) : undefined;
        return {
          edges: runs.map((node) => ({ node })),
          pageInfo: { hasNextPage: last !== undefined, endCursor: last ? cursorOf(last) : null },
        };
      },
    }),
  }));
  builder.mutationFields((t) => ({
    runSavedQuery: t.field({
      description:
        'Runs a saved query now. With a schedule: its rules judge the rows, and the id is that of the run. Without: the id is that of a search.',
      type: shared.IdOutput,
      auth: scheduledQueriesAccess.run,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { detections, scheduledQueries, searches } = context.services;
        const query = await detections.openSavedQuery(input.id);
        if (query === undefined || query.definition.schedule !== undefined) {
          return { id: await scheduledQueries.runNow(actorOf(context), input.id) };
        }
        return searches.start(actorOf(context), searchParamsOf(query.definition, new Date()));
      },
    }),
  }));
}
