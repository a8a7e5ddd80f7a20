import { alertListingTypes } from '@margay/alert';
import { notFound } from '@margay/kit';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf, type RequestContext } from '../../api/context.ts';
import type { destinationTypes } from '../destinations/graphql.ts';
import type { detectionTypes } from '../detections/graphql.ts';
import type { ContentRecord } from '../detections/store.ts';
import type { userTypes } from '../users/graphql.ts';
import { commentFormats, type CommentRecord } from './comment-store.ts';
import { parsedJson } from './delivered.ts';
import { AlertFilter, alertSortKeys } from './filter.ts';
import { relatedComponents, systemErrorTypes, type AlertRecord, type SystemErrorOrigin } from './record.ts';
import type { AlertEdit } from './service.ts';
import type { AlertPage, HistoryRecord } from './store.ts';
import type { AttributeSummary } from './summary.ts';

const pageLimit = 50;
const historyTypes = ['ASSIGNEE_CHANGE', 'COMMENT', 'SLACKBOT_BOOMERANG', 'STATUS_CHANGE'] as const;

interface Others {
  UserType: ReturnType<typeof userTypes>['UserType'];
  Rule: ReturnType<typeof detectionTypes>['Rule'];
  Delivery: ReturnType<typeof destinationTypes>['Delivery'];
}

type Origin =
  | { kind: 'rule'; rule: ContentRecord<'RULE'> }
  | { kind: 'deleted'; id: string }
  | { kind: 'system'; error: SystemErrorOrigin };

const pageSizeOf = (wanted: number | null | undefined) => Math.min(pageLimit, Math.max(1, wanted ?? 25));
const orUndefined = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/** What alerts, their lists and their edits look like. */
export function alertTypes(parts: GraphqlParts, others: Others) {
  const types = alertObjectTypes(parts, others);
  const AlertsInput = alertsInput(parts);
  alertQueries(parts, types, AlertsInput);
  alertMutations(parts, types, AlertsInput);
  return types;
}

