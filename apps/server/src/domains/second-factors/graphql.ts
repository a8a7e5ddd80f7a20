import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { gathered } from '../../api/gathered.ts';
import type { userTypes } from '../users/index.ts';
import { secondFactorsAccess } from './access.ts';

const hasMfa = gathered(async ({ services }, ids: readonly string[]) => {
  const having = await services.secondFactors.ofUsers(ids);
  return (id: string) => having.has(id);
});

export function secondFactorTypes(
  { builder, shared }: GraphqlParts,
  { UserType }: ReturnType<typeof userTypes>,
): void {
  builder.objectFields(UserType, (t) => ({
    hasMfa: t.boolean({
      description:
        'Whether the person is asked for a second factor when they sign in: the code of an app, or a passkey.',
      auth: secondFactorsAccess.read,
      resolve: ({ id }, _args, context) => hasMfa(context, id),
    }),
  }));
  builder.mutationFields((t) => ({
    resetUserMfa: t.field({
      description:
        'Takes the second factors of a person away, who lost them: the app, the passkeys and the recovery codes.',
      type: shared.IdOutput,
      auth: secondFactorsAccess.reset,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.secondFactors.reset(actorOf(context), String(input.id));
        return { id: String(input.id) };
      },
    }),
  }));
}
