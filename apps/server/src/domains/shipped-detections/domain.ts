import { defineDomain } from '../../domain-contract/define-domain.ts';
import { shippedDetectionTypes } from './graphql.ts';
import { createShippedDetections, type ShippedDetectionsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    shippedDetections: ShippedDetectionsService;
  }
}

export const shippedDetections = defineDomain({
  name: 'shipped-detections',
  buildsOn: ['detections'],
  needs: ['detections'],
  graphql: shippedDetectionTypes,
  create: ({ detections }) => ({ services: { shippedDetections: createShippedDetections(detections) } }),
});
