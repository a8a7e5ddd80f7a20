import { streamTypes, type EventBalance, type StreamType } from '@margay/model';
import type { FormField } from '@margay/settings';
import * as z from 'zod';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { readInput } from '../../api/read-input.ts';
import type { LogProvider } from '../../providers.ts';
import type { SourceRetention } from '../retention/index.ts';
import { logSourcesAccess } from './access.ts';
import type { SourceCheckResult } from './check-source.ts';
import type { SourceHealthService } from './health.ts';
import type { ReprocessResult } from './reprocess.ts';
import type { PutSource } from './service.ts';
import type { SourceCheck } from './source-check.ts';
import type { LogSource, SourceVolume } from './store.ts';

const StreamOptions = z.object({
  envelopeField: z.string().optional(),
  jsonArrayEnvelopeField: z.string().optional(),
  keepEnvelope: z.boolean().optional(),
  retainEnvelopeFields: z.boolean().optional(),
  xmlRootElement: z.string().optional(),
});
const Config = z.record(z.string(), z.unknown());
const dayMs = 24 * 3_600_000;

const known = new WeakMap<LogSource, Promise<SourceCheck[]>>();
/** Two fields of a row ask for the same checks; a row is an object of its own in every request. */
function checksOf(health: SourceHealthService, source: LogSource): Promise<SourceCheck[]> {
  const checks = known.get(source) ?? health.checks(source);
  known.set(source, checks);
  return checks;
}

function putOf(input: {
  integrationId?: string | null | undefined;
  integrationLabel: string;
  providerId: string;
  ingestionType: string;
  logStreamType: StreamType;
  logStreamTypeOptions?: unknown;
  logTypes: string[];
  config?: unknown;
}): PutSource {
  const options = readInput(StreamOptions, input.logStreamTypeOptions ?? {}, 'logStreamTypeOptions');
  const envelopeField = options.envelopeField ?? options.jsonArrayEnvelopeField;
  const keepEnvelope = options.keepEnvelope ?? options.retainEnvelopeFields;
  return {
    ...(input.integrationId ? { id: input.integrationId } : {}),
    label: input.integrationLabel,
    providerId: input.providerId,
    ingestionType: input.ingestionType,
    streamType: input.logStreamType,
    streamOptions: {
      ...(envelopeField ? { envelopeField } : {}),
      ...(keepEnvelope === undefined ? {} : { keepEnvelope }),
      ...(options.xmlRootElement ? { xmlRootElement: options.xmlRootElement } : {}),
    },
    logTypes: input.logTypes,
    config: readInput(Config, input.config, 'config'),
  };
}

