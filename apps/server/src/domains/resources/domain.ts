import { defineDomain } from '../../domain-contract/define-domain.ts';
import { resourceTypes } from './graphql.ts';
import { createResources } from './index.ts';
import type { ResourcesService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    resources: ResourcesService;
  }
}

export const resources = defineDomain({
  name: 'resources',
  buildsOn: ['alerts', 'audit-log', 'detections'],
  needs: ['detections', 'audit'],
  usesTypes: ['detections'],
  graphql: (parts, types) => resourceTypes({ ...parts, ...types }),
  async create({ detect, logger, ...given }) {
    const { service, jobDefinitions } = await createResources({
      ...given,
      engine: detect,
      logger: logger.child({ stage: 'policies' }),
    });
    return { services: { resources: service }, jobs: jobDefinitions };
  },
});
