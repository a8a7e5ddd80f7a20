import { defineDomain } from '../../domain-contract/define-domain.ts';
import { userTypes } from './graphql.ts';
import type { UsersService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    users: UsersService;
  }
}

declare module '../../domain-contract/define-domain.ts' {
  interface GraphqlTypes {
    users: ReturnType<typeof userTypes>;
  }
}

export const users = defineDomain({
  name: 'users',
  buildsOn: ['audit-log', 'roles'],
  usesTypes: ['roles'],
  graphql: (parts, { roles }) => userTypes(parts, roles),
});
