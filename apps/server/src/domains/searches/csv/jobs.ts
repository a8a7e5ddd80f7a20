import { defineJob, type JobDefinition } from '@margay/jobs';
import type { CsvRunner } from './runner.ts';

/** What is to be written is in the store, so a beat that is late or doubled does no harm. */
export function csvJob(runner: () => CsvRunner): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'generate-csv',
    cron: '* * * * *',
    retries: 0,
    timeoutSeconds: 4 * 3_600,
    handle: () => runner().work(),
  });
}

/** Every hour: files go when their links have expired. */
export function csvSweepJob(runner: () => CsvRunner): JobDefinition<Record<string, never>> {
  return defineJob({ name: 'sweep-csv', cron: '17 * * * *', handle: () => runner().sweep() });
}
