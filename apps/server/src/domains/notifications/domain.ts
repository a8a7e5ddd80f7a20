import { defineDomain } from '../../domain-contract/define-domain.ts';
import { notificationTypes } from './graphql.ts';
import { notificationSweepJob } from './jobs.ts';
import type { NotificationsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    notifications: NotificationsService;
  }
}

export const notifications = defineDomain({
  name: 'notifications',
  needs: ['notifications'],
  graphql: notificationTypes,
  create: (given) => ({ jobs: [notificationSweepJob(given.notifications)] }),
});
