import { detectionKindOf, type DetectionKind } from '@margay/model';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { relatedComponents, systemErrorTypes } from '../../findings/index.ts';
import type { destinationTypes } from '../destinations/index.ts';
import type { detectionTypes } from '../detections/index.ts';
import type { userTypes } from '../users/index.ts';
import { alertsAccess } from './access.ts';
import type { EventTimeline } from './event-timeline.ts';
import { commentFormats, type CommentRecord } from './comment-store.ts';
import { readableContext, readableDetails } from './readable-details.ts';
import type { AlertRecord, SystemErrorOrigin } from './record.ts';
import type { HistoryRecord } from './store.ts';

const historyTypes = ['ASSIGNEE_CHANGE', 'COMMENT', 'SLACKBOT_BOOMERANG', 'STATUS_CHANGE'] as const;

/** Types of other domains that an alert refers to. */
export interface OtherTypes {
  UserType: ReturnType<typeof userTypes>['UserType'];
  Rule: ReturnType<typeof detectionTypes>['Rule'];
  Policy: ReturnType<typeof detectionTypes>['Policy'];
  Delivery: ReturnType<typeof destinationTypes>['Delivery'];
}

const pageLimit = 50;
export const pageSizeOf = (wanted: number | null | undefined) =>
  Math.min(pageLimit, Math.max(1, wanted ?? 25));

