import { defineDomain } from '../../domain-contract/define-domain.ts';
import { secondFactorTypes } from './graphql.ts';
import { secondFactors as tables } from './migrations/0048-second-factors.ts';
import { passkeys } from './migrations/0061-passkeys.ts';
import { createSecondFactorsService, type SecondFactorsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    secondFactors: SecondFactorsService;
  }
}

export const secondFactors = defineDomain({
  name: 'second-factors',
  buildsOn: ['audit-log', 'mail', 'users'],
  needs: ['audit', 'mail', 'users'],
  usesTypes: ['users'],
  migrations: [tables, passkeys],
  graphql: (parts, { users }) => secondFactorTypes(parts, users),
  create: ({ consoleUrl, ...given }) => ({
    services: {
      secondFactors: createSecondFactorsService({ ...given, consoleUrl: consoleUrl() }),
    },
  }),
});
