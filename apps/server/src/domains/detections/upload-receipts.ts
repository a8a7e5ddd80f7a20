import type { ContentFile } from '@margay/detect/content';
import { conflict, MargayError, newUuid, startHeartbeat, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { DetectionsService } from './service.ts';
import {
  assertMayUpload,
  uploadContent,
  type ItemVerdict,
  type UploadOptions,
  type UploadOutcome,
} from './upload.ts';

export const uploadStatuses = ['NOT_PROCESSED', 'COMPLETED', 'FAILED'] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

/** What became of an upload in the background. */
export interface UploadReceipt {
  receiptId: string;
  status: UploadStatus;
  /** Why it failed as a whole; nothing was stored then. */
  error: string | null;
  /** What of its files was refused, left out, or is stored and does not run. */
  issues: { path: string; errorMessage: string }[];
  /** Null until it is completed. */
  result: UploadOutcome['statistics'] | null;
}

/** Uploads that go on after their request was answered. */
export interface UploadReceiptsService {
  /**
   * Begins to store the files. Throws conflict while another upload is stored, and forbidden like an upload; what is
   * wrong with the files is told by the receipt.
   */
  start(actor: Actor, files: readonly ContentFile[], options?: UploadOptions): Promise<UploadReceipt>;
  /** Of an upload of this actor; undefined where there is none. */
  find(actor: Actor, receiptId: string): Promise<UploadReceipt | undefined>;
  /** Resolves once nothing runs in this process. */
  idle(): Promise<void>;
}

export interface UploadReceiptsDeps {
  store: Store;
  detections: DetectionsService;
  clock: () => Date;
  logger: Logger;
}

/** An upload whose process has not been heard of for this long has ended with it. */
const leaseMs = 60_000;
const renewMs = 15_000;
const keptMs = 7 * 24 * 3_600_000;
const stopped =
  'The server stopped while this upload was processed, so it may not be stored. Upload it again.';

interface ReceiptRow {
  receipt_id: string;
  status: UploadStatus;
  error: string | null;
  outcome: Pick<UploadReceipt, 'issues' | 'result'> | null;
  lease_until: Date;
}

export function createUploadReceipts(deps: UploadReceiptsDeps): UploadReceiptsService {
  const { store, detections, clock, logger } = deps;
  const running = new Set<Promise<void>>();
  const leaseEnd = () => new Date(clock().getTime() + leaseMs);

  async function reserve(actor: Actor, isValidation: boolean): Promise<string> {
    const receiptId = newUuid();
    const now = clock();
    const rows = await store.transaction(async (tx) => {
      await tx.query('delete from content_uploads where created_at < $1', [new Date(now.getTime() - keptMs)]);
      await tx.query(
        `update content_uploads set status = 'FAILED', error = $1, updated_at = $2
         where status = 'NOT_PROCESSED' and lease_until < $2`,
        [stopped, now],
      );
      return tx.query(
        `insert into content_uploads (receipt_id, actor_id, is_validation, status, lease_until, created_at, updated_at)
         values ($1, $2, $3, 'NOT_PROCESSED', $4, $5, $5) on conflict do nothing returning receipt_id`,
        [receiptId, actor.id, isValidation, leaseEnd(), now],
      );
    });
    if (rows.length === 0)
      throw conflict('There is another upload in process. Wait until it is completed, then upload again.', {
        code: 'UploadInProcess',
      });
    return receiptId;
  }

  async function finish(receiptId: string, status: UploadStatus, error: string | null, outcome?: object) {
    await store.query(
      `update content_uploads set status = $2, error = $3, outcome = $4::jsonb, updated_at = $5
       where receipt_id = $1 and status = 'NOT_PROCESSED'`,
      [receiptId, status, error, outcome ? JSON.stringify(outcome) : null, clock()],
    );
  }

  async function run(receiptId: string, actor: Actor, files: readonly ContentFile[], options: UploadOptions) {
    const renewal = startHeartbeat(
      renewMs,
      () =>
        store.query('update content_uploads set lease_until = $2 where receipt_id = $1', [
          receiptId,
          leaseEnd(),
        ]),
      (error) => logger.warn({ error }, 'an upload could not say that it runs'),
    );
    try {
      const { verdicts, statistics } = await uploadContent(detections, actor, files, options);
      await finish(receiptId, 'COMPLETED', null, { issues: issuesOf(verdicts), result: statistics });
    } catch (error) {
      const isExpected = error instanceof MargayError;
      if (!isExpected) logger.error({ error, receiptId }, 'an upload of detection content failed');
      const reason = isExpected ? error.message : 'The upload failed. The log of the server says why.';
      await finish(receiptId, 'FAILED', reason);
    } finally {
      await renewal.stop();
    }
  }

  async function find(actor: Actor, receiptId: string): Promise<UploadReceipt | undefined> {
    const [row] = await store.query<ReceiptRow>(
      'select * from content_uploads where receipt_id = $1 and actor_id = $2',
      [receiptId, actor.id],
    );
    return row && receiptOf(row, clock());
  }

  return {
    async start(actor, files, options = {}) {
      assertMayUpload(actor, options);
      const receiptId = await reserve(actor, options.validateOnly === true);
      const task = run(receiptId, actor, files, options)
        .catch((error: unknown) =>
          logger.error({ error, receiptId }, 'the end of an upload could not be noted'),
        )
        .finally(() => running.delete(task));
      running.add(task);
      return { receiptId, status: 'NOT_PROCESSED', error: null, issues: [], result: null };
    },
    find,
    async idle() {
      await Promise.all(running);
    },
  };
}

function receiptOf(row: ReceiptRow, now: Date): UploadReceipt {
  const { receipt_id: receiptId, status, error, outcome } = row;
  if (status === 'NOT_PROCESSED' && row.lease_until < now)
    return { receiptId, status: 'FAILED', error: stopped, issues: [], result: null };
  return { receiptId, status, error, issues: outcome?.issues ?? [], result: outcome?.result ?? null };
}

function issuesOf(verdicts: readonly ItemVerdict[]): UploadReceipt['issues'] {
  return verdicts
    .filter(({ reason }) => reason !== '')
    .map(({ file, reason }) => ({ path: file, errorMessage: reason }));
}
