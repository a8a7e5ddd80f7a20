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
  buildsOn: ['audit-log', 'mail', 'roles'],
  needs: ['roles', 'audit', 'mail'],
  usesTypes: ['roles'],
  migrations: [temporaryPasswords, peopleOfProviders],
  graphql: (parts, { roles }) => userTypes(parts, roles),
  create({ config: { admin }, ...given }) {
    const service = createUsersService(given);
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
