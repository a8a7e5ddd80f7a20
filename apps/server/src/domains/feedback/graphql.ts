import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { feedbackAccess } from './access.ts';
import type { FeedbackRecord } from './store.ts';

/** What people say about the product: everybody may say something, whoever reads the settings may read it. */
export function feedbackTypes({ builder, shared }: GraphqlParts): void {
  const Feedback = builder.objectRef<FeedbackRecord>('UserFeedback').implement({
    auth: feedbackAccess.read,
    fields: (t) => ({
      id: t.exposeID('id'),
      featureName: t.exposeString('featureName'),
      feedbackText: t.exposeString('feedbackText'),
      featureUsefulness: t.exposeInt('featureUsefulness', { nullable: true, description: '1 to 5.' }),
      locationUrl: t.exposeString('locationUrl'),
      screenWidth: t.exposeInt('screenWidth', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.expose('author', { type: shared.Author }),
    }),
  });
  const Edge = builder.objectRef<FeedbackRecord>('UserFeedbackEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.field({ type: Feedback, resolve: (said) => said }) }),
  });
  const Page = builder
    .objectRef<{ feedback: FeedbackRecord[]; endCursor: string | null }>('UserFeedbackOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        edges: t.expose('feedback', { type: [Edge] }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
      }),
    });
  const PageInput = builder.inputType('UserFeedbackInput', {
    fields: (t) => ({ pageSize: t.int({ defaultValue: 25 }), cursor: t.string() }),
  });
  const SendInput = builder.inputType('SendUserFeedbackInput', {
    fields: (t) => ({
      featureName: t.string({ required: true }),
      feedbackText: t.string({ required: true }),
      featureUsefulness: t.int({ description: '1 to 5; absent when it was not rated.' }),
      locationUrl: t.string({ required: true }),
      screenWidth: t.int({ description: 'Of the window, in CSS pixels.' }),
    }),
  });
  builder.queryFields((t) => ({
    userFeedback: t.field({
      description: 'What people have said about the product, the newest first.',
      type: Page,
      auth: feedbackAccess.read,
      args: { input: t.arg({ type: PageInput }) },
      resolve: (_root, { input }, { services }) =>
        services.feedback.page({
          ...(input?.pageSize == null ? {} : { pageSize: input.pageSize }),
          ...(input?.cursor == null ? {} : { cursor: input.cursor }),
        }),
    }),
  }));
  builder.mutationFields((t) => ({
    sendUserFeedback: t.field({
      description: 'Keeps what a person says about the product, on this installation only.',
      type: shared.IdOutput,
      auth: feedbackAccess.send,
      args: { input: t.arg({ type: SendInput, required: true }) },
      resolve: (_root, { input }, context) => context.services.feedback.send(actorOf(context), input),
    }),
  }));
}
