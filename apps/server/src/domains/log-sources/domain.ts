import { defineDomain } from '../../domain-contract/define-domain.ts';
import { logSourceTypes } from './graphql.ts';
import { silentSourcesJob } from './jobs.ts';
import type { SourceChecker } from './check-source.ts';
import type { LogSourcesService } from './service.ts';
import type { ReprocessService } from './reprocess.ts';
import type { SourceHealthService } from './health.ts';

declare module '../../services.ts' {
  interface Services {
    logSources: LogSourcesService;
    reprocess: ReprocessService;
    sourceChecker: SourceChecker;
    sourceHealth: SourceHealthService;
  }
}

export const logSources = defineDomain({
  name: 'log-sources',
  buildsOn: ['alerts', 'audit-log', 'retention'],
  needs: ['logSources', 'alerts'],
  graphql: logSourceTypes,
  create: (given) => ({
    jobs: [silentSourcesJob({ sources: given.logSources, alerts: given.alerts, clock: given.clock })],
  }),
});
