import { defineDomain } from '../../domain-contract/define-domain.ts';
import { lookupTableTypes } from './graphql.ts';
import { lookupTableRoutes } from './rest.ts';
import type { LookupTablesService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    lookupTables: LookupTablesService;
  }
}

export const lookupTables = defineDomain({
  name: 'lookup-tables',
  buildsOn: ['audit-log', 'schemas'],
  graphql: lookupTableTypes,
  rest: lookupTableRoutes,
});
