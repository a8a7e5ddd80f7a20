import { defineDomain } from '../../domain-contract/define-domain.ts';
import { resourceTypes } from './graphql.ts';
import { createResources } from './index.ts';
import type { ResourcesService } from './service.ts';
import { findAttributes } from './store.ts';
import { resourceTables } from './migrations/0011-resources.ts';

declare module '../../services.ts' {
  interface Services {
    resources: ResourcesService;
  }
}

export const resources = defineDomain({
  name: 'resources',
  buildsOn: ['audit-log', 'detections'],
  needs: ['alertWriter', 'audit', 'detections'],
  usesTypes: ['detections'],
  migrations: [resourceTables],
  graphql: (parts, types) => resourceTypes({ ...parts, ...types }),
  async create({ detect, logger, ...given }) {
    const { service, jobDefinitions } = await createResources({
      ...given,
      engine: detect,
      logger: logger.child({ stage: 'policies' }),
    });
    return {
      services: { resources: service },
      hostCalls: { resource: (id) => findAttributes(given.store, id) },
      jobs: jobDefinitions,
    };
  },
});
