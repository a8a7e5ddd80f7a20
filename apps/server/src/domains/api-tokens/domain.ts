import { defineDomain } from '../../domain-contract/define-domain.ts';
import { apiTokenTypes } from './graphql.ts';
import { apiTokens as tables } from './migrations/0054-api-tokens.ts';
import { createApiTokensService, type ApiTokensService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    apiTokens: ApiTokensService;
  }
}

export const apiTokens = defineDomain({
  name: 'api-tokens',
  buildsOn: ['audit-log', 'roles', 'users'],
  needs: ['audit', 'roles'],
  usesTypes: ['roles'],
  migrations: [tables],
  graphql: (parts, { roles }) => apiTokenTypes(parts, roles),
  async create({ store, audit, roles, clock, logger }) {
    const service = await createApiTokensService({ store, audit, roles, clock, logger });
    return { services: { apiTokens: service }, close: () => service.close() };
  },
});
