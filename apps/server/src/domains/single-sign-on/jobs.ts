import { defineJob, type JobDefinition } from '@margay/jobs';
import type { SingleSignOnService } from './service.ts';
import type { SupportSignIn } from './support/service.ts';

/** Once a day the metadata of the identity provider are read anew: that is how new certificates come. */
export const metadataJob = (
  singleSignOn: Pick<SingleSignOnService, 'refreshMetadata'>,
): JobDefinition<Record<string, never>> =>
  defineJob({
    name: 'read-identity-provider',
    cron: '41 3 * * *',
    handle: () => singleSignOn.refreshMetadata(),
  });

/**
 * Every hour: sign-ins that nobody came back from, and what was used and is over, are forgotten; so are the accounts of
 * support engineers whose hours are over.
 */
export const singleSignOnSweepJob = (of: {
  service: Pick<SingleSignOnService, 'dropExpired'>;
  support: Pick<SupportSignIn, 'dropExpired'>;
}): JobDefinition<Record<string, never>> =>
  defineJob({
    name: 'sweep-single-sign-on',
    cron: '29 * * * *',
    async handle() {
      await of.service.dropExpired();
      await of.support.dropExpired();
    },
  });
