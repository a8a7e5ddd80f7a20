import { defineJob, type JobDefinition } from '@margay/jobs';
import type { ReplayRunner } from './runner.ts';

/** Looks for replays that wait: when one was made, and each minute for those a crash left behind. */
export function replayJob(runner: () => ReplayRunner): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'run-replays',
    cron: '* * * * *',
    async handle() {
      // A replay may take longer than a job may; its lease, not the job, tells that it is alive.
      runner().wake();
    },
  });
}
