import { messageOf, type Logger } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import { PgBoss, type Job } from 'pg-boss';
import type { JobDefinition, SendOptions } from './job.ts';

export interface Jobs {
  /** Makes the queues and starts working on them. Definitions not listed here are only sent, never run. */
  work(definitions: readonly JobDefinition<never>[]): Promise<void>;
  /** Returns the job's id, or null when the singleton key is taken. */
  send<Data extends object>(
    definition: JobDefinition<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<string | null>;
  /** Lets running jobs finish (up to `graceMs`), then stops. */
  stop(graceMs?: number): Promise<void>;
}

const adapterOf = (sql: Sql) => ({
  async executeSql(text: string, values?: unknown[]) {
    if (values === undefined || values.length === 0) return executeMany(sql, text);
    return { rows: await sql.query<Record<string, unknown>>(text, values) };
  },
});

/** pg-boss sends its schema as one text of many statements, and single reads without parameters as well. */
async function executeMany(sql: Sql, text: string): Promise<{ rows: Record<string, unknown>[] }> {
  const isBlock = /^\s*(BEGIN|CREATE|DO)\b/i.test(text) || text.trim().replace(/;$/, '').includes(';');
  if (!isBlock) return { rows: await sql.query<Record<string, unknown>>(text) };
  await sql.exec(text);
  return { rows: [] };
}

/** Queue and clock on the state store, alike on both engines. */
export async function openJobs(options: {
  store: Store;
  logger: Logger;
  /** How often an idle worker looks for work. Default 1 second; pg-boss allows no less than half a second. */
  pollingSeconds?: number;
}): Promise<Jobs> {
  const { store, logger } = options;
  const boss = new PgBoss({
    db: adapterOf(store),
    backend: store.engine,
    schema: 'jobs',
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => logger.error({ error: messageOf(error) }, 'job queue failed'));
  await boss.start();
  const queues = new Set<string>();

  async function ensureQueue(definition: JobDefinition<never>): Promise<void> {
    if (queues.has(definition.name)) return;
    await boss.createQueue(definition.name, {
      policy: 'standard',
      retryLimit: definition.retries ?? 2,
      retryDelay: definition.retryDelaySeconds ?? 5,
      retryBackoff: true,
      expireInSeconds: definition.timeoutSeconds ?? 300,
      deleteAfterSeconds: 24 * 3600,
    });
    queues.add(definition.name);
  }

  async function run(
    definition: JobDefinition<never>,
    job: Job<object> & { retryCount?: number },
  ): Promise<void> {
    try {
      await definition.handle(job.data as never, {
        jobId: job.id,
        attempt: job.retryCount ?? 0,
        signal: job.signal,
      });
    } catch (error) {
      logger.warn({ job: definition.name, jobId: job.id, error: messageOf(error) }, 'job failed');
      throw error;
    }
  }

  return {
    async work(definitions) {
      for (const definition of definitions) {
        await ensureQueue(definition);
        if (definition.cron !== undefined)
          await boss.schedule(definition.name, definition.cron, {}, { tz: 'UTC' });
        await boss.work<object>(
          definition.name,
          {
            pollingIntervalSeconds: options.pollingSeconds ?? 1,
            includeMetadata: true,
            localConcurrency: definition.concurrency ?? 1,
          },
          async (batch) => {
            for (const job of batch) await run(definition, job);
          },
        );
      }
    },
    async send(definition, data, sendOptions = {}) {
      await ensureQueue(definition);
      return boss.send(definition.name, data, {
        ...(sendOptions.startAt === undefined ? {} : { startAfter: sendOptions.startAt }),
        ...(sendOptions.singletonKey === undefined ? {} : { singletonKey: sendOptions.singletonKey }),
        ...(sendOptions.within === undefined ? {} : { db: adapterOf(sendOptions.within) }),
      });
    },
    stop: (graceMs = 5_000) => boss.stop({ graceful: true, timeout: graceMs }),
  };
}
