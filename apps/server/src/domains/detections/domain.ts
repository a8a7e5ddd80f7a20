import { defineDomain } from '../../domain-contract/define-domain.ts';
import { detectionTypes } from './graphql.ts';
import { detectionRoutes } from './rest.ts';
import type { DetectionsService } from './service.ts';
import type { UploadReceiptsService } from './upload-receipts.ts';

declare module '../../services.ts' {
  interface Services {
    detections: DetectionsService;
    uploadReceipts: UploadReceiptsService;
  }
}

declare module '../../domain-contract/define-domain.ts' {
  interface GraphqlTypes {
    detections: ReturnType<typeof detectionTypes>;
  }
}

export const detections = defineDomain({
  name: 'detections',
  buildsOn: ['audit-log', 'searches'],
  graphql: detectionTypes,
  rest: detectionRoutes,
});
