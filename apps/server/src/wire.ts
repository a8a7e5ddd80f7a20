import { createSecretBox, type SecretBox } from '@margay/auth';
import type { HostCalls } from '@margay/detect';
import { sources } from '@margay/ingest';
import type { JobDefinition } from '@margay/jobs';
import { messageOf, type HttpClient, type Logger } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import { openObjects } from '@margay/objects';
import { shapeOf } from '@margay/schema';
import { inTurn, openChanges } from '@margay/store';
import { join } from 'node:path';
import type { Config, Role } from './config.ts';
import { readManagedSchemas } from './content.ts';
import { secureDataFolder } from './data-folder/secure-folder.ts';
import type { Domain } from './domain-contract/define-domain.ts';
import { startDomains } from './domain-contract/start-domains.ts';
import { createAlerts, type AlertsDomain } from './domains/alerts/index.ts';
import { createAuditLog } from './domains/audit-log/service.ts';
import { createDestinationsService } from './domains/destinations/service.ts';
import { createDetectionsService } from './domains/detections/service.ts';
import { createUploadReceipts } from './domains/detections/upload-receipts.ts';
import { createSourceChecker } from './domains/log-sources/check-source.ts';
import { createSourceHealthService } from './domains/log-sources/health.ts';
import { createLogSourcesService, type LogSourcesService } from './domains/log-sources/service.ts';
import { createProfiler, type ProfilerDomain } from './domains/profiler/index.ts';
import { createLookupTablesService, type LookupTablesService } from './domains/lookup-tables/service.ts';
import { createReprocessService } from './domains/log-sources/reprocess.ts';
import { createNotificationsService } from './domains/notifications/service.ts';
import { registry } from './domains/registry.ts';
import { createRolesService } from './domains/roles/service.ts';
import { queryReach } from './domains/detections/query-reach.ts';
import { createScheduledQueries, type ScheduledQueriesDomain } from './domains/scheduled-queries/index.ts';
import { createSchemasService } from './domains/schemas/service.ts';
import { catalogFor } from './domains/searches/access.ts';
import { createCsv } from './domains/searches/csv/index.ts';
import { createSearchesService } from './domains/searches/service.ts';
import { createUsersService } from './domains/users/service.ts';
import type { Engines } from './engines/engines.ts';
import { hostCalls } from './engines/host-calls.ts';
import { judges, lakeTables, openEngines } from './engines/open-engines.ts';
import { createSignalFeed, trimFeedJob, type SignalFeed } from './findings/index.ts';
import { type AccessTokens, createAccessTokens } from './oauth-tokens/access-tokens.ts';
import { readLogTypeFaults } from './pipeline/follow-log-type-faults.ts';
import { assertLogTypes } from './pipeline/log-type-tables.ts';
import { joinProcesses } from './processes/join-processes.ts';
import { readProviders } from './providers.ts';
import { readSecretKey } from './secret-key.ts';
import type { Services } from './services.ts';
import { createTextReader } from './typed-text/reader.ts';

/** The engines and services of one process. */
export interface Platform extends Engines {
  secrets: SecretBox;
  services: Services;
  clock: () => Date;
  /** Makes alerts of findings; see `commitFindings`. */
  alertWriter: AlertsDomain['writer'];
  signals: SignalFeed;
  scheduledQueries: ScheduledQueriesDomain;
  profiler: ProfilerDomain;
  /** Asks other systems for their logs. */
  pullClient: HttpClient;
  /** Access tokens of log sources and destinations. */
  tokens: AccessTokens;
  /** Of this process among those that share the state store; new with every start. */
  processId: string;
  /** Resolves once this process works by what was changed before the call, in whatever process. */
  catchUpWithChanges(): Promise<void>;
  /** Background work of the domains, by the role that does it. */
  jobDefinitions: Record<Extract<Role, 'alert' | 'jobs'>, JobDefinition<never>[]>;
  isReady(): Promise<{ ready: boolean; parts: Record<string, boolean> }>;
  close(): Promise<void>;
}

/** Of one page of a source that is pulled. */
const mostPulledBytes = 32 * 1024 ** 2;

/**
 * The composition root: opens the engines, makes what several domains build on, and lets the domains make the rest of
 * themselves. Nothing else creates them.
 */
