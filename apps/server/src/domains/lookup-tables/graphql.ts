import { invalidInput } from '@margay/kit';
import type { LogTypeSelectors } from '@margay/normalize/enrich';
import * as z from 'zod';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { readInput } from '../../api/read-input.ts';
import { lookupTablesAccess } from './access.ts';
import type { ProcessState } from './process-states.ts';
import type { ShownTable } from './service.ts';
import type { TableVersion } from './store.ts';

const Event = z.record(z.string(), z.unknown());

export function lookupTableTypes({ builder, shared }: GraphqlParts): void {
  const Selectors = builder.objectRef<LogTypeSelectors>('LogTypeSelectors').implement({
    auth: 'with-parent',
    fields: (t) => ({
      logType: t.exposeString('logType'),
      selectors: t.exposeStringList('selectors', {
        description: 'Fields, indicators or paths. None: through the indicator that the primary key is.',
      }),
    }),
  });
  const Version = builder.objectRef<TableVersion>('LookupTableVersion').implement({
    description: 'The rows of a lookup table as they were uploaded once; never changed.',
    auth: lookupTablesAccess.read,
    fields: (t) => ({
      version: t.exposeInt('version'),
      rowCount: t.exposeInt('rowCount'),
      duplicateCount: t.exposeInt('duplicateCount', {
        description: 'Rows that gave way to a later one with the same key.',
      }),
      sizeBytes: t.exposeFloat('imageBytes'),
      restoredFrom: t.exposeInt('restoredFrom', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.expose('author', { type: shared.Author }),
    }),
  });
  const Process = builder.objectRef<ProcessState>('LookupTableProcess').implement({
    description: 'What one process has of a lookup table.',
    auth: 'with-parent',
    fields: (t) => ({
      host: t.exposeString('host'),
      roles: t.exposeStringList('roles'),
      version: t.exposeInt('version', {
        nullable: true,
        description: 'The one it read last; null until it has read the table once.',
      }),
      error: t.exposeString('fault', { nullable: true, description: 'Why it does not use that version.' }),
    }),
  });
  const Table = builder.objectRef<ShownTable>('LookupTable').implement({
    auth: lookupTablesAccess.read,
    fields: (t) => ({
      id: t.id({ resolve: ({ table }) => table.id }),
      name: t.string({ resolve: ({ table }) => table.name }),
      description: t.string({ resolve: ({ table }) => table.description }),
      reference: t.string({ resolve: ({ table }) => table.reference }),
      enabled: t.boolean({ resolve: ({ table }) => table.isEnabled }),
      schemaName: t.string({ resolve: ({ table }) => table.schemaName }),
      primaryKey: t.string({ resolve: ({ table }) => table.primaryKey }),
      logTypeMap: t.field({ type: [Selectors], resolve: ({ table }) => table.logTypes }),
      tableName: t.string({
        description: 'Its table in panther_lookups.',
        resolve: ({ table }) => table.lakeTable,
      }),
      revision: t.int({ resolve: ({ table }) => table.revision }),
      rowCount: t.int({ resolve: ({ active }) => active?.rowCount ?? 0 }),
      sizeBytes: t.float({ resolve: ({ active }) => active?.imageBytes ?? 0 }),
      activeVersion: t.int({ nullable: true, resolve: ({ active }) => active?.version ?? null }),
      lastImportAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ active }) => active?.createdAt ?? null,
      }),
      status: t.string({
        description: 'HEALTHY, ERROR, DISABLED or NEVER_LOADED. ERROR where any process does not use it.',
        resolve: ({ table, active, fault }) => {
          if (!table.isEnabled) return 'DISABLED';
          if (fault !== null) return 'ERROR';
          return active === null ? 'NEVER_LOADED' : 'HEALTHY';
        },
      }),
      error: t.string({ nullable: true, resolve: ({ fault }) => fault }),
      processes: t.field({
        description: 'Every process that lives and uses lookup tables.',
        type: [Process],
        resolve: ({ processes }) => processes,
      }),
      versions: t.field({
        description: 'The newest first; the oldest are forgotten.',
        type: [Version],
        resolve: ({ table }, _args, { services }) => services.lookupTables.versions(table.id),
      }),
      createdAt: t.field({ type: 'DateTime', resolve: ({ table }) => table.createdAt }),
      createdBy: t.field({ type: shared.Author, resolve: ({ table }) => table.createdBy }),
      lastModified: t.field({ type: 'DateTime', resolve: ({ table }) => table.updatedAt }),
      lastModifiedBy: t.field({ type: shared.Author, resolve: ({ table }) => table.updatedBy }),
    }),
  });
  const Output = builder.objectRef<ShownTable>('LookupTableOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ lookupTable: t.field({ type: Table, resolve: (table) => table }) }),
  });
  const SelectorsInput = builder.inputType('LogTypeSelectorsInput', {
    fields: (t) => ({
      logType: t.string({ required: true }),
      selectors: t.stringList({ required: true }),
    }),
  });
  const PutInput = builder.inputType('PutLookupTableInput', {
    fields: (t) => ({
      id: t.id({ description: 'Absent for a new table.' }),
      name: t.string({ required: true }),
      description: t.string(),
      reference: t.string(),
      enabled: t.boolean({ required: true }),
      schemaName: t.string({ required: true, description: 'The schema that types the rows.' }),
      primaryKey: t.string({ required: true }),
      logTypeMap: t.field({
        type: [SelectorsInput],
        required: true,
        description: 'None: every log type, through the indicator that the primary key is.',
      }),
      revision: t.int({ description: 'The one the caller saw.' }),
    }),
  });
  const RestoreInput = builder.inputType('RestoreLookupTableVersionInput', {
    fields: (t) => ({ id: t.id({ required: true }), version: t.int({ required: true }) }),
  });
  const EnrichInput = builder.inputType('EnrichEventInput', {
    fields: (t) => ({
      event: t.field({ type: 'JSON', required: true }),
      logType: t.string({ description: 'Absent: p_log_type of the event.' }),
    }),
  });

  builder.queryFields((t) => ({
    lookupTables: t.field({
      type: [Table],
      auth: lookupTablesAccess.read,
      resolve: (_root, _args, { services }) => services.lookupTables.list(),
    }),
    lookupTable: t.field({
      type: Table,
      nullable: true,
      auth: lookupTablesAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.lookupTables.byId(id),
    }),
  }));
  builder.mutationFields((t) => ({
    putLookupTable: t.field({
      description: 'Makes or changes a lookup table. Its rows come by PUT /internal/lookup-tables/{id}/data.',
      type: Output,
      auth: lookupTablesAccess.modify,
      args: { input: t.arg({ type: PutInput, required: true }) },
      resolve: (_root, { input }, context) => context.services.lookupTables.put(actorOf(context), input),
    }),
    restoreLookupTableVersion: t.field({
      description: 'Makes the rows of an older version the rows of a new one.',
      type: Version,
      auth: lookupTablesAccess.modify,
      args: { input: t.arg({ type: RestoreInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.lookupTables.restore(actorOf(context), input.id, input.version),
    }),
    deleteLookupTable: t.field({
      type: shared.IdOutput,
      auth: lookupTablesAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      async resolve(_root, { input }, context) {
        await context.services.lookupTables.remove(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    enrichEvent: t.field({
      description:
        'The event with p_enrichment as the tables would fill it now; for the events of unit tests.',
      type: 'JSON',
      auth: lookupTablesAccess.enrichEvent,
      args: { input: t.arg({ type: EnrichInput, required: true }) },
      resolve(_root, { input }, { services }) {
        const event = readInput(Event, input.event, 'event');
        const logType = input.logType ?? event['p_log_type'];
        if (typeof logType === 'string' && logType !== '')
          return services.lookupTables.enriched(event, logType);
        throw invalidInput('The event has no p_log_type. Add it, or name the log type beside the event.', {
          details: { field: 'logType' },
        });
      },
    }),
  }));
}
