import { defineDomain } from '../../domain-contract/define-domain.ts';
import { roleTypes } from './graphql.ts';
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
  graphql: roleTypes,
  create({ store }) {
    const service = createRolesService({ store });
    return { services: { roles: service }, seed: service.ensurePredefined };
  },
});
