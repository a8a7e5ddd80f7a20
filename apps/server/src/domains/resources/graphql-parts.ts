import type { GraphqlParts } from '../../api/builder.ts';
import type { detectionTypes } from '../detections/index.ts';

/** What the types of this domain are built on. */
export interface ResourceParts extends GraphqlParts {
  detections: ReturnType<typeof detectionTypes>;
}
