import type { GraphqlParts } from '../../api/builder.ts';
import { supportAccess } from './access.ts';
import type { SupportRequest } from './store.ts';

/** What people wrote on the support page, for those who look after people. */
export function supportTypes({ builder, shared }: GraphqlParts): void {
  const Request = builder.objectRef<SupportRequest>('SupportRequest').implement({
    auth: supportAccess.read,
    fields: (t) => ({
      id: t.exposeID('id'),
      subject: t.exposeString('subject'),
      text: t.exposeString('text'),
      email: t.exposeString('email', { description: 'As it was typed by somebody who was not signed in.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.field({
        description: 'Null for somebody who was not signed in.',
        type: shared.Author,
        nullable: true,
        resolve: ({ author }) => author,
      }),
    }),
  });
  const Page = builder
    .objectRef<{ requests: SupportRequest[]; endCursor: string | null }>('SupportRequestsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        requests: t.expose('requests', { type: [Request] }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
      }),
    });
  const PageInput = builder.inputType('SupportRequestsInput', {
    fields: (t) => ({ pageSize: t.int({ defaultValue: 25 }), cursor: t.string() }),
  });
  builder.queryFields((t) => ({
    supportRequests: t.field({
      description: 'What people wrote on the support page, the newest first.',
      type: Page,
      auth: supportAccess.read,
      args: { input: t.arg({ type: PageInput }) },
      resolve: (_root, { input }, { services }) =>
        services.support.page({
          ...(input?.pageSize == null ? {} : { pageSize: input.pageSize }),
          ...(input?.cursor == null ? {} : { cursor: input.cursor }),
        }),
    }),
  }));
}
