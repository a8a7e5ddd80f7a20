import { defineJob, type JobDefinition } from '@margay/jobs';
import type { SearchesService } from '../service.ts';

/** Every night: the history keeps 30 days. */
export function historySweepJob(
  searches: Pick<SearchesService, 'sweep'>,
): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'sweep-search-history',
    cron: '41 2 * * *',
    handle: () => searches.sweep(),
  });
}
