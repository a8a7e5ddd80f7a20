import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf, type RequestContext } from '../../../api/context.ts';
import { readInput } from '../../../api/read-input.ts';
import { currentCaller } from '../../../api/request-trace.ts';
import { NewPasskeyResponse, type Passkey } from '../../second-factors/index.ts';
import { sessionsAccess } from '../access.ts';
import type { Session } from '../store.ts';

const ownOf = ({ services }: RequestContext) => services.sessions.own;
const passkeysOf = ({ services }: RequestContext) => services.secondFactors.passkeys;
const proofOf = (input: { password?: string | null | undefined; code?: string | null | undefined }) => ({
  password: input.password ?? undefined,
  code: input.code ?? undefined,
});

export function ownAccessTypes({ builder, shared }: GraphqlParts): void {
  const PasskeyType = builder.objectRef<Passkey>('Passkey').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      isUsable: t.boolean({
        description: 'False for one that was made while the console had another address.',
        resolve: ({ rpId }, _args, context) => passkeysOf(context).worksAt(rpId),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    }),
  });
  const SessionType = builder.objectRef<Session>('OwnSession').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      isThis: t.boolean({
        description: 'Whether the request came by it.',
        resolve: ({ id }, _args, context) => actorOf(context).sessionId === id,
      }),
      sourceIp: t.exposeString('sourceIp', { nullable: true }),
      userAgent: t.exposeString('userAgent', { nullable: true }),
      startedAt: t.expose('authTime', { type: 'DateTime' }),
      lastUsedAt: t.field({
        type: 'DateTime',
        description: 'To a quarter of an hour.',
        resolve: ({ renewedAt, authTime }) => renewedAt ?? authTime,
      }),
    }),
  });
  const Own = builder.objectRef<object>('OwnAccess').implement({
    description: 'What people see to themselves: their passkeys, and where they are signed in.',
    auth: 'with-parent',
    fields: (t) => ({
      hasApp: t.boolean({
        description: 'Whether an app makes codes for them.',
        resolve: async (_own, _args, context) =>
          (await context.services.secondFactors.of(actorOf(context).id)).hasApp,
      }),
      passkeysUnavailable: t.string({
        description: 'Why nobody makes passkeys here.',
        nullable: true,
        resolve: (_own, _args, context) => passkeysOf(context).unavailable,
      }),
      passkeyOrigin: t.string({
        description: 'Where the console must be open to make one.',
        nullable: true,
        resolve: (_own, _args, context) => passkeysOf(context).origin,
      }),
      passkeys: t.field({
        type: [PasskeyType],
        resolve: (_own, _args, context) => ownOf(context).passkeys(actorOf(context)),
      }),
      sessions: t.field({
        type: [SessionType],
        resolve: (_own, _args, context) => ownOf(context).sessions(actorOf(context)),
      }),
    }),
  });
  builder.queryFields((t) => ({
    ownAccess: t.field({ type: Own, auth: sessionsAccess.own, resolve: () => ({}) }),
  }));

  const proofFields = {
    password: 'Their password, unless a code is given.',
    code: 'Of their app, or a recovery code.',
  };
  const StartInput = builder.inputType('StartPasskeyInput', {
    fields: (t) => ({
      password: t.string({ description: proofFields.password }),
      code: t.string({ description: proofFields.code }),
    }),
  });
  const AddInput = builder.inputType('AddPasskeyInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      response: t.field({
        type: 'JSON',
        required: true,
        description: 'What the browser made of the options, as its `toJSON` says it.',
      }),
    }),
  });
  const RenameInput = builder.inputType('RenamePasskeyInput', {
    fields: (t) => ({ id: t.id({ required: true }), name: t.string({ required: true }) }),
  });
  const RemoveInput = builder.inputType('RemovePasskeyInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      password: t.string({ description: proofFields.password }),
      code: t.string({ description: proofFields.code }),
    }),
  });
  const Started = builder.objectRef<{ options: object }>('StartedPasskey').implement({
    auth: 'with-parent',
    fields: (t) => ({
      options: t.field({
        type: 'JSON',
        description: 'For `navigator.credentials.create`, in JSON. Good for one answer within five minutes.',
        resolve: ({ options }) => options,
      }),
    }),
  });
  const Added = builder.objectRef<{ passkey: Passkey; recoveryCodes: string[] }>('AddedPasskey').implement({
    auth: 'with-parent',
    fields: (t) => ({
      passkey: t.expose('passkey', { type: PasskeyType }),
      recoveryCodes: t.exposeStringList('recoveryCodes', {
        description: 'Ten where it is the first second factor. They cannot be read again.',
      }),
    }),
  });
  const Ended = builder.objectRef<{ count: number }>('EndedSessions').implement({
    auth: 'with-parent',
    fields: (t) => ({ count: t.exposeInt('count') }),
  });
  builder.mutationFields((t) => ({
    startPasskey: t.field({
      description: 'Begins to make a passkey for oneself.',
      type: Started,
      auth: sessionsAccess.own,
      args: { input: t.arg({ type: StartInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        options: await ownOf(context).startPasskey(
          actorOf(context),
          proofOf(input),
          currentCaller()?.ip ?? '',
        ),
      }),
    }),
    addPasskey: t.field({
      type: Added,
      auth: sessionsAccess.own,
      args: { input: t.arg({ type: AddInput, required: true }) },
      resolve: (_root, { input }, context) =>
        ownOf(context).addPasskey(actorOf(context), {
          name: input.name,
          response: readInput(NewPasskeyResponse, input.response, 'response'),
        }),
    }),
    renamePasskey: t.field({
      type: PasskeyType,
      auth: sessionsAccess.own,
      args: { input: t.arg({ type: RenameInput, required: true }) },
      resolve: (_root, { input }, context) =>
        ownOf(context).renamePasskey(actorOf(context), String(input.id), input.name),
    }),
    removePasskey: t.field({
      type: shared.IdOutput,
      auth: sessionsAccess.own,
      args: { input: t.arg({ type: RemoveInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const id = String(input.id);
        await ownOf(context).removePasskey(actorOf(context), id, {
          proof: proofOf(input),
          ip: currentCaller()?.ip ?? '',
        });
        return { id };
      },
    }),
    endOwnSession: t.field({
      description: 'Signs oneself out where that session is.',
      type: shared.IdOutput,
      auth: sessionsAccess.own,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await ownOf(context).endSession(actorOf(context), String(input.id));
        return { id: String(input.id) };
      },
    }),
    endOtherSessions: t.field({
      description: 'Signs oneself out everywhere but here.',
      type: Ended,
      auth: sessionsAccess.own,
      resolve: async (_root, _args, context) => ({
        count: await ownOf(context).endOtherSessions(actorOf(context)),
      }),
    }),
  }));
}