/** The alert and everything that hangs on it. */
export function alertObjectTypes(
  { builder, shared }: GraphqlParts,
  { UserType, Rule, Policy, Delivery }: OtherTypes,
) {
  const SystemErrorTypeEnum = builder.enumType('SystemErrorType', { values: systemErrorTypes });
  const RelatedComponentEnum = builder.enumType('RelatedComponent', { values: relatedComponents });
  const SystemError = builder.objectRef<SystemErrorOrigin>('SystemError').implement({
    auth: 'with-parent',
    fields: (t) => ({
      type: t.expose('type', { type: SystemErrorTypeEnum }),
      relatedComponent: t.expose('relatedComponent', { type: RelatedComponentEnum }),
      relatedId: t.exposeID('relatedId', { nullable: true }),
      relatedName: t.exposeString('relatedName', { nullable: true }),
      details: t.field({
        type: 'JSON',
        nullable: true,
        resolve: (error, _args, context) => readableDetails(actorOf(context).logTypeAccess, error),
      }),
    }),
  });
  const DeletedDetection = builder.objectRef<{ id: string }>('DeletedDetection').implement({
    auth: 'with-parent',
    fields: (t) => ({ id: t.exposeID('id') }),
  });
  const Origin = builder.unionType('AlertOrigin', {
    types: [Rule, Policy, DeletedDetection, SystemError],
    resolveType: (value) => {
      if ('relatedComponent' in value) return 'SystemError';
      if (!('kind' in value)) return 'DeletedDetection';
      return detectionKindOf(value.kind as DetectionKind).objectType; // a view of a detection
    },
  });
  const SourceTeaser = builder.objectRef<{ id: string; label: string }>('LogSourceTeaser').implement({
    auth: 'with-parent',
    fields: (t) => ({ integrationId: t.exposeID('id'), integrationLabel: t.exposeString('label') }),
  });
  const CommentFormatEnum = builder.enumType('CommentFormat', { values: commentFormats });
  const Comment = builder.objectRef<CommentRecord>('Comment').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      alertId: t.exposeID('alertId'),
      body: t.exposeString('body', {
        description: 'HTML is reduced to harmless markup before it is stored.',
      }),
      format: t.expose('format', { type: CommentFormatEnum }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.expose('createdBy', { type: shared.Author }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
      updatedBy: t.expose('updatedBy', { type: shared.Author, nullable: true }),
    }),
  });
  const HistoryTypeEnum = builder.enumType('AlertHistoryEventType', { values: historyTypes });
  const HistoryEvent = builder
    .objectRef<HistoryRecord & { comment: CommentRecord | null }>('AlertHistoryEvent')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        id: t.exposeID('id'),
        type: t.expose('type', { type: HistoryTypeEnum }),
        createdAt: t.expose('createdAt', { type: 'DateTime' }),
        actor: t.expose('actor', { type: shared.Author, nullable: true }),
        from: t.exposeString('from', { nullable: true }),
        to: t.exposeString('to', { nullable: true, description: "A status, or a user's id." }),
        comment: t.expose('comment', { type: Comment, nullable: true }),
        payload: t.field({ type: 'JSON', nullable: true, resolve: () => null }),
      }),
    });
  const EventEdge = builder.objectRef<{ node: unknown }>('AlertEventEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.field({ type: 'JSON', resolve: (edge) => edge.node }) }),
  });
  const EventsOutput = builder
    .objectRef<{ rows: unknown[]; endCursor: string | null }>('AlertEventsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        edges: t.field({ type: [EventEdge], resolve: ({ rows }) => rows.map((node) => ({ node })) }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
      }),
    });
  const EventBucket = builder.objectRef<EventTimeline['buckets'][number]>('AlertEventBucket').implement({
    auth: 'with-parent',
    fields: (t) => ({
      startTime: t.expose('startTime', { type: 'DateTime' }),
      logType: t.exposeString('logType'),
      count: t.exposeInt('count'),
    }),
  });
  const Timeline = builder.objectRef<EventTimeline>('AlertEventTimeline').implement({
    auth: 'with-parent',
    fields: (t) => ({
      bucketSeconds: t.exposeInt('bucketSeconds', {
        nullable: true,
        description: 'Null where the data lake has none of the events yet.',
      }),
      buckets: t.expose('buckets', { type: [EventBucket] }),
    }),
  });
  const EventsInput = builder.inputType('AlertEventsInput', {
    fields: (t) => ({ cursor: t.string(), pageSize: t.int({ defaultValue: 25 }) }),
  });

  const Alert = builder.objectRef<AlertRecord>('Alert').implement({
    auth: alertsAccess.read,
    fields: (t) => ({
      id: t.exposeID('id'),
      type: t.expose('type', { type: shared.AlertType }),
      title: t.exposeString('title'),
      severity: t.expose('severity', { type: shared.Severity }),
      status: t.expose('status', { type: shared.AlertStatus }),
      statusUpdatedAt: t.expose('statusUpdatedAt', { type: 'DateTime', nullable: true }),
      statusUpdatedBy: t.expose('statusUpdatedBy', { type: shared.Author, nullable: true }),
      description: t.exposeString('description', { nullable: true }),
      runbook: t.exposeString('runbook', { nullable: true }),
      reference: t.exposeString('reference', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      firstMatchAt: t.expose('firstMatchAt', {
        type: 'DateTime',
        description: 'When its group opened; earlier than createdAt where a threshold had to be reached.',
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
      updatedBy: t.expose('updatedBy', { type: shared.Author, nullable: true }),
      firstEventOccurredAt: t.expose('firstEventAt', { type: 'DateTime', nullable: true }),
      lastEventOccurredAt: t.expose('lastEventAt', { type: 'DateTime', nullable: true }),
      lastReceivedEventAt: t.expose('lastReceivedAt', { type: 'DateTime', nullable: true }),
      eventCount: t.exposeInt('eventCount'),
      assignee: t.field({
        type: UserType,
        nullable: true,
        resolve: ({ assigneeId }, _args, { services }) =>
          assigneeId === null ? null : services.users.byId(assigneeId),
      }),
      origin: t.field({
        type: Origin,
        resolve: async ({ systemError, detectionId }, _args, { services }) =>
          systemError ?? (await services.detections.detection(detectionId)) ?? { id: detectionId },
      }),
      detectionId: t.id({
        nullable: true,
        resolve: (alert) => (alert.systemError === null ? alert.detectionId : null),
      }),
      detectionVersion: t.id({ nullable: true, resolve: (alert) => alert.detectionVersionId || null }),
      detectionDisplayName: t.exposeString('detectionName'),
      logTypes: t.exposeStringList('logTypes'),
      logSources: t.field({
        type: [SourceTeaser],
        resolve: async ({ sourceIds }, _args, { services }) =>
          Promise.all(
            sourceIds.map(async (id) => {
              const source = await services.logSources.byId(id);
              return { id, label: source?.label ?? id };
            }),
          ),
      }),
      resourceId: t.exposeString('resourceId', { nullable: true }),
      resourceTypes: t.exposeStringList('resourceTypes'),
      dedupString: t.exposeString('dedupString', { nullable: true }),
      dedupPeriodMinutes: t.exposeInt('dedupPeriodMinutes', { nullable: true }),
      threshold: t.exposeInt('threshold', { nullable: true }),
      tags: t.exposeStringList('tags'),
      reports: t.field({
        type: [shared.KeyValues],
        resolve: ({ reports }) => Object.entries(reports).map(([key, values]) => ({ key, values })),
      }),
      context: t.field({
        type: 'JSON',
        nullable: true,
        resolve: (alert, _args, context) => readableContext(actorOf(context).logTypeAccess, alert),
      }),
      summaryAttributes: t.exposeStringList('summaryAttributes'),
      deliveries: t.field({
        description: 'Attempts, newest first.',
        type: [Delivery],
        resolve: (alert, _args, { services }) => services.alerts.deliveries(alert),
      }),
      deliveryState: t.exposeString('deliveryState', { description: 'NONE, PENDING, SUCCEEDED or FAILED.' }),
      events: t.field({
        description: 'Newest first, at most 50 at once.',
        type: EventsOutput,
        args: { input: t.arg({ type: EventsInput }) },
        resolve: (alert, { input }, context) =>
          context.services.alerts.events(actorOf(context), alert, {
            pageSize: pageSizeOf(input?.pageSize),
            cursor: input?.cursor ?? undefined,
          }),
      }),
      eventTimeline: t.field({
        description: 'All events over time, counted by log type.',
        type: Timeline,
        resolve: (alert, _args, context) => context.services.alerts.timeline(actorOf(context), alert),
      }),
      comments: t.field({
        type: [Comment],
        resolve: (alert, _args, { services }) => services.alerts.comments(alert),
      }),
      history: t.field({
        description: 'Newest first.',
        type: [HistoryEvent],
        resolve: async (alert, _args, { services }) => {
          const [events, comments] = await Promise.all([
            services.alerts.history(alert),
            services.alerts.comments(alert),
          ]);
          const byId = new Map(comments.map((comment) => [comment.id, comment]));
          return events.map((event) => ({ ...event, comment: byId.get(event.commentId ?? '') ?? null }));
        },
      }),
    }),
  });
  return { Alert, Comment, CommentFormatEnum };
}
