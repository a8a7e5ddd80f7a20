import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';

export function secondFactorTypes({ builder, shared }: GraphqlParts): void {
  builder.mutationFields((t) => ({
    resetUserMfa: t.field({
      description: 'Takes the second factor of a person away, who lost the app that makes its codes.',
      type: shared.IdOutput,
      auth: ['UserModify'],
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.secondFactors.reset(actorOf(context), String(input.id));
        return { id: String(input.id) };
      },
    }),
  }));
}
