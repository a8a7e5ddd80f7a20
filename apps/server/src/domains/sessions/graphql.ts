import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { sessionsAccess } from './access.ts';
import type { ResetLink } from './resets/resets.ts';

export function sessionTypes({ builder, shared }: GraphqlParts): void {
  const Link = builder.objectRef<ResetLink>('PasswordResetLink').implement({
    auth: 'with-parent',
    fields: (t) => ({
      url: t.exposeString('url', { description: 'Sets a new password once. It cannot be read again.' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    }),
  });
  builder.mutationFields((t) => ({
    createPasswordResetLink: t.field({
      description: 'For an administrator to hand over to somebody who forgot their password.',
      type: Link,
      auth: sessionsAccess.makeResetLink,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.sessions.resets.newLink(actorOf(context), String(input.id)),
    }),
  }));
}
