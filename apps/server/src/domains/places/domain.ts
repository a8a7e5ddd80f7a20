import { defineDomain } from '../../domain-contract/define-domain.ts';
import { placeTypes } from './graphql.ts';
import { createPlacesService, type PlacesService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    places: PlacesService;
  }
}

export const places = defineDomain({
  name: 'places',
  buildsOn: ['alerts', 'destinations', 'detections', 'log-sources', 'searches', 'users'],
  needs: ['alerts', 'destinations', 'detections', 'logSources', 'schemas', 'searches', 'users'],
  graphql: placeTypes,
  create: (given) => ({ services: { places: createPlacesService(given) } }),
});
