import { defineDomain } from '../../domain-contract/define-domain.ts';
import { lookupTableTypes } from './graphql.ts';
import { lookupTableRoutes } from './rest.ts';
import { createLookupTablesService, type LookupTablesService } from './service.ts';
import { lookupTableTables } from './migrations/0028-lookup-tables.ts';

declare module '../../services.ts' {
  interface Services {
    lookupTables: LookupTablesService;
  }
}

export const lookupTables = defineDomain({
  name: 'lookup-tables',
  buildsOn: ['audit-log', 'schemas'],
  needs: ['audit', 'schemas'],
  migrations: [lookupTableTables],
  graphql: lookupTableTypes,
  rest: lookupTableRoutes,
  async create({ logger, ...given }) {
    const service = await createLookupTablesService({
      ...given,
      logger: logger.child({ stage: 'enrichment' }),
    });
    return {
      services: { lookupTables: service },
      hostCalls: { lookup: async (table, key) => service.find(table, key) },
      close: service.close,
    };
  },
});
