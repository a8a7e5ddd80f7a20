import { sources as definitions } from '@margay/ingest';
import type { HttpClient } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import { defineDomain, type Ground } from '../../domain-contract/define-domain.ts';
import { readLogTypeFaults } from '../../pipeline/follow-log-type-faults.ts';
import { assertLogTypes } from '../../pipeline/log-type-tables.ts';
import { readProviders } from '../../providers.ts';
import { auditSource } from '../audit-log/index.ts';
import { createSourceChecker, type SourceChecker } from './check-source.ts';
import { logSourceTypes } from './graphql.ts';
import { createSourceHealthService, type SourceHealthService } from './health.ts';
import { silentSourcesJob } from './jobs.ts';
import { pullingWork } from './pulling/start-pulling.ts';
import { createReprocessService, type ReprocessService } from './reprocess.ts';
import { createLogSourcesService, type LogSourcesService } from './service.ts';
import { checkedReply, createReplyReader, pulledReply } from './pulling/reply-reader.ts';
import { deathsWhilePulling } from './migrations/0036-deaths-while-pulling.ts';
import { reprocessing } from './migrations/0007-reprocessing.ts';
import { sourcePulls } from './migrations/0033-source-pulls.ts';
import { failuresTaken } from './migrations/0037-failures-taken.ts';

declare module '../../services.ts' {
  interface Services {
    logSources: LogSourcesService;
    reprocess: ReprocessService;
    sourceChecker: SourceChecker;
    sourceHealth: SourceHealthService;
  }
}

/** Of one page of a source that is pulled. */
const mostPulledBytes = 32 * 1024 ** 2;
/** Of the reply that is looked at before a source is saved. */
const mostCheckedBytes = 8 * 1024 ** 2;

export const logSources = defineDomain({
  name: 'log-sources',
  buildsOn: ['alerts', 'audit-log', 'retention'],
  needs: ['alerts', 'audit', 'schemas'],
  migrations: [reprocessing, sourcePulls, deathsWhilePulling, failuresTaken],
  graphql: logSourceTypes,
  async create({ schemas, alerts, config, logger, ...given }) {
    const { store, lake, clock } = given;
    const service = createLogSourcesService({
      ...given,
      providers: await readProviders(definitions),
      definitions,
      knownLogTypes: schemas.availableNames,
      prepare: async (logTypes) => assertLogTypes(lake, await schemas.activeOrFaults(logTypes)),
    });
    schemas.usedBy((name) => service.using(name));
    const { label, logTypes: own } = auditSource;
    schemas.usedBy(async (name) => (own.includes(name) ? [{ label, logTypes: own }] : []));
    const ground = { ...given, sources: service, definitions };
    const http = pullClient({ config, reach: given.reach }, mostPulledBytes, 60_000);
    const checkHttp = pullClient({ config, reach: given.reach }, mostCheckedBytes, 15_000);
    const replies = createReplyReader(pulledReply);
    const checkReplies = createReplyReader(checkedReply);
    const health = createSourceHealthService({
      sources: service,
      logTypeFaults: () => readLogTypeFaults(store),
      store,
      clock,
      logger: logger.child({ stage: 'ingest' }),
    });
    return {
      services: {
        logSources: service,
        reprocess: createReprocessService(ground),
        sourceChecker: createSourceChecker({
          ...ground,
          http: checkHttp,
          replies: checkReplies,
          tokenHttp: given.http,
        }),
        sourceHealth: health,
      },
      jobs: [silentSourcesJob({ sources: service, alerts, clock })],
      runs: [pullingWork({ ...ground, http, replies, alerts, logger: logger.child({ stage: 'pulling' }) })],
      async close() {
        await Promise.all([health.close(), replies.close(), checkReplies.close()]);
      },
    };
  },
});

/** Asks other systems for their logs, whose pages are large. */
const pullClient = (
  { config, reach }: Pick<Ground, 'config' | 'reach'>,
  mostBytes: number,
  timeoutMs: number,
): HttpClient =>
  createHttpClient({
    allowPrivate: reach.now,
    timeoutMs,
    maxResponseBytes: Math.min(mostBytes, config.maxBatchBytes),
    userAgent: 'Margay',
  });
