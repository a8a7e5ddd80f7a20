import { defineDomain } from '../../domain-contract/define-domain.ts';
import { roleTypes } from './graphql.ts';
import type { RolesService } from './service.ts';

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

export const roles = defineDomain({ name: 'roles', graphql: roleTypes });
