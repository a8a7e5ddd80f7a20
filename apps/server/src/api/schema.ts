import { internalError, messageOf } from '@margay/kit';
import type { GraphQLSchema } from 'graphql';
import type { Domain, GraphqlTypes } from '../domain-contract/define-domain.ts';
import { registry } from '../domains/registry.ts';
import { createBuilder } from './builder.ts';

/**
 * The console's GraphQL schema, put together from the domains in their order. Throws, naming the domain, when it builds
 * on types of one that comes later, or when what it adds cannot stand beside what is there, like a field of the same name.
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
    try {
      Object.assign(types, { [domain.name]: domain.graphql?.(parts, types as GraphqlTypes) });
    } catch (error) {
      throw ofDomain(domain, error);
    }
  }
  try {
    return parts.builder.toSchema();
  } catch (error) {
    const last = domains.at(-1);
    if (last === undefined) throw error;
    // Fields are compared when all are there. Without the last domain it fails by an earlier one, or not at all.
    buildConsoleSchema(domains.slice(0, -1));
    throw ofDomain(last, error);
  }
}

const ofDomain = ({ name }: Domain, cause: unknown) =>
  internalError(`What the domain ${name} adds to GraphQL cannot stand: ${messageOf(cause)}`, { cause });
