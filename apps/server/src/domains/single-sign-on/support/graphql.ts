import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { singleSignOnAccess } from '../access.ts';
import type { SupportAccess } from './service.ts';

export function supportTypes({ builder }: GraphqlParts): void {
  const Access = builder.objectRef<SupportAccess>('SupportAccess').implement({
    auth: 'with-parent',
    fields: (t) => ({
      userId: t.id({ resolve: ({ user }) => user.id }),
      address: t.exposeString('address', {
        description: 'For the engineer to sign in with, once. It cannot be read again.',
      }),
      until: t.expose('until', { type: 'DateTime' }),
    }),
  });
  const Input = builder.inputType('LetSupportInInput', {
    fields: (t) => ({
      email: t.string({ required: true }),
      givenName: t.string({ required: true }),
      familyName: t.string({ required: true }),
      roleId: t.id({ required: true }),
      hours: t.int({ required: true }),
    }),
  });
  builder.mutationFields((t) => ({
    letSupportIn: t.field({
      type: Access,
      auth: singleSignOnAccess.letSupportIn,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input: { roleId, hours, ...guest } }, context) =>
        context.services.supportSignIn.letIn(
          actorOf(context),
          { ...guest, role: { kind: 'Id', value: String(roleId) } },
          hours,
        ),
    }),
  }));
}
