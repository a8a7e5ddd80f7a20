import { defineDomain } from '../../domain-contract/define-domain.ts';
import { openUploads, uploadsFolder } from '../../uploads/uploads.ts';
import { lookupTableTypes } from './graphql.ts';
import { lookupTableRoutes } from './rest.ts';
import { createLookupTablesService, type LookupTablesService } from './service.ts';
import { lookupTableTables } from './migrations/0028-lookup-tables.ts';
import { lookupTablesByProcess } from './migrations/0038-lookup-tables-by-process.ts';

declare module '../../services.ts' {
  interface Services {
    lookupTables: LookupTablesService;
  }
}

export const lookupTables = defineDomain({
  name: 'lookup-tables',
  buildsOn: ['audit-log', 'schemas'],
  needs: ['audit', 'schemas'],
  migrations: [lookupTableTables, lookupTablesByProcess],
  graphql: lookupTableTypes,
  rest: lookupTableRoutes,
  async create({ logger, config, ...given }) {
    const service = await createLookupTablesService({
      ...given,
      uploads: await openUploads(uploadsFolder(config.dataDir, 'lookup-tables')),
      logger: logger.child({ stage: 'enrichment' }),
    });
    return {
      services: { lookupTables: service },
      hostCalls: { lookup: async (table, key) => service.find(table, key) },
      close: service.close,
    };
  },
});
