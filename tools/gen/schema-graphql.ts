import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildConsoleSchema } from '../../apps/server/src/api/schema.ts';

export const schemaFile = 'apps/server/schema.graphql';

/** The console's GraphQL schema as text, sorted so that its changes are easy to review. */
export function printConsoleSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildConsoleSchema()))}\n`;
}
