import { defineDomain } from '../../domain-contract/define-domain.ts';
import { secondFactorTypes } from './graphql.ts';
import { secondFactors as tables } from './migrations/0048-second-factors.ts';
import { createSecondFactorsService, type SecondFactorsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    secondFactors: SecondFactorsService;
  }
}

export const secondFactors = defineDomain({
  name: 'second-factors',
  buildsOn: ['audit-log', 'users'],
  needs: ['audit', 'users'],
  usesTypes: ['users'],
  migrations: [tables],
  graphql: (parts, { users }) => secondFactorTypes(parts, users),
  create: ({ store, secrets, users, audit, clock }) => ({
    services: { secondFactors: createSecondFactorsService({ store, secrets, users, audit, clock }) },
  }),
});
