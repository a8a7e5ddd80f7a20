import { defineDomain } from '../../domain-contract/define-domain.ts';
import { scheduledQueryTypes } from './graphql.ts';
import type { ScheduledQueriesService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    scheduledQueries: ScheduledQueriesService;
  }
}

export const scheduledQueries = defineDomain({
  name: 'scheduled-queries',
  buildsOn: ['alerts', 'audit-log', 'detections', 'searches'],
  usesTypes: ['detections'],
  graphql: (parts, { detections }) => scheduledQueryTypes(parts, detections),
});
