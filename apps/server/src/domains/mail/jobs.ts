import { defineJob, type JobDefinition } from '@margay/jobs';
import type { MailService } from './service.ts';

/** Gives the mail server what is due. The clock calls too, for what a process left behind that died over it. */
export function sendMailJob(service: () => Pick<MailService, 'sendDue'>): JobDefinition<object> {
  return defineJob({
    name: 'send-mail',
    cron: '*/5 * * * *',
    handle: (_data, { signal }) => service().sendDue(signal),
  });
}
