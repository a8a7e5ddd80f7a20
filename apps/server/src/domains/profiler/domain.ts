import { defineDomain } from '../../domain-contract/define-domain.ts';
import { profilerTypes } from './graphql.ts';
import type { ProfilerService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    profiler: ProfilerService;
  }
}

export const profiler = defineDomain({
  name: 'profiler',
  buildsOn: ['alerts', 'audit-log', 'detections', 'lookup-tables', 'schemas'],
  graphql: profilerTypes,
});
