import { defineDomain } from '../../domain-contract/define-domain.ts';
import { feedbackTypes } from './graphql.ts';
import { createFeedbackService, type FeedbackService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    feedback: FeedbackService;
  }
}

export const feedback = defineDomain({
  name: 'feedback',
  graphql: feedbackTypes,
  create: ({ store, clock }) => ({ services: { feedback: createFeedbackService({ store, clock }) } }),
});
