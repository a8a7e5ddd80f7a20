import { defineDomain } from '../../domain-contract/define-domain.ts';
import { supportTypes } from './graphql.ts';
import { supportSweepJob } from './jobs.ts';
import { supportRequests } from './migrations/0070-support-requests.ts';
import { supportRoutes } from './rest.ts';
import { createSupportService, type SupportService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    support: SupportService;
  }
}

export const support = defineDomain({
  name: 'support',
  buildsOn: ['mail'],
  needs: ['mail'],
  migrations: [supportRequests],
  graphql: supportTypes,
  rest: supportRoutes,
  create({ store, mail, clock }) {
    const service = createSupportService({ store, mail, clock });
    return { services: { support: service }, jobs: [supportSweepJob(service)] };
  },
});
