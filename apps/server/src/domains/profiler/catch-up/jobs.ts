import { defineJob, type JobDefinition } from '@margay/jobs';
import type { CatchUpRunner } from './runner.ts';

/** Looks for events to catch up with: when a quarantine ended, and each minute for what a crash left behind. */
export function catchUpJob(runner: () => CatchUpRunner): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'catch-up-after-quarantine',
    cron: '* * * * *',
    async handle() {
      // It may take longer than a job may; its lease, not the job, tells that it is alive.
      runner().wake();
    },
  });
}
