import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { canSearch } from './graphql-types.ts';
import type { PropertyDefinition } from './property-definitions.ts';

/** What searches can name: the columns of the data lake and the fields inside them. */
export function propertyFields({ builder, shared }: GraphqlParts): void {
  const Property = builder.objectRef<PropertyDefinition>('PropertyDefinition').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      type: t.exposeString('type'),
      path: t.exposeString('path'),
      table: t.exposeString('table', {
        nullable: true,
        description: 'The only table with it; null where several have it.',
      }),
      displayName: t.exposeString('displayName'),
      description: t.exposeString('description', { nullable: true }),
      isPantherField: t.exposeBoolean('isPantherField', { description: 'Every event has it.' }),
    }),
  });
  const Edge = builder.objectRef<PropertyDefinition>('PropertyDefinitionEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.field({ type: Property, resolve: (definition) => definition }) }),
  });
  const Page = builder
    .objectRef<{ definitions: PropertyDefinition[]; endCursor: string | null }>('PropertyDefinitionsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        edges: t.expose('definitions', { type: [Edge] }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
      }),
    });
  const Input = builder.inputType('DataLakePropertyDefinitionsInput', {
    fields: (t) => ({
      databases: t.stringList({ description: 'All when absent or empty.' }),
      tables: t.stringList({ description: 'All when absent or empty.' }),
      pageSize: t.int({ defaultValue: 2500 }),
      cursor: t.string(),
    }),
  });
  builder.queryFields((t) => ({
    dataLakePropertyDefinitions: t.field({
      type: Page,
      auth: canSearch,
      description: 'Columns and fields of the tables the caller may read, each once.',
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_, { input: { databases, tables, pageSize, cursor } }, context) =>
        context.services.searches.properties(actorOf(context), {
          ...(databases == null ? {} : { databases }),
          ...(tables == null ? {} : { tables }),
          ...(pageSize == null ? {} : { pageSize }),
          ...(cursor == null ? {} : { cursor }),
        }),
    }),
  }));
}
