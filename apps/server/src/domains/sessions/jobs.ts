import { defineJob, type JobDefinition } from '@margay/jobs';
import type { SessionsService } from './service.ts';

/** Every hour: sessions that ended, and failed sign-ins of long ago, are forgotten. */
export function sessionSweepJob(
  sessions: Pick<SessionsService, 'dropExpired'>,
): JobDefinition<Record<string, never>> {
  return defineJob({ name: 'sweep-sessions', cron: '23 * * * *', handle: () => sessions.dropExpired() });
}
