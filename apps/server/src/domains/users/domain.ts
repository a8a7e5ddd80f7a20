import { defineDomain } from '../../domain-contract/define-domain.ts';
import { userTypes } from './graphql.ts';
import { temporaryPasswords } from './migrations/0051-temporary-passwords.ts';
import { peopleOfProviders } from './migrations/0057-people-of-providers.ts';
import { createUsersService, type UsersService } from './service.ts';

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
  needs: ['roles', 'audit'],
  usesTypes: ['roles'],
  migrations: [temporaryPasswords, peopleOfProviders],
  graphql: (parts, { roles }) => userTypes(parts, roles),
  create({ store, roles, audit, clock, config: { admin } }) {
    const service = createUsersService({ store, roles, audit, clock });
    return {
      services: { users: service },
      async seed() {
        if (admin === undefined || !(await service.isEmpty())) return;
        await service.createFirstAdministrator({
          ...admin,
          givenName: 'First',
          familyName: 'Administrator',
        });
      },
    };
  },
});
