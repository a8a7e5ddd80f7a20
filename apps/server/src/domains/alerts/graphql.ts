import { alertListingTypes } from '@margay/alert';
import { notFound } from '@margay/kit';
import type { GraphqlParts } from '../../api/builder.ts';
import { wholeNumber } from '../../api/whole-number.ts';
import { actorOf } from '../../api/context.ts';
import { alertsAccess } from './access.ts';
import type { CommentRecord } from './comment-store.ts';
import { AlertFilter, alertSortKeys } from './filter.ts';
import { alertObjectTypes, pageSizeOf, type OtherTypes } from './graphql-objects.ts';
import type { AlertRecord } from './record.ts';
import type { AlertEdit } from './service.ts';
import type { AlertPage } from './store.ts';
import type { AttributeSummary } from './summary.ts';

const orUndefined = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/** What alerts, their lists and their edits look like. */
export function alertTypes(parts: GraphqlParts, others: OtherTypes) {
  const types = alertObjectTypes(parts, others);
  const AlertsInput = alertsInput(parts);
  alertQueries(parts, types, AlertsInput);
  alertMutations(parts, types, AlertsInput);
  return types;
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

  const PerDay = builder.objectRef<{ detectionId: string; perDay: number[] }>('DetectionAlerts').implement({
    auth: 'with-parent',
    fields: (t) => ({
      detectionId: t.exposeID('detectionId'),
      perDay: t.exposeIntList('perDay', { description: 'Of 24 hours each, up to now; the oldest first.' }),
    }),
  });
  const PerDayInput = builder.inputType('DetectionAlertsInput', {
    fields: (t) => ({
      detectionIds: t.idList({ required: true }),
      days: t.int({ defaultValue: 7, description: '1 to 90.' }),
    }),
  });

  builder.queryFields((t) => ({
    detectionAlerts: t.field({
      description: 'How many alerts each of these detections raised lately, of those the caller may see.',
      type: [PerDay],
      auth: alertsAccess.read,
      args: { input: t.arg({ type: PerDayInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const days = wholeNumber('days', input.days ?? 7, 90);
        wholeNumber('detectionIds.length', Math.max(1, input.detectionIds.length), 1000);
        const counts = await context.services.alerts.perDay(actorOf(context), input.detectionIds, days);
        return [...counts].map(([detectionId, perDay]) => ({ detectionId, perDay }));
      },
    }),
    alerts: t.field({
      type: Output,
      auth: alertsAccess.read,
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
      auth: alertsAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.alerts.get(actorOf(context), id),
    }),
    alertSummary: t.field({
      type: [SummaryAttribute],
      auth: alertsAccess.read,
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
      auth: alertsAccess.modify,
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
      auth: alertsAccess.modify,
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
      auth: alertsAccess.modify,
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
      auth: alertsAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.alerts.removeComment(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    deliverAlert: t.field({
      description: 'Sends the alert again, once, and waits for the answers.',
      type: Alert,
      auth: alertsAccess.modify,
      args: { input: t.arg({ type: DeliverInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.alerts.deliver(actorOf(context), input.alertId, input.outputIds),
    }),
    resolveSourceAlarm: t.field({
      type: Alert,
      auth: alertsAccess.resolveSourceAlarm,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.alerts.resolveSourceAlarm(actorOf(context), input.id),
    }),
  }));
}
