import { defineJob, type JobDefinition } from '@margay/jobs';
import type { SignalFeed } from './feed.ts';

/** Every hour: removes what is older or more than the feed keeps. */
export function trimFeedJob(deps: {
  signals: SignalFeed;
  clock: () => Date;
}): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'trim-signal-feed',
    cron: '41 * * * *',
    async handle() {
      await deps.signals.trim(deps.clock());
    },
  });
}
