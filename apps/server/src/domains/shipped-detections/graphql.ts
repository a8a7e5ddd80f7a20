import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { shippedDetectionsAccess } from './access.ts';
import { shippedStates, type EnableOutcome, type ShippedDetection } from './service.ts';

/** Detections that ship with the product: which there are for one's logs, and switching them on. */
export function shippedDetectionTypes({ builder, shared }: GraphqlParts): void {
  const State = builder.enumType('ShippedDetectionState', {
    description: 'ABSENT: not taken in yet. OFF and ON: stored here, and a person may have changed it since.',
    values: shippedStates,
  });
  const Shipped = builder.objectRef<ShippedDetection>('ShippedDetection').implement({
    auth: shippedDetectionsAccess.read,
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      description: t.exposeString('description'),
      severity: t.expose('severity', { type: shared.Severity }),
      logTypes: t.stringList({ resolve: ({ logTypes }) => [...logTypes] }),
      state: t.expose('state', { type: State }),
      alertingEvent: t.string({
        nullable: true,
        description:
          'An event, as JSON, that raises its alert by itself; null where one event is not enough.',
        resolve: ({ alertingEvent }) => alertingEvent ?? null,
      }),
    }),
  });
  const Outcome = builder.objectRef<EnableOutcome>('EnableShippedDetectionsOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      detections: t.expose('detections', { type: [Shipped] }),
      problems: t.exposeStringList('problems', {
        description: 'What is stored and yet does not run, and why.',
      }),
    }),
  });
  const EnableInput = builder.inputType('EnableShippedDetectionsInput', {
    fields: (t) => ({ ids: t.idList({ required: true }) }),
  });
  builder.queryFields((t) => ({
    shippedDetections: t.field({
      description:
        'Detections that ship with the product and watch one of these log types; all when left out.',
      type: [Shipped],
      auth: shippedDetectionsAccess.read,
      args: { logTypes: t.arg.stringList() },
      resolve: (_root, { logTypes }, { services }) => services.shippedDetections.list(logTypes ?? undefined),
    }),
  }));
  builder.mutationFields((t) => ({
    enableShippedDetections: t.field({
      description:
        'Takes in shipped detections with what they need, and switches them on. What a person has changed stays as it is.',
      type: Outcome,
      auth: shippedDetectionsAccess.enable,
      args: { input: t.arg({ type: EnableInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.shippedDetections.enable(actorOf(context), input.ids),
    }),
  }));
}
