import { routeAlert, type AnyDestination, type DeliveryAttempt, type Route } from '@margay/alert';
import { readDestinationLogos } from '@margay/alert/node';
import { settingsForm } from '@margay/settings';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { destinationsAccess } from './access.ts';
import type { PutDestination } from './service.ts';
import type { Destination } from './store.ts';

/** An attempt as it is stored or was just made. */
export type DeliveryRecord = Omit<DeliveryAttempt, 'outcome'>;

export function destinationTypes({ builder, shared }: GraphqlParts) {
  let logos: Promise<Map<string, string>> | undefined;

  const DestinationType = builder.objectRef<Destination>('Destination').implement({
    auth: destinationsAccess.list,
    fields: (t) => ({
      outputId: t.exposeID('outputId'),
      outputType: t.exposeString('outputType'),
      displayName: t.exposeString('displayName'),
      defaultForSeverity: t.expose('defaultForSeverity', { type: [shared.Severity] }),
      alertTypes: t.expose('alertTypes', { type: [shared.AlertType] }),
      logTypes: t.exposeStringList('logTypes', { description: 'Empty: every log type.' }),
      apiToken: t.string({ nullable: true, auth: destinationsAccess.read, resolve: () => null }),
      verificationStatus: t.exposeString('verificationStatus', {
        auth: destinationsAccess.read,
        description: 'NOT_VERIFIED, VERIFIED or FAILED.',
      }),
      outputConfig: t.field({
        type: 'JSON',
        auth: destinationsAccess.read,
        description: 'Settings of its type by name; secrets are empty.',
        resolve: (destination, _args, { services }) => services.destinations.redactedConfig(destination),
      }),
      createdBy: t.expose('createdBy', {
        type: shared.Author,
        nullable: true,
        auth: destinationsAccess.read,
      }),
      creationTime: t.expose('createdAt', { type: 'DateTime', auth: destinationsAccess.read }),
      lastModifiedBy: t.expose('updatedBy', {
        type: shared.Author,
        nullable: true,
        auth: destinationsAccess.read,
      }),
      lastModifiedTime: t.expose('updatedAt', { type: 'DateTime', auth: destinationsAccess.read }),
    }),
  });

  const TypeInfo = builder.objectRef<AnyDestination>('DestinationTypeInfo').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      description: t.exposeString('description'),
      docUrl: t.string({ nullable: true, resolve: (definition) => definition.docUrl ?? null }),
      logo: t.string({
        description: 'SVG text.',
        resolve: async ({ id }) => {
          logos ??= readDestinationLogos();
          return (await logos).get(id) ?? '';
        },
      }),
      canTest: t.boolean({ resolve: (definition) => definition.capabilities?.test ?? true }),
      fields: t.field({ type: [shared.SettingField], resolve: (definition) => settingsForm(definition) }),
    }),
  });
  const Delivery = builder.objectRef<DeliveryRecord>('AlertDelivery').implement({
    auth: 'with-parent',
    fields: (t) => ({
      outputId: t.exposeID('outputId'),
      destination: t.field({
        type: DestinationType,
        nullable: true,
        resolve: async ({ outputId }, _args, { services }) => services.destinations.byId(outputId),
      }),
      dispatchedAt: t.expose('dispatchedAt', { type: 'DateTime' }),
      success: t.exposeBoolean('success'),
      statusCode: t.exposeInt('statusCode'),
      message: t.exposeString('message'),
      label: t.exposeString('label'),
      url: t.exposeString('url'),
    }),
  });

  const Preview = builder.objectRef<Pick<Route, 'outputIds' | 'reason'>>('RoutePreview').implement({
    auth: 'with-parent',
    fields: (t) => ({
      outputIds: t.exposeIDList('outputIds'),
      reason: t.exposeString('reason', {
        description: 'override: the detection names them. match: they ask for such alerts.',
      }),
    }),
  });
  const PreviewInput = builder.inputType('RoutePreviewInput', {
    fields: (t) => ({
      severity: t.field({ type: shared.Severity, required: true }),
      logTypes: t.stringList({ required: true }),
      outputIds: t.idList({ required: true }),
    }),
  });

  builder.queryFields((t) => ({
    routePreview: t.field({
      description: 'Which destinations would receive an alert of a rule, without destinations() in its code.',
      type: Preview,
      auth: destinationsAccess.previewRoutes,
      args: { input: t.arg({ type: PreviewInput, required: true }) },
      resolve: async (_root, { input }, { services }) =>
        routeAlert(
          { ...input, type: 'RULE', detectionKind: 'RULE', dynamicDestinations: null },
          await services.destinations.list(),
        ),
    }),
    destinations: t.field({
      type: [DestinationType],
      auth: destinationsAccess.list,
      resolve: (_root, _args, { services }) => services.destinations.list(),
    }),
    destination: t.field({
      type: DestinationType,
      nullable: true,
      auth: destinationsAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.destinations.byId(id),
    }),
    destinationTypes: t.field({
      description: 'Every kind of destination, with the form of its settings.',
      type: [TypeInfo],
      auth: destinationsAccess.list,
      resolve: (_root, _args, { services }) => [...services.destinations.types()],
    }),
  }));

  const Input = builder.inputType('DestinationInput', {
    fields: (t) => ({
      outputId: t.id(),
      outputType: t.string({ required: true }),
      displayName: t.string({ required: true }),
      defaultForSeverity: t.field({ type: [shared.Severity], required: true }),
      alertTypes: t.field({ type: [shared.AlertType], required: true }),
      logTypes: t.stringList({ required: true }),
      outputConfig: t.field({ type: 'JSON', required: true }),
    }),
  });
  const TestInput = builder.inputType('SendTestAlertInput', {
    fields: (t) => ({ outputIds: t.idList({ required: true }) }),
  });
  const putOf = (input: typeof Input.$inferInput): PutDestination => ({
    outputType: input.outputType,
    displayName: input.displayName,
    defaultForSeverity: input.defaultForSeverity,
    alertTypes: input.alertTypes,
    logTypes: input.logTypes,
    outputConfig: input.outputConfig,
  });

  builder.mutationFields((t) => ({
    addDestination: t.field({
      type: DestinationType,
      auth: destinationsAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.destinations.put(actorOf(context), putOf(input)),
    }),
    updateDestination: t.field({
      type: DestinationType,
      auth: destinationsAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.destinations.put(actorOf(context), {
          ...putOf(input),
          outputId: input.outputId ?? '',
        }),
    }),
    deleteDestination: t.field({
      type: shared.IdOutput,
      auth: destinationsAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.destinations.remove(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    sendTestAlert: t.field({
      type: [Delivery],
      auth: destinationsAccess.modify,
      args: { input: t.arg({ type: TestInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.destinations.sendTest(actorOf(context), input.outputIds),
    }),
  }));
  return { DestinationType, Delivery };
}
