import { defineJob, type JobDefinition } from '@margay/jobs';
import type { PasswordResets } from './resets.ts';

export interface CodeRequest {
  email: string;
  ip: string;
  userAgent: string;
}

/** Looks for the account and mails the code where nobody who asks can see how long that takes. */
export function mailCodeJob(resets: () => Pick<PasswordResets, 'mailCode'>): JobDefinition<CodeRequest> {
  return defineJob({
    name: 'mail-reset-code',
    handle: ({ email, ...from }) => resets().mailCode(email, from),
  });
}
