import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { searchesAccess } from '../access.ts';
import { chartRoles, type UserConfigInput } from './schema.ts';
import type { UserConfig } from './service.ts';

/** The choice of columns and charts that belongs to a search. */
export function userConfigType({ builder, shared }: GraphqlParts) {
  const TableProperty = builder
    .objectRef<UserConfig['tableProperties'][number]>('UserTableProperty')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        order: t.exposeInt('order'),
        propertyId: t.exposeID('propertyId'),
        propertyDisplayName: t.exposeString('propertyDisplayName', { nullable: true }),
        propertyTableName: t.exposeString('propertyTableName', { nullable: true }),
        propertyPath: t.exposeString('propertyPath', { nullable: true }),
      }),
    });
  const ChartProperty = builder
    .objectRef<UserConfig['chartProperties'][number]>('UserChartProperty')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        order: t.exposeInt('order'),
        propertyId: t.exposeID('propertyId'),
        limit: t.exposeInt('limit', { nullable: true }),
        chartType: t.exposeString('chartType', { nullable: true }),
        colorHexes: t.exposeStringList('colorHexes', { nullable: true }),
        sortDirection: t.expose('sortDirection', { type: shared.SortDir, nullable: true }),
        propertyDisplayName: t.exposeString('propertyDisplayName', { nullable: true }),
        propertyTableName: t.exposeString('propertyTableName', { nullable: true }),
        propertyPath: t.exposeString('propertyPath', { nullable: true }),
        role: t.exposeString('role', { nullable: true, description: roleText }),
        isStacked: t.exposeBoolean('isStacked', { nullable: true }),
        isLogarithmic: t.exposeBoolean('isLogarithmic', { nullable: true }),
        title: t.exposeString('title', { nullable: true }),
        caption: t.exposeString('caption', { nullable: true }),
      }),
    });
  return builder.objectRef<UserConfig>('QueryUserConfig').implement({
    auth: 'with-parent',
    fields: (t) => ({
      queryId: t.exposeID('queryId'),
      tableProperties: t.expose('tableProperties', { type: [TableProperty] }),
      chartProperties: t.expose('chartProperties', { type: [ChartProperty] }),
    }),
  });
}

const roleText = `What the column is for: ${chartRoles.join(', ')}.`;

/** `Config`: the type above. */
export function userConfigMutation(
  { builder, shared }: GraphqlParts,
  Config: ReturnType<typeof userConfigType>,
): void {
  const TableProperty = builder.inputType('UserTablePropertyInput', {
    fields: (t) => ({ order: t.int({ required: true }), propertyId: t.id({ required: true }) }),
  });
  const ChartProperty = builder.inputType('UserChartPropertyInput', {
    fields: (t) => ({
      order: t.int({ required: true }),
      propertyId: t.id({ required: true }),
      limit: t.int({ description: '5 or 25.' }),
      chartType: t.string(),
      colorHexes: t.stringList(),
      sortDirection: t.field({ type: shared.SortDir }),
      role: t.string({ description: roleText }),
      isStacked: t.boolean(),
      isLogarithmic: t.boolean(),
      title: t.string(),
      caption: t.string(),
    }),
  });
  const Input = builder.inputType('UpdateQueryUserConfigInput', {
    fields: (t) => ({
      queryId: t.id({ required: true }),
      tableProperties: t.field({ type: [TableProperty], description: 'Left as it was when absent.' }),
      chartProperties: t.field({ type: [ChartProperty], description: 'Left as it was when absent.' }),
    }),
  });
  const Output = builder.objectRef<UserConfig>('UpdateQueryUserConfigOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ userConfig: t.field({ type: Config, resolve: (config) => config }) }),
  });
  builder.mutationFields((t) => ({
    updateQueryUserConfig: t.field({
      type: Output,
      auth: searchesAccess.search,
      description: "Keeps the caller's choice of columns and charts for a search.",
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_, { input }, context) =>
        // The names are those of the input type above; the service checks the values.
        context.services.searches.updateUserConfig(actorOf(context), input as UserConfigInput),
    }),
  }));
}
