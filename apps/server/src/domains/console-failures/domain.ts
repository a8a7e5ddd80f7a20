import { defineDomain } from '../../domain-contract/define-domain.ts';
import { consoleFailureTypes } from './graphql.ts';
import { createConsoleFailures, type ConsoleFailures } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    consoleFailures: ConsoleFailures;
  }
}

export const consoleFailures = defineDomain({
  name: 'console-failures',
  graphql: consoleFailureTypes,
  create: ({ logger, clock }) => ({
    services: { consoleFailures: createConsoleFailures({ logger, clock }) },
  }),
});
