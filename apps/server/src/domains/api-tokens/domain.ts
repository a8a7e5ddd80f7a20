import { defineDomain } from '../../domain-contract/define-domain.ts';
import { apiTokenTypes } from './graphql.ts';
import { apiTokens as tables } from './migrations/0054-api-tokens.ts';
import { tokenMakers } from './migrations/0074-token-makers.ts';
import { createApiTokensService, type ApiTokensService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    apiTokens: ApiTokensService;
  }
}

export const apiTokens = defineDomain({
  name: 'api-tokens',
  buildsOn: ['audit-log', 'mail', 'roles', 'users'],
  needs: ['audit', 'mail', 'roles'],
  usesTypes: ['roles'],
  migrations: [tables, tokenMakers],
  graphql: (parts, { roles }) => apiTokenTypes(parts, roles),
  async create(given) {
    const service = await createApiTokensService(given);
    return { services: { apiTokens: service }, close: () => service.close() };
  },
});
