import { defineDomain } from '../../domain-contract/define-domain.ts';
import { scheduledQueryTypes } from './graphql.ts';
import { createScheduledQueries } from './index.ts';
import type { ScheduledQueriesService } from './service.ts';
import { scheduledQueryTables } from './migrations/0012-scheduled-queries.ts';
import { waitingRules } from './migrations/0020-waiting-rules.ts';

declare module '../../services.ts' {
  interface Services {
    scheduledQueries: ScheduledQueriesService;
  }
}

export const scheduledQueries = defineDomain({
  name: 'scheduled-queries',
  buildsOn: ['audit-log', 'detections', 'searches'],
  needs: ['alertWriter', 'audit', 'detections'],
  usesTypes: ['detections'],
  migrations: [scheduledQueryTables, waitingRules],
  graphql: (parts, { detections }) => scheduledQueryTypes(parts, detections),
  create({ detect, logger, ...given }) {
    const { service, jobDefinitions, start, close } = createScheduledQueries({
      ...given,
      engine: detect,
      logger: logger.child({ stage: 'scheduled' }),
    });
    return {
      services: { scheduledQueries: service },
      jobs: jobDefinitions,
      runs: [{ role: 'jobs', start, stop: close }],
    };
  },
});
