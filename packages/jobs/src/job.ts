import type { Sql } from '@margay/store';

export interface JobContext {
  /** Stable over retries of the same job. */
  jobId: string;
  /** 0 for the first try. */
  attempt: number;
  /** Aborted when the job runs over its time or the process stops. */
  signal: AbortSignal;
}

/**
 * One kind of background work. A handler may run twice for the same job (a crash after the work, before the
 * receipt), so it must be repeatable.
 */
export interface JobDefinition<Data extends object = object> {
  /** Letters, digits, dashes; unique. */
  name: string;
  handle(data: Data, context: JobContext): Promise<void>;
  /** Five-field cron, UTC: a job with empty data is sent at these times. */
  cron?: string;
  /** Jobs of this kind at once in one process. Default 1. */
  concurrency?: number;
  /** Tries after the first one. Default 2. */
  retries?: number;
  /** Wait before the first retry; doubles each time. Default 5. */
  retryDelaySeconds?: number;
  /** A job that runs longer is given up and tried again. Default 300. */
  timeoutSeconds?: number;
}

export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}

export interface SendOptions {
  /** Not before this moment. */
  startAt?: Date;
  /** While a job with this key waits or runs, another one with it is not added. */
  singletonKey?: string;
  /** Adds the job inside a transaction: it exists exactly when the transaction does. */
  within?: Sql;
}
