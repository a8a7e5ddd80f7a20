import { defineDomain } from '../../domain-contract/define-domain.ts';
import { organizationTypes } from './graphql.ts';
import { createOrganizationService, type OrganizationService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    organization: OrganizationService;
  }
}

export const organization = defineDomain({
  name: 'organization',
  buildsOn: ['audit-log'],
  needs: ['audit'],
  graphql: organizationTypes,
  create: ({ store, audit, config }) => ({
    services: {
      organization: createOrganizationService({ store, audit, featureFlags: config.featureFlags }),
    },
  }),
});
