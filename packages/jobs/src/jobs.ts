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

/**
 * What is sent in this process wakes its worker at once, so looking by oneself only finds what the clock and, on a shared
 * server, other processes sent. The embedded engine answers on this process's main thread: there each look is felt.
 */
const idleSeconds = { pglite: 5, postgres: 1 };
const defaultRetryDelaySeconds = 5;
const longestTimerMs = 2 ** 31 - 1;

/** Queue and clock on the state store, alike on both engines. */
export async function openJobs(options: {
  store: Store;
  logger: Logger;
  /** How often an idle worker looks for work by itself; pg-boss allows no less than half a second. */
  pollingSeconds?: number;
}): Promise<Jobs> {
  const { store, logger, pollingSeconds = idleSeconds[store.engine] } = options;
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
  const workers = new Map<string, string[]>();
  const timers = new Set<NodeJS.Timeout>();

  function wake(name: string): void {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  }

  function wakeAfter(name: string, ms: number): void {
    if (ms <= 0) {
      wake(name);
      return;
    }
    if (ms > longestTimerMs || !workers.has(name)) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake(name);
    }, ms);
    timers.add(timer.unref());
  }

  async function ensureQueue(definition: JobDefinition<never>): Promise<void> {
    if (queues.has(definition.name)) return;
    await boss.createQueue(definition.name, {
      policy: 'standard',
      retryLimit: definition.retries ?? 2,
      retryDelay: definition.retryDelaySeconds ?? defaultRetryDelaySeconds,
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
      // The queue waits between one and two of this, the longer the more often a job failed.
      const delaySeconds =
        (definition.retryDelaySeconds ?? defaultRetryDelaySeconds) * 2 ** (job.retryCount ?? 0);
      wakeAfter(definition.name, 2 * delaySeconds * 1000);
      throw error;
    } finally {
      // The next job of a queue does not wait until the worker looks by itself.
      wake(definition.name);
    }
  }

  return {
    async work(definitions) {
      for (const definition of definitions) {
        await ensureQueue(definition);
        if (definition.cron !== undefined)
          await boss.schedule(definition.name, definition.cron, {}, { tz: 'UTC' });
        // One worker each, because only the first of a group could be woken.
        const started = Array.from({ length: definition.concurrency ?? 1 }, () =>
          boss.work<object>(
            definition.name,
            { pollingIntervalSeconds: pollingSeconds, includeMetadata: true },
            async (batch) => {
              for (const job of batch) await run(definition, job);
            },
          ),
        );
        workers.set(definition.name, await Promise.all(started));
      }
    },
    async send(definition, data, sendOptions = {}) {
      await ensureQueue(definition);
      const id = await boss.send(definition.name, data, {
        ...(sendOptions.startAt === undefined ? {} : { startAfter: sendOptions.startAt }),
        ...(sendOptions.singletonKey === undefined ? {} : { singletonKey: sendOptions.singletonKey }),
        ...(sendOptions.within === undefined ? {} : { db: adapterOf(sendOptions.within) }),
      });
      if (id !== null) wakeAfter(definition.name, (sendOptions.startAt?.getTime() ?? 0) - Date.now());
      return id;
    },
    async stop(graceMs = 5_000) {
      for (const timer of timers) clearTimeout(timer);
      await boss.stop({ graceful: true, timeout: graceMs });
    },
  };
}