export function logSourceTypes({ builder, shared }: GraphqlParts) {
  const StreamTypeEnum = builder.enumType('LogStreamType', { values: streamTypes });
  const Balance = builder.objectRef<EventBalance>('EventBalance').implement({
    description: 'Events of one minute: received = stored + duplicate + failed + inFlight.',
    auth: 'with-parent',
    fields: (t) => ({
      minute: t.expose('minute', { type: 'DateTime' }),
      received: t.exposeInt('received'),
      stored: t.exposeInt('stored'),
      duplicate: t.exposeInt('duplicate'),
      failed: t.exposeInt('failed'),
      inFlight: t.exposeInt('inFlight'),
      bytes: t.exposeFloat('bytes'),
    }),
  });
  const Volume = builder.objectRef<SourceVolume>('SourceVolume').implement({
    auth: 'with-parent',
    fields: (t) => ({
      logType: t.exposeString('logType'),
      hour: t.expose('hour', { type: 'DateTime' }),
      events: t.exposeFloat('events'),
      bytes: t.exposeFloat('bytes'),
    }),
  });
  const HealthCheck = builder.objectRef<SourceCheck>('HealthCheck').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      healthy: t.exposeBoolean('healthy'),
      warning: t.boolean({
        description: 'Healthy, and somebody should have a look all the same.',
        resolve: ({ warning }) => warning === true,
      }),
      message: t.exposeString('message'),
      checkedAt: t.expose('checkedAt', { type: 'DateTime' }),
    }),
  });
  const Retention = builder.objectRef<SourceRetention>('SourceRetention').implement({
    description: 'What retention keeps of a source, and what it removes next.',
    auth: 'with-parent',
    fields: (t) => ({
      days: t.exposeInt('days', { description: 'How long an event stays, counted from the day it arrives.' }),
      events: t.exposeFloat('events'),
      oldestArrivalAt: t.expose('oldestArrivalAt', { type: 'DateTime', nullable: true }),
      endingSoon: t.exposeFloat('endingSoon', { description: 'Events that go within the next seven days.' }),
      backfilled: t.exposeFloat('backfilled', {
        description: 'Events that were older than the retention already when they arrived.',
      }),
      backfilledUntil: t.expose('backfilledUntil', { type: 'DateTime', nullable: true }),
      sentences: t.exposeStringList('sentences', { description: 'The same for a person to read.' }),
    }),
  });
  const Source = builder.objectRef<LogSource>('LogSource').implement({
    auth: logSourcesAccess.read,
    fields: (t) => ({
      integrationId: t.exposeID('id'),
      integrationLabel: t.exposeString('label'),
      integrationType: t.string({ resolve: (source) => source.ingestionType.toLowerCase() }),
      providerId: t.exposeID('providerId'),
      ingestionType: t.exposeString('ingestionType'),
      logStreamType: t.expose('streamType', { type: StreamTypeEnum }),
      logStreamTypeOptions: t.expose('streamOptions', { type: 'JSON' }),
      logTypes: t.exposeStringList('logTypes'),
      config: t.expose('config', { type: 'JSON', description: 'Settings without their secrets.' }),
      secretsSet: t.stringList({
        description: 'Names of the secrets that are set; their values are never returned.',
        resolve: (source, _args, { services }) => services.logSources.secretsSet(source.id),
      }),
      ingestPath: t.string({
        nullable: true,
        resolve: (source, _args, { services }) => services.logSources.ingestPath(source) ?? null,
      }),
      createdAtTime: t.expose('createdAt', { type: 'DateTime' }),
      lastModified: t.expose('updatedAt', { type: 'DateTime' }),
      lastEventReceivedAtTime: t.expose('lastReceivedAt', { type: 'DateTime', nullable: true }),
      lastEventProcessedAtTime: t.expose('lastProcessedAt', { type: 'DateTime', nullable: true }),
      isHealthy: t.boolean({
        resolve: async (source, _args, { services }) =>
          (await checksOf(services.sourceHealth, source)).every((check) => check.healthy),
      }),
      healthChecks: t.field({
        type: [HealthCheck],
        resolve: (source, _args, { services }) => checksOf(services.sourceHealth, source),
      }),
      events24h: t.float({
        resolve: async (source, _args, { services }) =>
          (await services.sourceHealth.totals24h()).get(source.id)?.events ?? 0,
      }),
      failed24h: t.float({
        resolve: async (source, _args, { services }) =>
          (await services.sourceHealth.totals24h()).get(source.id)?.failed ?? 0,
      }),
      bytes24h: t.float({
        resolve: async (source, _args, { services }) =>
          (await services.sourceHealth.totals24h()).get(source.id)?.bytes ?? 0,
      }),
      retention: t.field({
        type: Retention,
        nullable: true,
        description: 'Null when the data lake could not count in time.',
        resolve: async (source, _args, { services }) => (await services.sourceRetention.of(source)) ?? null,
      }),
      balance: t.field({
        type: [Balance],
        args: { since: t.arg({ type: 'DateTime' }) },
        resolve: (source, { since }, { services }) =>
          services.logSources.balance(source.id, since ?? new Date(Date.now() - 3_600_000)),
      }),
      volumes: t.field({
        type: [Volume],
        args: { since: t.arg({ type: 'DateTime' }) },
        resolve: (source, { since }, { services }) =>
          services.logSources.volumes(source.id, since ?? new Date(Date.now() - dayMs)),
      }),
    }),
  });
  const Parser = builder.objectRef<{ name: string }>('LogParser').implement({
    auth: 'with-parent',
    fields: (t) => ({ name: t.exposeString('name') }),
  });
  const Provider = builder.objectRef<LogProvider>('LogProvider').implement({
    auth: logSourcesAccess.read,
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      description: t.exposeString('description'),
      tagLine: t.exposeString('description'),
      docUrl: t.string({ nullable: true, resolve: (provider) => provider.docUrl ?? null }),
      categories: t.exposeStringList('categories'),
      searchTerms: t.exposeStringList('searchTerms'),
      popularityIndex: t.exposeInt('popularityIndex'),
      logTypes: t.exposeStringList('schemas'),
      availableParsers: t.field({
        type: [Parser],
        description: 'The log types it sends, each read by a schema of that name.',
        resolve: ({ schemas }) => schemas.map((name) => ({ name })),
      }),
      transports: t.exposeStringList('transports'),
    }),
  });
  const Providers = builder.objectRef<{ results: readonly LogProvider[] }>('LogProvidersOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      results: t.field({ type: [Provider], resolve: (output) => [...output.results] }),
      error: t.field({ type: shared.InBandError, nullable: true, resolve: () => null }),
    }),
  });

  const Transport = builder
    .objectRef<{
      ingestionType: string;
      title: string;
      description: string;
      streamTypes: string[];
      fields: readonly FormField[];
      isPulled: boolean;
    }>('LogTransport')
    .implement({
      description: 'A way by which senders bring logs, with the form of its settings.',
      auth: logSourcesAccess.read,
      fields: (t) => ({
        ingestionType: t.exposeString('ingestionType'),
        title: t.exposeString('title'),
        description: t.exposeString('description'),
        streamTypes: t.exposeStringList('streamTypes'),
        fields: t.field({ type: [shared.SettingField], resolve: ({ fields }) => [...fields] }),
        isPulled: t.exposeBoolean('isPulled', {
          description: 'Another system is asked for the logs; `checkLogSource` says whether it answers.',
        }),
      }),
    });

  builder.queryFields((t) => ({
    logTransports: t.field({
      type: [Transport],
      auth: logSourcesAccess.read,
      resolve: (_root, _args, { services }) => services.logSources.transports(),
    }),
    sources: t.field({
      type: [Source],
      auth: logSourcesAccess.read,
      resolve: (_root, _args, { services }) => services.logSources.list(),
    }),
    source: t.field({
      type: Source,
      nullable: true,
      auth: logSourcesAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, { services }) => (await services.logSources.byId(id)) ?? null,
    }),
    availableLogProviders: t.field({
      type: Providers,
      auth: logSourcesAccess.read,
      resolve: (_root, _args, { services }) => ({ results: services.logSources.providers() }),
    }),
  }));
  const Input = builder.inputType('PutLogSourceInput', {
    fields: (t) => ({
      integrationId: t.id(),
      integrationLabel: t.string({ required: true }),
      providerId: t.id({ required: true }),
      ingestionType: t.string({ required: true }),
      logStreamType: t.field({ type: StreamTypeEnum, required: true }),
      logStreamTypeOptions: t.field({ type: 'JSON' }),
      logTypes: t.stringList({ required: true }),
      config: t.field({ type: 'JSON', required: true }),
    }),
  });
  const CheckOutput = builder.objectRef<SourceCheckResult>('CheckLogSourceOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      isWorking: t.exposeBoolean('isWorking'),
      message: t.exposeString('message', { description: 'What came, or what is wrong and how to fix it.' }),
      recordCount: t.exposeInt('recordCount'),
    }),
  });
  const Output = builder.objectRef<{ source: LogSource }>('LogSourceOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ source: t.expose('source', { type: Source }) }),
  });
  const ReprocessOutput = builder.objectRef<ReprocessResult>('ReprocessFailuresOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ sent: t.exposeInt('sent'), cut: t.exposeInt('cut') }),
  });
  builder.mutationFields((t) => ({
    putLogSource: t.field({
      type: Output,
      auth: logSourcesAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: async (_root, { input }, context) => ({
        source: await context.services.logSources.put(actorOf(context), putOf(input)),
      }),
    }),
    checkLogSource: t.field({
      description: 'Asks the system of a pulled source once with these settings, before they are saved.',
      type: CheckOutput,
      auth: logSourcesAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.sourceChecker.check(actorOf(context), putOf(input)),
    }),
    reprocessFailures: t.field({
      description: 'Sends the kept classification failures of a source through the pipeline again.',
      type: ReprocessOutput,
      auth: logSourcesAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.reprocess.reprocess(actorOf(context), input.id),
    }),
    deleteLogSource: t.field({
      type: shared.IdOutput,
      auth: logSourcesAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.logSources.remove(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
  }));
}
