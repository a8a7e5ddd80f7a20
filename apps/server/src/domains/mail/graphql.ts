import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { mailAccess } from './access.ts';

export function mailTypes({ builder }: GraphqlParts): void {
  builder.queryFields((t) => ({
    isMailSetUp: t.boolean({
      description: 'Whether invitations, temporary passwords and codes are mailed, in place of being shown.',
      auth: mailAccess.readStatus,
      resolve: (_root, _args, { services }) => services.mail.isSetUp(),
    }),
  }));
  const Output = builder.objectRef<{ to: string }>('SendTestMailOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ to: t.exposeString('to') }),
  });
  builder.mutationFields((t) => ({
    sendTestMail: t.field({
      description: 'Sends a mail to the person who asks, with the settings as they are saved.',
      type: Output,
      auth: mailAccess.test,
      resolve: async (_root, _args, context) => {
        const actor = actorOf(context);
        await context.services.mail.sendTest(actor);
        return { to: actor.email };
      },
    }),
  }));
}
