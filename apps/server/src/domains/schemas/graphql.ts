import { holdsAny, mayReadLogType } from '@margay/auth';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf, type RequestContext } from '../../api/context.ts';
import type { LogSource } from '../log-sources/index.ts';
import { schemasAccess } from './access.ts';
import { eventFieldsOf, type EventField, type EventFields } from './event-fields.ts';
import { filterFieldsOf, flatFieldsOf, type FilterField, type FilterFields } from './filter-fields.ts';
import type { SchemaRecord } from './store.ts';

interface SchemaOutput {
  schema: SchemaRecord | null;
  error: { code: string; message: string } | null;
}

export function schemaTypes({ builder, shared }: GraphqlParts) {
  const User = builder.objectRef<Pick<LogSource, 'id' | 'label'>>('SchemaLogSource').implement({
    description: 'A log source that has the schema attached.',
    auth: 'with-parent',
    fields: (t) => ({ integrationId: t.exposeID('id'), integrationLabel: t.exposeString('label') }),
  });
  const SchemaType = builder.objectRef<SchemaRecord>('Schema').implement({
    auth: schemasAccess.read,
    fields: (t) => ({
      name: t.exposeString('name'),
      spec: t.exposeString('spec'),
      description: t.exposeString('description', { nullable: true }),
      referenceURL: t.exposeString('referenceUrl', { nullable: true }),
      revision: t.exposeInt('revision'),
      version: t.exposeInt('version'),
      isManaged: t.exposeBoolean('isManaged'),
      isArchived: t.exposeBoolean('isArchived'),
      isFieldDiscoveryEnabled: t.exposeBoolean('isFieldDiscoveryEnabled'),
      discoveredSpec: t.string({
        nullable: true,
        description:
          'The spec with the fields that field discovery found, marked isDiscovered; null where there are none, and for callers who may not read the log type.',
        resolve: ({ name, discoveredSpec }, _args, context) =>
          mayReadLogType(actorOf(context).logTypeAccess, name) ? discoveredSpec : null,
      }),
      parserType: t.string({
        description: 'csv, fastmatch, regex or script; none for JSON, which needs no parser.',
        resolve: async (schema, _args, { services }) => {
          const { kind } = await services.schemas.parserOf(schema);
          return kind === 'native' ? 'none' : kind;
        },
      }),
      parser: t.string({
        nullable: true,
        description: 'YAML text of the parser; null for JSON, which needs none.',
        resolve: async (schema, _args, { services }) =>
          (await services.schemas.parserOf(schema)).text ?? null,
      }),
      logSources: t.field({
        type: [User],
        description: 'Sources that have it attached; none for callers who may not see sources.',
        resolve: async ({ name }, _args, context) =>
          holdsAny(actorOf(context).permissions, schemasAccess.readSources)
            ? (await sourcesFor(context)).filter(({ logTypes }) => logTypes.includes(name))
            : [],
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }),
  });
  const Output = builder.objectRef<SchemaOutput>('GetSchemaOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      schema: t.expose('schema', { type: SchemaType, nullable: true }),
      error: t.expose('error', { type: shared.InBandError, nullable: true }),
    }),
  });
  const Problem = builder
    .objectRef<{
      path: string;
      line: number;
      column: number;
      endLine: number;
      endColumn: number;
      message: string;
      remedy: string;
    }>('SchemaProblem')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        path: t.exposeString('path'),
        line: t.exposeInt('line'),
        column: t.exposeInt('column'),
        endLine: t.exposeInt('endLine'),
        endColumn: t.exposeInt('endColumn'),
        message: t.exposeString('message'),
        remedy: t.exposeString('remedy'),
      }),
    });
  const Field = builder.objectRef<EventField>('EventField').implement({
    auth: 'with-parent',
    fields: (t) => ({
      path: t.exposeStringList('path', { description: 'Names from the event down to the field.' }),
      type: t.exposeString('type'),
      description: t.exposeString('description', { nullable: true }),
      isDiscovered: t.exposeBoolean('isDiscovered'),
      indicators: t.exposeStringList('indicators', {
        description: 'What its values are, for instance `ip`.',
      }),
    }),
  });
  const Fields = builder.objectRef<EventFields>('EventFields').implement({
    auth: 'with-parent',
    fields: (t) => ({
      logType: t.exposeString('logType'),
      keepsUnknownFields: t.exposeBoolean('keepsUnknownFields'),
      fields: t.expose('fields', { type: [Field] }),
    }),
  });
  const FilterFieldType = builder.objectRef<FilterField>('FilterField').implement({
    auth: 'with-parent',
    fields: (t) => ({
      target: t.exposeString('target'),
      type: t.exposeString('type', { description: 'string, int, ip, string_array …' }),
      description: t.exposeString('description', { nullable: true }),
      isPantherManaged: t.exposeBoolean('isPantherManaged'),
      logType: t.exposeString('logType', {
        nullable: true,
        description: 'Null where all of the log types have it.',
      }),
    }),
  });
  const LogTypeFields = builder
    .objectRef<FilterFields['filtersByLogType'][number]>('LogTypeFilterFields')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        logType: t.exposeString('logType'),
        fields: t.expose('fields', { type: [FilterFieldType] }),
      }),
    });
  const FilterFieldsType = builder.objectRef<FilterFields>('FilterFieldsOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      pantherManaged: t.expose('pantherManaged', { type: [FilterFieldType] }),
      filtersByLogType: t.expose('filtersByLogType', { type: [LogTypeFields] }),
      shared: t.expose('shared', { type: [FilterFieldType] }),
    }),
  });
  const FlatFields = builder.objectRef<{ flatFields: FilterField[] }>('FlatFilterFieldsOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ flatFields: t.expose('flatFields', { type: [FilterFieldType] }) }),
  });
  const FilterInput = builder.inputType('FilterFieldsInput', {
    fields: (t) => ({
      logTypes: t.stringList({ required: true, description: 'Unknown ones are left out.' }),
      showUnsafeTypes: t.boolean({ description: 'Also objects and free form.' }),
    }),
  });
  const Input = builder.inputType('CreateOrUpdateSchemaInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      spec: t.string({ required: true }),
      description: t.string(),
      referenceURL: t.string(),
      revision: t.int(),
    }),
  });
  const GetInput = builder.inputType('GetSchemaInput', {
    fields: (t) => ({ name: t.string({ required: true }) }),
  });
  const StatusInput = builder.inputType('UpdateSchemaStatusInput', {
    fields: (t) => ({ name: t.string({ required: true }), isArchived: t.boolean({ required: true }) }),
  });

  builder.queryFields((t) => ({
    schemas: t.field({
      type: [SchemaType],
      auth: schemasAccess.list,
      resolve: (_root, _args, { services }) => services.schemas.list(),
    }),
    getSchema: t.field({
      type: Output,
      auth: schemasAccess.read,
      args: { input: t.arg({ type: GetInput, required: true }) },
      resolve: async (_root, { input }, { services }) => {
        const schema = (await services.schemas.byName(input.name)) ?? null;
        const error =
          schema === null ? { code: 'NotFound', message: `Schema ${input.name} does not exist.` } : null;
        return { schema, error };
      },
    }),
    availableLogTypes: t.stringList({
      auth: schemasAccess.listLogTypes,
      resolve: (_root, _args, { services }) => services.schemas.availableNames(),
    }),
    eventFields: t.field({
      description: 'Fields that code can read in the events of log types. Unknown log types are left out.',
      type: [Fields],
      auth: schemasAccess.read,
      args: { logTypes: t.arg.stringList({ required: true }) },
      resolve: async (_root, { logTypes }, context) => {
        const { logTypeAccess } = actorOf(context);
        const known = await context.services.schemas.active(logTypes);
        return known.map((schema) => eventFieldsOf(schema, logTypeAccess));
      },
    }),
    filterFields: t.field({
      description: 'Fields that the filters of a detection can name, by who has them.',
      type: FilterFieldsType,
      auth: schemasAccess.read,
      args: { input: t.arg({ type: FilterInput, required: true }) },
      resolve: (_root, { input }, context) => fieldsFor(context, input),
    }),
    flatFilterFields: t.field({
      description: 'The same in one list, what the log types share first.',
      type: FlatFields,
      auth: schemasAccess.read,
      args: { input: t.arg({ type: FilterInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        flatFields: flatFieldsOf(await fieldsFor(context, input)),
      }),
    }),
    schemaProblems: t.field({
      description: 'What is wrong with a schema text, without storing it.',
      type: [Problem],
      auth: schemasAccess.readProblems,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.schemas.check(actorOf(context), { name: input.name, spec: input.spec }),
    }),
  }));
  builder.mutationFields((t) => ({
    createOrUpdateSchema: t.field({
      type: Output,
      auth: schemasAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: async (_root, { input }, context) => ({
        schema: await context.services.schemas.put(actorOf(context), {
          name: input.name,
          spec: input.spec,
          ...(input.description ? { description: input.description } : {}),
          ...(input.referenceURL ? { referenceUrl: input.referenceURL } : {}),
          ...(input.revision ? { revision: input.revision } : {}),
        }),
        error: null,
      }),
    }),
    updateSchemaStatus: t.field({
      type: Output,
      auth: schemasAccess.modify,
      args: { input: t.arg({ type: StatusInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        schema: await context.services.schemas.setArchived(actorOf(context), input.name, input.isArchived),
        error: null,
      }),
    }),
  }));
}

async function fieldsFor(
  context: RequestContext,
  input: { logTypes: string[]; showUnsafeTypes?: boolean | null },
): Promise<FilterFields> {
  const { logTypeAccess } = actorOf(context);
  const known = await context.services.schemas.active(input.logTypes);
  const fields = known.map((schema) => eventFieldsOf(schema, logTypeAccess));
  return filterFieldsOf(fields, input.showUnsafeTypes ?? false);
}

const sourcesOf = new WeakMap<RequestContext, Promise<LogSource[]>>();

/** All sources, read once for a request however many schemas it asks for. */
function sourcesFor(context: RequestContext): Promise<LogSource[]> {
  const known = sourcesOf.get(context) ?? context.services.logSources.list();
  sourcesOf.set(context, known);
  return known;
}
