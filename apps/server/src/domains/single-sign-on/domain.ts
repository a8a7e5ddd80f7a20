import { defineDomain } from '../../domain-contract/define-domain.ts';
import { addressesBelow } from './console-client.ts';
import { createFlowStore } from './flow-store.ts';
import { singleSignOnTypes } from './graphql.ts';
import { metadataJob, singleSignOnSweepJob } from './jobs.ts';
import { singleSignOn as tables } from './migrations/0058-single-sign-on.ts';
import { namedRoles } from './named-roles.ts';
import { createProviderSettings } from './provider-settings.ts';
import { singleSignOnRoutes } from './rest.ts';
import { createSingleSignOn, type SingleSignOnService } from './service.ts';
import { supportTypes } from './support/graphql.ts';
import { supportRoutes } from './support/rest.ts';
import { createSupportSignIn, type SupportSignIn } from './support/service.ts';
import { singleSignOnSettings } from './settings.ts';

declare module '../../services.ts' {
  interface Services {
    singleSignOn: SingleSignOnService;
    supportSignIn: SupportSignIn;
  }
}

export const singleSignOn = defineDomain({
  name: 'single-sign-on',
  buildsOn: ['audit-log', 'organization', 'roles', 'sessions', 'users'],
  needs: ['audit', 'organization', 'roles', 'sessions', 'users'],
  migrations: [tables],
  graphql(parts) {
    singleSignOnTypes(parts);
    supportTypes(parts);
  },
  rest(routes) {
    singleSignOnRoutes(routes);
    supportRoutes(routes);
  },
  async create(given) {
    const { store, secrets, http, organization, roles, users, sessions, audit, clock } = given;
    const addresses = () => addressesBelow(given.consoleUrl());
    const flows = createFlowStore({ store, secrets });
    const provider = createProviderSettings({ store, http, roles, users, flows, addresses, clock });
    organization.addGroup(singleSignOnSettings, provider.hooks);
    roles.onNameChanged(namedRoles({ organization, changes: given.changes }));
    const service = createSingleSignOn({
      settings: await organization.keepSettingsOf(singleSignOnSettings),
      protocolOf: provider.protocolOf,
      refresh: provider.refresh,
      checkMetadata: async (settings) =>
        settings.protocol === 'SAML' ? provider.metadataOf(settings) : undefined,
      addresses,
      flows,
      users,
      roles,
      sessions,
      audit,
      logger: given.logger.child({ stage: 'single-sign-on' }),
      clock,
    });
    const support = createSupportSignIn({
      store,
      users,
      sessions,
      isOn: given.config.featureFlags.ENABLE_SUPPORT_SIGN_IN,
      address: () => addresses().supportSignIn,
      clock,
    });
    return {
      services: { singleSignOn: service, supportSignIn: support },
      jobs: [metadataJob(service), singleSignOnSweepJob({ service, support })],
    };
  },
});
