import { defineJob, type JobDefinition } from '@margay/jobs';
import type { SupportService } from './service.ts';

/** Every night: requests are kept for 180 days. */
export function supportSweepJob(
  service: Pick<SupportService, 'dropOld'>,
): JobDefinition<Record<string, never>> {
  return defineJob({ name: 'sweep-support-requests', cron: '41 2 * * *', handle: () => service.dropOld() });
}
