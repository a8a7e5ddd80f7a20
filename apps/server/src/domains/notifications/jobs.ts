import { defineJob, type JobDefinition } from '@margay/jobs';
import type { NotificationsService } from './service.ts';

/** Every night: notifications are kept for 90 days. */
export function notificationSweepJob(
  service: Pick<NotificationsService, 'sweep'>,
): JobDefinition<Record<string, never>> {
  return defineJob({ name: 'sweep-notifications', cron: '51 2 * * *', handle: () => service.sweep() });
}
