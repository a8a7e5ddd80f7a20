import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { replaysAccess } from './access.ts';
import { liveReplayTypes, type RuleInputRef } from './graphql-live.ts';
import { replayObjectTypes } from './graphql-objects.ts';

/** Replays of saved rules, and of texts that are not saved. */
export function replayTypes(parts: GraphqlParts, { PutRuleInput }: { PutRuleInput: RuleInputRef }) {
  const objects = replayObjectTypes(parts);
  replayQueries(parts, objects);
  replayMutations(parts, objects);
  liveReplayTypes(parts, objects, PutRuleInput);
}

type ReplayObjects = ReturnType<typeof replayObjectTypes>;

function replayQueries({ builder }: GraphqlParts, { Replay, ReplayAlert }: ReplayObjects) {
  const ReplaysInput = builder.inputType('ReplaysInput', {
    fields: (t) => ({
      detectionId: t.id({ required: true }),
      cursor: t.string({ description: 'Id of the last replay of the page before.' }),
    }),
  });
  const ReplayAlertInput = builder.inputType('ReplayAlertInput', {
    fields: (t) => ({ replayId: t.id({ required: true }), alertId: t.id({ required: true }) }),
  });
  builder.queryFields((t) => ({
    replays: t.field({
      description: 'Replays of a rule, newest first, 25 a page.',
      type: [Replay],
      auth: replaysAccess.read,
      args: { input: t.arg({ type: ReplaysInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.replays.list(
          actorOf(context).logTypeAccess,
          input.detectionId,
          input.cursor ?? undefined,
        ),
    }),
    replay: t.field({
      type: Replay,
      nullable: true,
      auth: replaysAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.replays.get(actorOf(context).logTypeAccess, id),
    }),
    replayAlert: t.field({
      description: 'An alert a replay would have made.',
      type: ReplayAlert,
      nullable: true,
      auth: replaysAccess.read,
      args: { input: t.arg({ type: ReplayAlertInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { replays } = context.services;
        const access = actorOf(context).logTypeAccess;
        const replay = await replays.get(access, input.replayId);
        const alert = await replays.preview(access, input.replayId, input.alertId);
        return replay === undefined || alert === undefined ? null : { ...alert, replay };
      },
    }),
  }));
}

function replayMutations({ builder, shared }: GraphqlParts, { Replay }: ReplayObjects) {
  const ReplayOutput = builder
    .objectRef<{ replay: typeof Replay.$inferType }>('ReplayOutput')
    .implement({ auth: 'with-parent', fields: (t) => ({ replay: t.expose('replay', { type: Replay }) }) });
  const CreateReplayInput = builder.inputType('CreateReplayInput', {
    fields: (t) => ({
      detectionId: t.id({ required: true }),
      logTypes: t.stringList({ required: true }),
      startsAt: t.field({ type: 'DateTime' }),
      endsAt: t.field({ type: 'DateTime' }),
      maxSizeInGB: t.float({ description: 'Reads the newest events of the window up to about this size.' }),
    }),
  });
  builder.mutationFields((t) => ({
    createReplay: t.field({
      description: 'Replays a saved rule over stored events, in the background.',
      type: ReplayOutput,
      auth: replaysAccess.run,
      args: { input: t.arg({ type: CreateReplayInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        replay: await context.services.replays.create(actorOf(context), {
          detectionId: input.detectionId,
          logTypes: input.logTypes,
          ...(input.startsAt ? { startsAt: input.startsAt } : {}),
          ...(input.endsAt ? { endsAt: input.endsAt } : {}),
          ...(input.maxSizeInGB == null ? {} : { maxSizeInGB: input.maxSizeInGB }),
        }),
      }),
    }),
    stopReplay: t.field({
      type: ReplayOutput,
      auth: replaysAccess.run,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        replay: await context.services.replays.stop(actorOf(context), input.id),
      }),
    }),
  }));
}
