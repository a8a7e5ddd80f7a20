import { defineJob, type JobDefinition } from '@margay/jobs';
import type { ScheduledQueriesService } from './service.ts';

/** The beat: what is due is in the store, so a beat that is late or doubled does no harm. */
export function scheduledQueriesJob(tick: () => Promise<void>): JobDefinition<Record<string, never>> {
  return defineJob({ name: 'run-scheduled-queries', cron: '* * * * *', retries: 0, handle: () => tick() });
}

export function runSweepJob(
  service: Pick<ScheduledQueriesService, 'sweep'>,
): JobDefinition<Record<string, never>> {
  return defineJob({ name: 'sweep-scheduled-runs', cron: '41 3 * * *', handle: () => service.sweep() });
}
