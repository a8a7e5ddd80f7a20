import { defineDomain } from '../../domain-contract/define-domain.ts';
import { schemaTypes } from './graphql.ts';
import type { SchemasService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    schemas: SchemasService;
  }
}

export const schemas = defineDomain({
  name: 'schemas',
  buildsOn: ['audit-log', 'log-sources'],
  graphql: schemaTypes,
});
