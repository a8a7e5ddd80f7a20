import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema } from 'graphql';
import { buildConsoleSchema } from '../../apps/server/src/api/schema.ts';

export const consoleTypesFile = 'apps/web/src/lib/graphql/schema.gen.ts';

/** The console's GraphQL schema as a TypeScript type, by which its documents are typed. */
export function printConsoleTypes(): string {
  const schema = minifyIntrospection(introspectionFromSchema(lexicographicSortSchema(buildConsoleSchema())), {
    includeScalars: true,
    includeEnums: true,
    includeInputs: true,
  });
  const text = outputIntrospectionFile(schema, { fileType: '.d.ts', shouldPreprocess: true });
  // What follows the types would make them global; the console names them where it needs them.
  const types = text.slice(text.indexOf('export type'), text.indexOf('import * as gqlTada'));
  const withoutRemarks = types.replaceAll(/\/\*\*[\s\S]*?\*\/\n/g, '').trim();
  return `// Written by npm run gen from the server's schema.\n${withoutRemarks}\n`;
}
