import { defineDomain } from '../../domain-contract/define-domain.ts';
import { organizationTypes } from './graphql.ts';
import { settingGroupTypes } from './graphql-setting-groups.ts';
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
  graphql(parts) {
    organizationTypes(parts);
    settingGroupTypes(parts);
  },
  create: ({ store, audit, secrets, changes, config }) => ({
    services: {
      organization: createOrganizationService({
        store,
        audit,
        secrets,
        changes,
        featureFlags: config.featureFlags,
      }),
    },
  }),
});