export async function wire(
  config: Config,
  logger: Logger,
  clock: () => Date = () => new Date(),
  domains: readonly Domain[] = registry,
): Promise<Platform> {
  await secureDataFolder(config.dataDir, logger);
  const secrets = createSecretBox(await readSecretKey(config.dataDir, config.secretKey, logger));
  const objects = await openObjects(config.objects);
  const lookup: HostCalls['lookup'] = async (table, key) => lookupTables.find(table, key);
  const engines = await openEngines({ config, logger, domains, secrets, lookup });
  const { store, lake, buffer, detect, jobs } = engines;

  const membership = await joinProcesses({
    store,
    roles: config.roles,
    logger: logger.child({ stage: 'processes' }),
  });
  const changes = await openChanges({ store, logger: logger.child({ stage: 'changes' }) });
  const audit = createAuditLog({ sql: store, logger });
  const roles = createRolesService({ store });
  const users = createUsersService({ store, roles, audit });
  const texts = createTextReader();
  const schemas = createSchemasService({
    store,
    changes,
    audit,
    texts,
    sourcesUsing: (name): Promise<string[]> => logSources.labelsUsing(name),
    async prepare(schema, version) {
      await lake.ensureTable('panther_logs', shapeOf(schema, version));
    },
  });
  const lookupTables: LookupTablesService = await createLookupTablesService({
    store,
    lake,
    changes,
    audit,
    texts,
    schemas,
    clock,
    objects,
    logger: logger.child({ stage: 'enrichment' }),
  });
  const logSources: LogSourcesService = createLogSourcesService({
    store,
    changes,
    audit,
    secrets,
    providers: await readProviders(sources),
    definitions: sources,
    knownLogTypes: schemas.availableNames,
    prepare: async (logTypes) => assertLogTypes(lake, await schemas.activeOrFaults(logTypes)),
  });
  // Tables that another process made in the lake they share.
  if (config.clickhouseUrl !== undefined) changes.follow(lakeTables, lake.refresh);
  const pullClient = createHttpClient({
    allowPrivate: config.allowPrivateDestinations,
    timeoutMs: 60_000,
    maxResponseBytes: Math.min(mostPulledBytes, config.maxBatchBytes),
    userAgent: 'Margay',
  });
  const outward = createHttpClient({
    allowPrivate: config.allowPrivateDestinations,
    timeoutMs: 30_000,
    maxResponseBytes: 1_000_000,
    userAgent: 'Margay',
  });
  const tokens = createAccessTokens({ store, secrets, http: outward, clock, processId: membership.id });
  const sourceChecker = createSourceChecker({
    sources: logSources,
    definitions: sources,
    http: pullClient,
    tokenHttp: outward,
    tokens,
    clock,
  });
  const sourceHealth = createSourceHealthService({
    sources: logSources,
    logTypeFaults: () => readLogTypeFaults(store),
    store,
    clock,
    logger: logger.child({ stage: 'ingest' }),
  });
  const detections = createDetectionsService({
    store,
    changes,
    audit,
    engine: detect,
    logger: logger.child({ stage: 'detect' }),
    texts,
    knownLogTypes: schemas.availableNames,
    logTypesOfQuery: (query) => queryReach(query, lake.catalog(), clock()),
    loadsContent: judges(config),
  });
  schemas.onChange(() => detections.followLogTypes());
  const uploadReceipts = createUploadReceipts({
    store,
    detections,
    clock,
    logger: logger.child({ stage: 'detections' }),
  });
  const consoleUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
  const destinations = createDestinationsService({
    store,
    audit,
    secrets,
    tokens,
    http: outward,
    clock,
    consoleUrl,
  });
  const searches = createSearchesService({
    store,
    lake,
    audit,
    logger: logger.child({ stage: 'search' }),
    clock,
  });
  const notifications = createNotificationsService({ store, clock });
  const csv = await createCsv({
    store,
    lake,
    jobs,
    audit,
    notifications,
    key: secrets.deriveKey('download-links'),
    objects,
    catalogOf: catalogFor(lake),
    clock,
    logger: logger.child({ stage: 'csv' }),
  });
  const alerts = await createAlerts({
    store,
    jobs,
    audit,
    users,
    destinations,
    clock,
    consoleUrl,
    logger: logger.child({ stage: 'alert' }),
    readEvents: (alert, reader, page) =>
      searches.alertEvents(reader, alert.id, {
        window: { from: alert.firstEventAt, to: alert.lastEventAt },
        logTypes: alert.logTypes,
        database: alert.type.endsWith('_ERROR') ? 'panther_rule_errors' : 'panther_rule_matches',
        pageSize: page.pageSize,
        ...(page.cursor ? { cursor: page.cursor } : {}),
      }),
  });
  const signals = createSignalFeed({ store, retention: config.signalFeed });
  const profiler = await createProfiler({
    store,
    lake,
    jobs,
    engine: detect,
    detections,
    schemas,
    lookupTables,
    alertWriter: alerts.writer,
    signals,
    audit,
    clock,
    logger: logger.child({ stage: 'profiler' }),
    retentionDays: config.retentionDays,
    catchUpEngine: {
      memoryLimitBytes: config.pythonMemoryBytes,
      cacheDir: join(config.dataDir, 'cache'),
      logger: logger.child({ stage: 'profiler' }),
      hostCalls: hostCalls(store, lookup),
    },
  });
  const scheduledQueries = createScheduledQueries({
    store,
    lake,
    audit,
    detections,
    clock,
    engine: detect,
    alertWriter: alerts.writer,
    signals,
    logger: logger.child({ stage: 'scheduled' }),
  });
  const reprocess = createReprocessService({
    store,
    lake,
    buffer,
    secrets,
    sources: logSources,
    audit,
    clock,
  });
  const started = await startDomains(
    domains,
    { ...engines, config, secrets, clock, logger, alertWriter: alerts.writer, signals },
    {
      alerts: alerts.service,
      audit,
      csv: csv.service,
      destinations,
      detections,
      logSources,
      lookupTables,
      notifications,
      profiler: profiler.service,
      reprocess,
      roles,
      scheduledQueries: scheduledQueries.service,
      schemas,
      searches,
      sourceChecker,
      sourceHealth,
      uploadReceipts,
      users,
    },
  );

  await inTurn(store, async () => {
    await roles.ensurePredefined();
    await schemas.syncManaged(await readManagedSchemas());
    if (config.admin !== undefined && (await users.isEmpty())) {
      await users.createFirstAdministrator({
        ...config.admin,
        givenName: 'First',
        familyName: 'Administrator',
      });
    }
  });

  const answers = async (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      () => false,
    );
  return {
    ...engines,
    secrets,
    services: started.services,
    clock,
    alertWriter: alerts.writer,
    signals,
    scheduledQueries,
    profiler,
    pullClient,
    tokens,
    processId: membership.id,
    async catchUpWithChanges() {
      // Where there is one process, a change is answered when this process has followed it.
      if (store.engine === 'pglite') return;
      // A change that cannot be followed is told and tried again elsewhere; the rest goes on by what was before it.
      await changes.settle().catch((error: unknown) => {
        logger.warn({ error: messageOf(error) }, 'a change could not be followed before events were judged');
      });
    },
    jobDefinitions: {
      alert: alerts.jobDefinitions,
      jobs: [
        ...scheduledQueries.jobDefinitions,
        ...profiler.jobDefinitions,
        ...csv.jobDefinitions,
        trimFeedJob({ signals, clock }),
        ...started.jobs,
      ],
    },
    async isReady() {
      const [state, lakeAnswers] = await Promise.all([
        answers(() => store.query('select 1')),
        answers(() => lake.ping()),
      ]);
      const parts = { state, lake: lakeAnswers, detections: detect.status().state === 'running' };
      return { ready: Object.values(parts).every(Boolean), parts };
    },
    async close() {
      searches.close();
      await changes.close();
      await lookupTables.close();
      await texts.close();
      await started.close();
      await uploadReceipts.idle();
      await sourceHealth.close();
      await csv.close();
      objects.close();
      await profiler.close();
      await scheduledQueries.close();
      await jobs.stop();
      await detect.close();
      await buffer.close();
      await membership.leave();
      await lake.close();
      await store.close();
    },
  };
}
