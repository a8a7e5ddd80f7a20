import { defineDomain } from '../../domain-contract/define-domain.ts';
import { organizationTypes } from './graphql.ts';
import { settingGroupTypes } from './graphql-setting-groups.ts';
import { assertNetworks } from './network-check.ts';
import { allowedBy, networkSettings } from './network-settings.ts';
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
  async create({ store, audit, secrets, changes, config, reach }) {
    const service = createOrganizationService({
      store,
      audit,
      secrets,
      changes,
      featureFlags: config.featureFlags,
      retentionDays: config.retentionDays,
    });
    const network = networkSettings({ allowed: config.allowPrivateDestinations });
    service.addGroup(network, {
      async beforeSave({ after }) {
        assertNetworks(network, after);
        return after;
      },
    });
    const kept = await service.keepSettingsOf(network);
    reach.decideBy(() => allowedBy(kept()));
    return { services: { organization: service } };
  },
});
