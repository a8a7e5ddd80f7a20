import { defineDomain } from '../../domain-contract/define-domain.ts';
import { shapeOf } from '@margay/schema';
import { readManagedSchemas } from '../../content.ts';
import { schemaTypes } from './graphql.ts';
import { createSchemasService, type SchemasService } from './service.ts';
import { discoveredSpecs } from './migrations/0025-discovered-specs.ts';

declare module '../../services.ts' {
  interface Services {
    schemas: SchemasService;
  }
}

export const schemas = defineDomain({
  name: 'schemas',
  buildsOn: ['audit-log', 'log-sources'],
  needs: ['audit'],
  migrations: [discoveredSpecs],
  graphql: schemaTypes,
  create({ store, lake, changes, audit, texts }) {
    const service = createSchemasService({
      store,
      changes,
      audit,
      texts,
      async prepare(schema, version) {
        await lake.ensureTable('panther_logs', shapeOf(schema, version));
      },
    });
    return {
      services: { schemas: service },
      async seed() {
        await service.syncManaged(await readManagedSchemas());
      },
    };
  },
});
