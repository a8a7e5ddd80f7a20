import { defineDomain } from '../../domain-contract/define-domain.ts';
import { mailTypes } from './graphql.ts';
import { sendMailJob } from './jobs.ts';
import { mails } from './migrations/0059-mails.ts';
import { createMailService, type MailService } from './service.ts';
import { assertMailSettings } from './settings-check.ts';
import { mailSettings } from './settings.ts';

declare module '../../services.ts' {
  interface Services {
    mail: MailService;
  }
}

export const mail = defineDomain({
  name: 'mail',
  buildsOn: ['audit-log', 'notifications', 'organization'],
  needs: ['audit', 'notifications', 'organization'],
  migrations: [mails],
  graphql: mailTypes,
  async create({ jobs, organization, mailSender, logger, ...given }) {
    organization.addGroup(mailSettings, {
      async beforeSave({ after }) {
        await assertMailSettings(after);
        return after;
      },
    });
    const send = sendMailJob((): MailService => service);
    const service = createMailService({
      ...given,
      settings: await organization.keepSettingsOf(mailSettings),
      sender: mailSender,
      logger: logger.child({ stage: 'mail' }),
      async wake(options) {
        await jobs.send(send, {}, options);
      },
    });
    // Outside of any transaction: it makes the queue, and looks for mail that waits since before a restart.
    await jobs.send(send, {});
    return { services: { mail: service }, jobs: [send] };
  },
});
