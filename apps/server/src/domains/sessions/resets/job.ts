import { defineJob, type JobDefinition } from '@margay/jobs';
import type { Caller } from '../../../api/http-parts.ts';
import { forCaller } from '../../../api/request-trace.ts';
import type { PasswordResets } from './resets.ts';

export interface CodeRequest {
  email: string;
  /** Who asked, for the audit log. */
  caller: Caller;
}

/** Looks for the account and mails the code where nobody who asks can see how long that takes. */
export function mailCodeJob(resets: () => Pick<PasswordResets, 'mailCode'>): JobDefinition<CodeRequest> {
  return defineJob({
    name: 'mail-reset-code',
    handle: ({ email, caller }) => forCaller(caller, () => resets().mailCode(email)),
  });
}
