/** What other domains may use. */
export { destinationsAccess } from './access.ts';
export type { DeliveryRecord, destinationTypes } from './graphql.ts';
export type { DestinationsService } from './service.ts';
export { countAttempt, openCircuit, type Destination } from './store.ts';