function alertObjectTypes({ builder, shared }: GraphqlParts, { UserType, Rule, Delivery }: Others) {
  const SystemErrorTypeEnum = builder.enumType('SystemErrorType', { values: systemErrorTypes });
  const RelatedComponentEnum = builder.enumType('RelatedComponent', { values: relatedComponents });
  const SystemError = builder.objectRef<SystemErrorOrigin>('SystemError').implement({
    auth: 'with-parent',
    fields: (t) => ({
      type: t.expose('type', { type: SystemErrorTypeEnum }),
      relatedComponent: t.expose('relatedComponent', { type: RelatedComponentEnum }),
      relatedId: t.exposeID('relatedId', { nullable: true }),
      relatedName: t.exposeString('relatedName', { nullable: true }),
      details: t.field({ type: 'JSON', nullable: true, resolve: (error) => error.details }),
    }),
  });
  const DeletedDetection = builder.objectRef<{ id: string }>('DeletedDetection').implement({
    auth: 'with-parent',
    fields: (t) => ({ id: t.exposeID('id') }),
  });
  const Origin = builder.unionType('AlertOrigin', {
    types: [Rule, DeletedDetection, SystemError],
    resolveType: (value) =>
      'relatedComponent' in value ? 'SystemError' : 'definition' in value ? 'Rule' : 'DeletedDetection',
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
  const EventsInput = builder.inputType('AlertEventsInput', {
    fields: (t) => ({ cursor: t.string(), pageSize: t.int({ defaultValue: 25 }) }),
  });

  async function originOf(alert: AlertRecord, context: RequestContext): Promise<Origin> {
    if (alert.systemError !== null) return { kind: 'system', error: alert.systemError };
    const rule = await context.services.detections.rule(alert.detectionId);
    return rule === undefined ? { kind: 'deleted', id: alert.detectionId } : { kind: 'rule', rule };
  }

  const Alert = builder.objectRef<AlertRecord>('Alert').implement({
    auth: ['AlertRead'],
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
        resolve: async (alert, _args, context) => {
          const origin = await originOf(alert, context);
          if (origin.kind === 'system') return origin.error;
          return origin.kind === 'rule' ? origin.rule : { id: origin.id };
        },
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
        resolve: ({ contextJson }) => parsedJson(contextJson),
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
            cursor: orUndefined(input?.cursor),
          }),
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

type AlertObjectTypes = ReturnType<typeof alertObjectTypes>;

/** The filter is used by lists and by edits of everything that matches. */
function alertsInput({ builder, shared }: GraphqlParts) {
  const ListingTypeEnum = builder.enumType('AlertListingType', { values: alertListingTypes });
  const SortByEnum = builder.enumType('AlertsSortBy', { values: alertSortKeys });
  return builder.inputType('AlertsInput', {
    fields: (t) => ({
      type: t.field({ type: ListingTypeEnum, defaultValue: 'ALERT' }),
      subtypes: t.field({ type: [shared.AlertType] }),
      detectionId: t.id(),
      severities: t.field({ type: [shared.Severity] }),
      statuses: t.field({ type: [shared.AlertStatus] }),
      assigneeIds: t.idList(),
      unassigned: t.boolean(),
      logTypes: t.stringList(),
      logSources: t.idList(),
      resourceTypes: t.stringList(),
      tags: t.stringList(),
      nameContains: t.string(),
      eventCountMin: t.int(),
      eventCountMax: t.int(),
      createdAtAfter: t.field({ type: 'DateTime' }),
      createdAtBefore: t.field({ type: 'DateTime' }),
      sortBy: t.field({ type: SortByEnum, defaultValue: 'createdAt' }),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'descending' }),
      cursor: t.string(),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });
}

type AlertsInputShape = ReturnType<typeof alertsInput>['$inferInput'];

/** GraphQL says null for what was left out. */
function filterOf(input: AlertsInputShape): AlertFilter {
  return AlertFilter.parse(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));
}

type AlertsInputRef = ReturnType<typeof alertsInput>;

function alertQueries(
  { builder, shared }: GraphqlParts,
  { Alert }: AlertObjectTypes,
  AlertsInput: AlertsInputRef,
) {
  const Edge = builder.objectRef<{ node: AlertRecord }>('AlertEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.expose('node', { type: Alert }) }),
  });
  const Output = builder.objectRef<AlertPage & { filter: AlertFilter }>('AlertsOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      edges: t.field({ type: [Edge], resolve: ({ alerts }) => alerts.map((node) => ({ node })) }),
      pageInfo: t.field({
        type: shared.PageInfo,
        resolve: ({ endCursor, hasNextPage }) => ({ endCursor, hasNextPage }),
      }),
      totalItems: t.int({
        nullable: true,
        description: 'Counted only when asked for.',
        resolve: ({ filter }, _args, context) => context.services.alerts.count(actorOf(context), filter),
      }),
    }),
  });
  const SummaryValue = builder.objectRef<{ label: string; value: number }>('AlertSummaryValue').implement({
    auth: 'with-parent',
    fields: (t) => ({ label: t.exposeString('label'), value: t.exposeInt('value') }),
  });
  const SummaryAttribute = builder.objectRef<AttributeSummary>('AlertSummaryAttribute').implement({
    auth: 'with-parent',
    fields: (t) => ({ name: t.exposeString('name'), values: t.expose('values', { type: [SummaryValue] }) }),
  });
  const SummaryInput = builder.inputType('AlertSummaryInput', {
    fields: (t) => ({ alertId: t.id({ required: true }), attributes: t.stringList() }),
  });

  builder.queryFields((t) => ({
    alerts: t.field({
      type: Output,
      auth: ['AlertRead'],
      args: { input: t.arg({ type: AlertsInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const filter = filterOf(input);
        const page = await context.services.alerts.page(actorOf(context), {
          filter,
          sort: { by: input.sortBy ?? 'createdAt', dir: input.sortDir ?? 'descending' },
          pageSize: pageSizeOf(input.pageSize),
          cursor: orUndefined(input.cursor),
        });
        return { ...page, filter };
      },
    }),
    alert: t.field({
      type: Alert,
      nullable: true,
      auth: ['AlertRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.alerts.get(actorOf(context), id),
    }),
    alertSummary: t.field({
      type: [SummaryAttribute],
      auth: ['AlertRead'],
      args: { input: t.arg({ type: SummaryInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.alerts.summary(actorOf(context), input.alertId, orUndefined(input.attributes)),
    }),
  }));
}

function alertMutations(
  { builder, shared }: GraphqlParts,
  { Alert, Comment, CommentFormatEnum }: AlertObjectTypes,
  AlertsInput: AlertsInputRef,
) {
  const Selection = builder.inputType('AlertSelection', {
    fields: (t) => ({ ids: t.idList(), filter: t.field({ type: AlertsInput }) }),
  });
  const UpdateInput = builder.inputType('UpdateAlertsInput', {
    fields: (t) => ({
      selection: t.field({ type: Selection, required: true }),
      status: t.field({ type: shared.AlertStatus }),
      assigneeId: t.id(),
      unassign: t.boolean(),
      comment: t.string(),
    }),
  });
  const UpdateOutput = builder
    .objectRef<{ alerts: AlertRecord[]; jobId: string | null }>('UpdateAlertsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        alerts: t.expose('alerts', { type: [Alert] }),
        jobId: t.exposeID('jobId', { nullable: true }),
      }),
    });
  const CommentInput = builder.inputType('AlertCommentInput', {
    fields: (t) => ({
      id: t.id(),
      alertId: t.id({ required: true }),
      body: t.string({ required: true }),
      format: t.field({ type: CommentFormatEnum, defaultValue: 'PLAIN_TEXT' }),
    }),
  });
  const CommentOutput = builder.objectRef<{ comment: CommentRecord }>('CommentOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ comment: t.expose('comment', { type: Comment }) }),
  });
  const DeliverInput = builder.inputType('DeliverAlertInput', {
    fields: (t) => ({ alertId: t.id({ required: true }), outputIds: t.idList({ required: true }) }),
  });
  const editOf = (input: typeof UpdateInput.$inferInput): AlertEdit => ({
    ...(input.status ? { status: input.status } : {}),
    ...(input.unassign === true
      ? { assigneeId: null }
      : input.assigneeId
        ? { assigneeId: input.assigneeId }
        : {}),
    ...(input.comment ? { comment: input.comment } : {}),
  });

  builder.mutationFields((t) => ({
    updateAlerts: t.field({
      description: 'Edits the alerts with these ids at once, or everything a filter selects as a job.',
      type: UpdateOutput,
      auth: ['AlertModify'],
      args: { input: t.arg({ type: UpdateInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { alerts } = context.services;
        const { ids, filter } = input.selection;
        const actor = actorOf(context);
        if (filter && !ids)
          return { alerts: [], jobId: await alerts.updateMatching(actor, filterOf(filter), editOf(input)) };
        return { alerts: await alerts.update(actor, ids ?? [], editOf(input)), jobId: null };
      },
    }),
    createAlertComment: t.field({
      type: CommentOutput,
      auth: ['AlertModify'],
      args: { input: t.arg({ type: CommentInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        comment: await context.services.alerts.comment(actorOf(context), {
          alertId: input.alertId,
          body: input.body,
          format: input.format ?? 'PLAIN_TEXT',
        }),
      }),
    }),
    updateAlertComment: t.field({
      type: CommentOutput,
      auth: ['AlertModify'],
      args: { input: t.arg({ type: CommentInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        if (!input.id) throw notFound('Say which comment to change by its id.');
        const { id, body, format } = input;
        const comment = await context.services.alerts.editComment(actorOf(context), {
          id,
          body,
          format: format ?? 'PLAIN_TEXT',
        });
        return { comment };
      },
    }),
    deleteAlertComment: t.field({
      type: shared.IdOutput,
      auth: ['AlertModify'],
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.alerts.removeComment(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    deliverAlert: t.field({
      description: 'Sends the alert again, once, and waits for the answers.',
      type: Alert,
      auth: ['AlertModify'],
      args: { input: t.arg({ type: DeliverInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.alerts.deliver(actorOf(context), input.alertId, input.outputIds),
    }),
    resolveSourceAlarm: t.field({
      type: Alert,
      auth: ['LogSourceModify', 'AlertModify'],
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.alerts.resolveSourceAlarm(actorOf(context), input.id),
    }),
  }));
}
