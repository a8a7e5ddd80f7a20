import { dataTypeOf, dataTypes } from '@margay/model';
import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { searchesAccess } from '../access.ts';
import type { PropertyDefinition } from './definitions.ts';
import type { PropertyValue } from './values.ts';

/** What searches can name: the columns of the data lake and the fields inside them. */
export function propertyFields({ builder, shared }: GraphqlParts): void {
  const DataType = builder.enumType('DataType', { values: dataTypes });
  const Property = builder.objectRef<PropertyDefinition>('PropertyDefinition').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      type: t.exposeString('type', { description: 'As it is stored: `bigint`, `array<string>`.' }),
      dataType: t.field({ type: DataType, resolve: ({ type }) => dataTypeOf(type) }),
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
  const Value = builder.objectRef<PropertyValue>('PropertyValue').implement({
    auth: 'with-parent',
    fields: (t) => ({
      value: t.exposeString('value'),
      count: t.exposeInt('count', { description: 'Of the newest 20,000 rows.' }),
    }),
  });
  const ValuesInput = builder.inputType('DataLakePropertyValuesInput', {
    fields: (t) => ({
      path: t.string({ required: true, description: 'A column, or a path into one: `userIdentity.arn`.' }),
      databases: t.stringList({ description: 'The usual ones when absent or empty.' }),
      tables: t.stringList({ description: 'All when absent or empty.' }),
      limit: t.int({ defaultValue: 200 }),
    }),
  });
  builder.queryFields((t) => ({
    dataLakePropertyValues: t.field({
      type: [Value],
      auth: searchesAccess.search,
      description:
        'The most frequent values of a property in the newest rows of the last 30 days that the caller may read.',
      args: { input: t.arg({ type: ValuesInput, required: true }) },
      resolve: (_, { input: { path, databases, tables, limit } }, context) =>
        context.services.searches.propertyValues(
          actorOf(context),
          {
            path,
            ...(databases == null ? {} : { databases }),
            ...(tables == null ? {} : { tables }),
            ...(limit == null ? {} : { limit }),
          },
          context.signal,
        ),
    }),
    dataLakePropertyDefinitions: t.field({
      type: Page,
      auth: searchesAccess.search,
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
