import { internalError } from '@margay/kit';
import type { GraphQLSchema } from 'graphql';
import type { Domain, GraphqlTypes } from '../domain-contract/define-domain.ts';
import { registry } from '../domains/registry.ts';
import { createBuilder } from './builder.ts';

/**
 * The console's GraphQL schema, put together from the domains in their order. Throws, naming the domain, when it builds
 * on types of one that comes later.
 */
export function buildConsoleSchema(domains: readonly Domain[] = registry): GraphQLSchema {
  const parts = createBuilder();
  const types: Partial<GraphqlTypes> = {};
  for (const domain of domains) {
    const missing = domain.usesTypes.filter((name) => types[name] === undefined);
    if (missing.length > 0) {
      throw internalError(
        `The domain ${domain.name} builds on GraphQL types of ${missing.join(', ')}. Put it after them in domains/registry.ts.`,
      );
    }
    const made = domain.graphql?.(parts, types as GraphqlTypes);
    Object.assign(types, { [domain.name]: made });
  }
  return parts.builder.toSchema();
}
