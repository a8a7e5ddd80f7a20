import { defineDomain } from '../../domain-contract/define-domain.ts';
import { notificationTypes } from './graphql.ts';
import { notificationSweepJob } from './jobs.ts';
import { createNotificationsService, type NotificationsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    notifications: NotificationsService;
  }
}

export const notifications = defineDomain({
  name: 'notifications',
  graphql: notificationTypes,
  create({ store, clock }) {
    const service = createNotificationsService({ store, clock });
    return { services: { notifications: service }, jobs: [notificationSweepJob(service)] };
  },
});
