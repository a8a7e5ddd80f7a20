import { defineDomain } from '../../domain-contract/define-domain.ts';
import { join } from 'node:path';
import { profilerTypes } from './graphql.ts';
import { createProfiler, type PassedEventsKeeper } from './index.ts';
import type { ProfilerService } from './service.ts';
import { quarantines } from './migrations/0014-quarantines.ts';

declare module '../../services.ts' {
  interface Services {
    profiler: ProfilerService;
    passedEvents: PassedEventsKeeper;
  }
}

export const profiler = defineDomain({
  name: 'profiler',
  buildsOn: ['audit-log', 'detections', 'lookup-tables', 'schemas'],
  needs: ['alertWriter', 'audit', 'detections', 'lookupTables', 'schemas'],
  migrations: [quarantines],
  graphql: profilerTypes,
  async create({ detect, config, hostCalls, logger, ...given }) {
    const own = logger.child({ stage: 'profiler' });
    const { service, recordPassed, jobDefinitions, close } = await createProfiler({
      ...given,
      engine: detect,
      logger: own,
      retentionDays: config.retentionDays,
      catchUpEngine: {
        memoryLimitBytes: config.pythonMemoryBytes,
        cacheDir: join(config.dataDir, 'cache'),
        logger: own,
        hostCalls,
      },
    });
    return {
      services: { profiler: service, passedEvents: { record: recordPassed } },
      jobs: jobDefinitions,
      close,
    };
  },
});
