import { defineDomain } from '../../domain-contract/define-domain.ts';
import { roleTypes } from './graphql.ts';
import { secondFactorByRole } from './migrations/0050-second-factor-by-role.ts';
import { createRolesService, type RolesService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    roles: RolesService;
  }
}

declare module '../../domain-contract/define-domain.ts' {
  interface GraphqlTypes {
    roles: ReturnType<typeof roleTypes>;
  }
}

export const roles = defineDomain({
  name: 'roles',
  buildsOn: ['audit-log', 'organization'],
  needs: ['audit', 'organization'],
  migrations: [secondFactorByRole],
  graphql: roleTypes,
  create({ store, audit, organization }) {
    const service = createRolesService({ store, audit, organization });
    return { services: { roles: service }, seed: service.ensurePredefined };
  },
});
