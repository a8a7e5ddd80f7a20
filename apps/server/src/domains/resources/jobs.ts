import { defineJob, type JobDefinition } from '@margay/jobs';
import { judgeDue, type JudgeDeps } from './judge.ts';

/** Judges what is due: whenever resources or policies change, and each minute for what was missed. */
export function judgeJob(deps: () => JudgeDeps): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'judge-resources',
    cron: '* * * * *',
    timeoutSeconds: 900,
    handle: (_data, { signal }) => judgeDue(deps(), signal),
  });
}
