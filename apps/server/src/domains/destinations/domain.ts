import { defineDomain } from '../../domain-contract/define-domain.ts';
import { isTurnedOn } from '../../feature-flags.ts';
import { destinationTypes } from './graphql.ts';
import { createDestinationsService, type DestinationsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    destinations: DestinationsService;
  }
}

declare module '../../domain-contract/define-domain.ts' {
  interface GraphqlTypes {
    destinations: ReturnType<typeof destinationTypes>;
  }
}

export const destinations = defineDomain({
  name: 'destinations',
  buildsOn: ['audit-log'],
  needs: ['audit'],
  graphql: destinationTypes,
  create: (given) => ({
    services: {
      destinations: createDestinationsService({
        ...given,
        offers: ({ featureFlag }) => isTurnedOn(given.config.featureFlags, featureFlag),
      }),
    },
  }),
});
