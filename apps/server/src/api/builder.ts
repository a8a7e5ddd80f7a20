import { permissionInfos, type Permission } from '@margay/auth';
import { alertStatuses, alertTypes, detectionKinds, severities } from '@margay/model';
import SchemaBuilder from '@pothos/core';
import type { Author } from './author.ts';
import { auditPlugin } from './audit-plugin.ts';
import { authPlugin } from './auth-plugin.ts';
import { parseDateTime } from './scalars.ts';
import type { SchemaShape } from './schema-shape.ts';
import { settingFieldType } from './setting-field.ts';

/** Each with its group, as forms show it. */
const describedPermissions = Object.fromEntries(
  permissionInfos.map(({ name, group, description }) => [name, { description: `${group}: ${description}.` }]),
) as Record<Permission, { description: string }>;

/** A new builder with the scalars and enumerations that every domain shares. */
export function createBuilder() {
  const builder = new SchemaBuilder<SchemaShape>({
    // The first is the outermost: what is refused is an entry of the audit log too.
    plugins: [auditPlugin, authPlugin],
    defaultFieldNullability: false,
  });
  builder.queryType({});
  builder.mutationType({});
  builder.scalarType('DateTime', {
    description: 'A moment, ISO 8601 in UTC. Any RFC 3339 offset is accepted on input.',
    serialize: (value) => value.toISOString(),
    parseValue: parseDateTime,
  });
  builder.scalarType('JSON', {
    description: 'Any JSON value.',
    serialize: (value) => value,
    parseValue: (value) => value,
  });
  builder.scalarType('Long', {
    description: 'A whole number up to 2^53.',
    serialize: (value) => Number(value),
    parseValue: (value) => Number(value),
  });
  const shared = {
    Permission: builder.enumType('Permission', { values: describedPermissions }),
    Severity: builder.enumType('SeverityEnum', { values: severities }),
    SortDir: builder.enumType('SortDirEnum', { values: ['ascending', 'descending'] as const }),
    AlertStatus: builder.enumType('AlertStatusesEnum', { values: alertStatuses }),
    AlertType: builder.enumType('AlertTypesEnum', { values: alertTypes }),
    DetectionKind: builder.enumType('DetectionTypeEnum', { values: detectionKinds }),
    PageInfo: builder.objectRef<{ hasNextPage: boolean; endCursor: string | null }>('PageInfo').implement({
      auth: 'with-parent',
      fields: (t) => ({
        hasNextPage: t.exposeBoolean('hasNextPage'),
        hasPreviousPage: t.boolean({ resolve: () => false }),
        startCursor: t.string({ nullable: true, resolve: () => null }),
        endCursor: t.exposeString('endCursor', { nullable: true }),
      }),
    }),
    Paging: builder
      .objectRef<{ thisPage: number; totalPages: number; totalItems: number }>('PagingData')
      .implement({
        auth: 'with-parent',
        fields: (t) => ({
          thisPage: t.exposeInt('thisPage'),
          totalPages: t.exposeInt('totalPages'),
          totalItems: t.exposeInt('totalItems'),
        }),
      }),
    KeyValues: builder.objectRef<{ key: string; values: string[] }>('KeyValues').implement({
      auth: 'with-parent',
      fields: (t) => ({ key: t.exposeString('key'), values: t.exposeStringList('values') }),
    }),
    KeyValuesInput: builder.inputType('KeyValuesInput', {
      fields: (t) => ({ key: t.string({ required: true }), values: t.stringList({ required: true }) }),
    }),
    IdInput: builder.inputType('IdInput', { fields: (t) => ({ id: t.id({ required: true }) }) }),
    IdsInput: builder.inputType('IdsInput', { fields: (t) => ({ ids: t.idList({ required: true }) }) }),
    IdOutput: builder.objectRef<{ id: string }>('IdOutput').implement({
      auth: 'with-parent',
      fields: (t) => ({ id: t.exposeID('id') }),
    }),
    IdsOutput: builder.objectRef<{ ids: string[] }>('IdsOutput').implement({
      auth: 'with-parent',
      fields: (t) => ({ ids: t.exposeIDList('ids') }),
    }),
    Author: builder.objectRef<Author>('Author').implement({
      description: 'Who did something: a person, an API token or the platform itself.',
      auth: 'with-parent',
      fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), kind: t.exposeString('kind') }),
    }),
    SettingField: settingFieldType(builder),
    InBandError: builder.objectRef<{ code: string | null; message: string }>('Error').implement({
      auth: 'with-parent',
      fields: (t) => ({
        code: t.exposeString('code', { nullable: true }),
        message: t.exposeString('message'),
      }),
    }),
  };
  return { builder, shared };
}

export type ApiBuilder = ReturnType<typeof createBuilder>['builder'];
export type SharedTypes = ReturnType<typeof createBuilder>['shared'];
/** What a domain's `graphql.ts` is given to add its types and operations to. */
export interface GraphqlParts {
  builder: ApiBuilder;
  shared: SharedTypes;
}
