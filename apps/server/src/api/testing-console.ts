import { silentLogger } from '@margay/kit';
import { getNamedType, isLeafType, type GraphQLArgument, type GraphQLField } from 'graphql';
import type { Services } from '../services.ts';
import { systemActor, type Actor } from './actor.ts';
import { createGraphqlHandler } from './graphql.ts';
import { buildConsoleSchema } from './schema.ts';

/** What a client receives: through JSON, which refuses what it cannot carry. */
export interface ConsoleReply {
  /** Empty where the whole request failed. */
  data: Record<string, unknown>;
  errors?: { message: string; extensions: { code: string; statusCode: number; details?: unknown } }[];
}

export const person = (id: string, permissions: Actor['permissions'] = new Set()): Actor => ({
  ...systemActor(permissions),
  kind: 'person',
  id,
  name: id,
});

/** Asks the console's GraphQL with these services alone; a field that needs another one fails. */
export function askConsole(services: Partial<Services>) {
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
  return async (query: string, variables: Record<string, unknown>, actor: Actor | null) => {
    const context = { actor, services: services as Services };
    const { body } = await handle({ query, variables }, context);
    const reply = JSON.parse(JSON.stringify(body)) as Partial<ConsoleReply>;
    return { ...reply, data: reply.data ?? {} };
  };
}

/** A document that asks for one root field, with a variable for each of its arguments. */
export function documentOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): string {
  const declared = field.args.map(({ name, type }: GraphQLArgument) => `$${name}: ${String(type)}`);
  const passed = field.args.map(({ name }) => `${name}: $${name}`);
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const args = (list: string[]) => (list.length === 0 ? '' : `(${list.join(', ')})`);
  return `${kind} ${args(declared)} { ${field.name}${args(passed)} ${selection} }`;
}
