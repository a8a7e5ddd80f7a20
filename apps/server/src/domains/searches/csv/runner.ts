import { countOf, MargayError, messageOf, newId, startHeartbeat, type Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import type { Catalog } from '@margay/model';
import { columnsOf } from '@margay/query';
import type { LogTypeAccess } from '@margay/auth';
import type { Store } from '@margay/store';
import type { ObjectStore } from '@margay/objects';
import type { NotificationsService } from '../../notifications/index.ts';
import { lakeAsker } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';
import { readySearch } from '../runs/compile-search.ts';
import { sizeText } from '../runs/size-text.ts';
import { csvText, type FileFigures } from './csv-text.ts';
import { csvFolder, idOfKey, keyOf } from './file-key.ts';
import { linkHours, type LinkSigner } from './link.ts';
import { countRows, readRows } from './read-rows.ts';
import type { CsvExport } from './record.ts';
import {
  claimExport,
  endExport,
  endLeases,
  releaseExport,
  reportExport,
  sweepExports,
  wantedFiles,
  type Lease,
} from './store.ts';

export interface CsvLimits {
  rows: number;
  bytes: number;
  /** About how many rows are read between two moments; what is right for millions when absent. */
  sliceRows?: number;
}

/** Beyond this a file helps nobody: spreadsheets hold a million rows. */
export const csvLimits: CsvLimits = { rows: 10_000_000, bytes: 4 * 1024 ** 3 };

/** Nobody waits for these queries, and they read everything. */
const lakeLimits = { timeoutMs: 600_000, maxMemoryBytes: 2_000_000_000 };
const leaseMs = 60_000;
const reportEveryMs = 1_000;
const attempts = 3;
const retryAfterMs = 20_000;
const lastBatchBytes = 1024 ** 3;
/** Longer than a file may take to be written. */
const unfinishedMs = 24 * 3_600_000;
const keptMs = 30 * 24 * 3_600_000;

export interface CsvRunnerDeps {
  store: Store;
  lake: Lake;
  notifications: NotificationsService;
  links: LinkSigner;
  /** Where the files are. */
  objects: ObjectStore;
  catalogOf(access: LogTypeAccess): Catalog;
  clock: () => Date;
  logger: Logger;
  limits?: CsvLimits;
}

export interface CsvRunner {
  /** Writes what waits, one after the other. */
  work(): Promise<void>;
  /** Takes back what a dead process held, where only one process can be. */
  recover(): Promise<void>;
  /** Removes files whose links have expired, and forgets exports after 30 days. */
  sweep(): Promise<void>;
  /** Stops what runs; it is begun again later. */
  close(): Promise<void>;
}

/** Thrown where the export is no longer this process's: cancelled, or taken by another one. */
class NotMine extends Error {}

export function createCsvRunner(deps: CsvRunnerDeps): CsvRunner {
  const { store, lake, clock, logger, objects, limits = csvLimits } = deps;
  const owner = newId();
  const stopping = new AbortController();
  let working: Promise<void> | undefined;

  const lease = (): Lease => {
    const now = clock();
    return { owner, now, until: new Date(now.getTime() + leaseMs) };
  };

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await claimExport(store, lease());
      if (next === undefined) return;
      await generate(next);
    }
  }

  async function generate(wanted: CsvExport): Promise<void> {
    const leaveIt = new AbortController();
    const onStop = () => leaveIt.abort();
    stopping.signal.addEventListener('abort', onStop, { once: true });
    try {
      await succeed(wanted, await write(wanted, leaveIt));
    } catch (error) {
      if (!(error instanceof NotMine)) await fail(wanted, error);
    } finally {
      stopping.signal.removeEventListener('abort', onStop);
    }
  }

  async function write(wanted: CsvExport, leaveIt: AbortController) {
    const search = readySearch(wanted.params, deps.catalogOf(wanted.access), wanted.searchedAt);
    const tag = `csv:${wanted.id}`;
    const lane = { pool: 'scheduled', owner: wanted.author.id } as const;
    const { ask } = lakeAsker(lake, { tag, signal: leaveIt.signal, lane, limits: lakeLimits });
    let figures: FileFigures = { rowCount: 0, byteCount: 0 };
    let totalRows: number | null = null;
    const report = async () => {
      if (!(await reportExport(store, wanted.id, lease(), { ...figures, totalRows }))) throw new NotMine();
    };
    // On a clock of its own, since one batch may take longer than the lease lasts.
    let isLost = false;
    const beat = startHeartbeat(reportEveryMs, report, (error) => {
      if (!(error instanceof NotMine)) return;
      isLost = true;
      leaveIt.abort();
    });
    try {
      totalRows = await countRows(search, ask);
      await report();
      const columns = wanted.columns.length > 0 ? wanted.columns : allColumns(search);
      const rows = readRows(search, {
        lake,
        ask,
        stream: {
          tag: `${tag}:stream`,
          lane,
          limits: { ...lakeLimits, maxResultRows: limits.rows },
        },
        maxRows: limits.rows,
        isDescending: wanted.params.sortDir === 'descending',
        columns,
        totalRows,
        sliceRows: limits.sliceRows,
      });
      const text = csvText(columns, rows, {
        maxBytes: limits.bytes,
        onBatch: (now) => {
          figures = now;
          leaveIt.signal.throwIfAborted();
          return Promise.resolve();
        },
      });
      // The last batch may go beyond the limit of the text itself.
      const room = { maxBytes: 2 * limits.bytes + lastBatchBytes, contentType: 'text/csv; charset=utf-8' };
      await objects.put(keyOf(wanted.id), text.bytes, room);
      return { ...text.figures, isCut: text.isCut || totalRows > limits.rows };
    } catch (error) {
      throw isLost ? new NotMine() : error;
    } finally {
      await beat.stop();
    }
  }

  async function succeed(wanted: CsvExport, written: FileFigures & { isCut: boolean }): Promise<void> {
    const now = clock();
    const expiresAt = new Date(now.getTime() + linkHours * 3_600_000);
    await store.transaction(async (tx) => {
      const ended = await endExport(
        tx,
        { id: wanted.id, owner, at: now },
        { state: 'SUCCEEDED', ...written, expiresAt },
      );
      if (!ended) return;
      const cut = written.isCut
        ? ' The search has more rows than a file may hold; the rest was left out.'
        : '';
      const rows = countOf(written.rowCount, 'row');
      await deps.notifications.notify(
        {
          id: `${wanted.id}.done`,
          userId: wanted.author.id,
          topic: 'SYSTEM_NOTIFICATION',
          level: 'success',
          title: 'Your CSV is ready',
          message: `${rows}, ${sizeText(written.byteCount)}. The link works until ${utcMinute(expiresAt)}.${cut}`,
          metadata: {
            originalQueryId: wanted.searchId,
            presignedUrl: deps.links.pathOf(wanted.id, expiresAt),
            presignedUrlTtl: expiresAt.toISOString(),
            presignedUrlKeepAliveDuration: linkHours * 3_600,
          },
        },
        tx,
      );
    });
  }

  async function fail(wanted: CsvExport, thrown: unknown): Promise<void> {
    if (stopping.signal.aborted) {
      await releaseExport(store, { id: wanted.id, owner, until: null });
      return;
    }
    const isOurs = thrown instanceof MargayError;
    logger.warn({ exportId: wanted.id, error: messageOf(thrown) }, 'CSV could not be written');
    if (!(isOurs && thrown.kind === 'invalid-input') && wanted.attempts < attempts) {
      await releaseExport(store, {
        id: wanted.id,
        owner,
        until: new Date(clock().getTime() + retryAfterMs * wanted.attempts),
      });
      return;
    }
    const error = isOurs ? thrown.message : faultText(thrown);
    await store.transaction(async (tx) => {
      const ended = await endExport(tx, { id: wanted.id, owner, at: clock() }, { state: 'FAILED', error });
      if (!ended) return;
      await deps.notifications.notify(
        {
          id: `${wanted.id}.failed`,
          userId: wanted.author.id,
          topic: 'SYSTEM_NOTIFICATION',
          level: 'error',
          title: 'There was an error generating your CSV',
          message: `There was a problem with generating the CSV from search query ${wanted.searchId}: ${error}`,
          metadata: { originalQueryId: wanted.searchId },
        },
        tx,
      );
    });
  }

  return {
    async work() {
      working ??= drain().finally(() => (working = undefined));
      await working;
    },
    async recover() {
      if (store.engine === 'pglite') await endLeases(store);
    },
    async sweep() {
      const now = clock();
      await sweepExports(store, new Date(now.getTime() - keptMs));
      const wanted = await wantedFiles(store, now);
      for await (const { key } of objects.list(csvFolder)) {
        const id = idOfKey(key);
        if (id !== undefined && !wanted.has(id)) await objects.remove(key);
      }
      await objects.removeUnfinished(csvFolder, new Date(now.getTime() - unfinishedMs));
    },
    async close() {
      stopping.abort();
      await working?.catch(() => undefined);
    },
  };
}

const allColumns = ({ relation, catalog }: ReadySearch) =>
  columnsOf(relation, catalog)
    .filter((column) => !column.hidden)
    .map((column) => column.name);

function faultText(thrown: unknown): string {
  const isFull =
    typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ENOSPC';
  return isFull
    ? 'The disk of the server is full. Free space in its data folder, then try again.'
    : 'The file could not be written on the server. Try it again.';
}

/** `21:38 UTC on 2026-11-20`. */
const utcMinute = (at: Date) => `${at.toISOString().slice(11, 16)} UTC on ${at.toISOString().slice(0, 10)}`;
