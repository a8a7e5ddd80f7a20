import { join } from 'node:path';
import { defineDomain } from '../../domain-contract/define-domain.ts';
import { explainTypes } from './graphql-explain.ts';
import { replayTypes } from './graphql.ts';
import { createReplays } from './index.ts';
import type { ExplainService } from './explain/service.ts';
import type { ReplaysService } from './service.ts';
import { replayTables } from './migrations/0010-replays.ts';

declare module '../../services.ts' {
  interface Services {
    explain: ExplainService;
    replays: ReplaysService;
  }
}

export const replays = defineDomain({
  name: 'replays',
  buildsOn: [
    'alerts',
    'audit-log',
    'destinations',
    'detections',
    'lookup-tables',
    'scheduled-queries',
    'schemas',
  ],
  needs: ['audit', 'alerts', 'destinations', 'detections', 'lookupTables', 'schemas'],
  usesTypes: ['detections'],
  migrations: [replayTables],
  graphql(parts, { detections }) {
    replayTypes(parts, detections);
    explainTypes(parts, detections);
  },
  async create({ config, detect, logger, ...given }) {
    const own = logger.child({ stage: 'replay' });
    const { service, explain, jobDefinitions, close } = await createReplays({
      ...given,
      logger: own,
      candidates: (ruleId, logType) => detect.candidates(ruleId, logType),
      engine: {
        memoryLimitBytes: config.pythonMemoryBytes,
        cacheDir: join(config.dataDir, 'cache'),
        logger: own,
      },
    });
    return { services: { replays: service, explain }, jobs: jobDefinitions, close };
  },
});
