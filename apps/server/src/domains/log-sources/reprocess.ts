import type { SecretBox } from '@margay/auth';
import type { EventBuffer } from '@margay/ingest';
import { internalError, notFound } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { firstRow, type Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { assertReads } from '../../api/log-type-lack.ts';
import { createPayloadOpener } from '../../pipeline/kept-failures.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { LogSourcesService } from './service.ts';

const pageRows = 2_000;
const minuteMs = 60_000;
/** Rows of the list that are removed at once: it takes seconds, whatever their number. */
const mostRemoved = 50_000;
/** Payloads are cut at this many characters when they are kept; a cut one cannot be processed again. */
const longestPayload = 65_536;

export interface ReprocessResult {
  /** Entries sent through the pipeline again. */
  sent: number;
  /** Entries that had been cut when they were kept, so that nothing can be made of them. */
  cut: number;
}

export interface ReprocessService {
  /** Sends the kept failures of a source through the pipeline again, each failure once, and keeps them no longer. */
  reprocess(actor: Actor, sourceId: string): Promise<ReprocessResult>;
}

/** A run that was interrupted goes on where it stood, with the same failures in the same batches. */
interface Run {
  /** Failures up to here were sent by an earlier version, and stay as they are. */
  from: Date;
  to: Date;
  /** Row id of the last failure that was sent; that is written down once the failures up to it are removed. */
  after: string;
}

interface KeptFailure {
  rowId: string;
  payload: string;
  /** Start of the minute in which it is booked. */
  minute: number;
}

/**
 * Entries that matched no schema are kept with their text. Once a schema is mended they go through the pipeline again, as
 * batches of their own: what matches now is stored and judged, what still fails is a new failure. Either way it is booked
 * in the minute in which it came first, and leaves the failures there.
 */
export function createReprocessService(deps: {
  store: Store;
  lake: Lake;
  buffer: EventBuffer;
  secrets: Pick<SecretBox, 'deriveKey'>;
  sources: Pick<LogSourcesService, 'byId'>;
  audit: AuditLog;
  clock: () => Date;
}): ReprocessService {
  const { store, lake, buffer, sources, audit, clock } = deps;
  const opened = createPayloadOpener(deps.secrets);

  async function begin(sourceId: string): Promise<Run> {
    const row = await firstRow<{ taken_until: Date; taking_until: Date; taking_after: string }>(
      store,
      `insert into reprocessed_failures (source_id, taken_until, taking_until) values ($1, $2, $3)
       on conflict (source_id) do update set taking_until = coalesce(reprocessed_failures.taking_until, $3)
       returning taken_until, taking_until, taking_after`,
      [sourceId, new Date(0), clock()],
    );
    if (row === undefined) throw internalError(`Processing of the failures of ${sourceId} could not begin.`);
    return { from: row.taken_until, to: row.taking_until, after: row.taking_after };
  }

  async function pageOf(sourceId: string, { from, to, after }: Run): Promise<KeptFailure[]> {
    const { rows } = await lake.query({
      sql: `select p_row_id, payload, toUnixTimestamp64Milli(ifNull(receivedAt, p_parse_time))
            from panther_monitor.classification_failures
            where p_source_id = {source:String} and p_parse_time > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
              and p_parse_time <= fromUnixTimestamp64Milli({to:Int64}, 'UTC') and p_row_id > {after:String}
            order by p_row_id limit {limit:UInt32}`,
      params: { source: sourceId, from: from.getTime(), to: to.getTime(), after, limit: pageRows },
      lane: { pool: 'internal', owner: 'reprocessing' },
    });
    return rows.map((row) => ({
      rowId: String(row[0]),
      payload: opened(String(row[1]), sourceId),
      minute: Math.floor(Number(row[2]) / minuteMs) * minuteMs,
    }));
  }

  /** A batch for each minute, since that is where they are booked, and one for each entry that has to go alone. */
  async function send(sourceId: string, failures: readonly KeptFailure[], run: Run): Promise<void> {
    const append = (type: 'JSON' | 'Lines', minute: number, payloads: readonly string[], key: string) =>
      buffer.append(
        {
          sourceId,
          receivedAt: new Date(minute),
          format: { type },
          idempotencyKey: `reprocess:${run.to.getTime()}:${run.after}:${key}`,
          retriedFailures: payloads.length,
        },
        new TextEncoder().encode(payloads.join('\n')),
      );
    // One line is one entry. A payload with line breaks of its own was JSON, or a record of CSV, whose lines are joined
    // again. JSON goes alone: what is unclosed in it would take in what stands behind it.
    const isAlone = ({ payload }: KeptFailure) => payload.includes('\n') && /^\s*[[{]/.test(payload);
    const alone = failures.filter(isAlone);
    const inLines = Map.groupBy(
      failures.filter((failure) => !isAlone(failure)),
      ({ minute }) => minute,
    );
    await Promise.all([
      ...[...inLines].map(([minute, ofMinute]) =>
        append(
          'Lines',
          minute,
          ofMinute.map(({ payload }) => payload),
          String(minute),
        ),
      ),
      ...alone.map(({ minute, payload, rowId }) => append('JSON', minute, [payload], rowId)),
    ]);
  }

  return {
    async reprocess(actor, sourceId) {
      const source = await sources.byId(sourceId);
      if (source === undefined) throw notFound(`Log source ${sourceId} does not exist.`);
      assertReads(actor, source.logTypes, `process the failures of the log source ${source.label} again`);
      const failuresLayout = lake.layout('panther_monitor', 'classification_failures');
      if (failuresLayout === undefined)
        throw internalError('The table of classification failures is missing.');
      const run = await begin(sourceId);
      const result: ReprocessResult = { sent: 0, cut: 0 };
      let sentIds: string[] = [];
      // Sent first: only what rests in the buffer may go here.
      const removeSent = async () => {
        await lake.removeRows(failuresLayout, sentIds);
        sentIds = [];
        await store.query('update reprocessed_failures set taking_after = $2 where source_id = $1', [
          sourceId,
          run.after,
        ]);
      };
      for (;;) {
        const page = await pageOf(sourceId, run);
        const last = page.at(-1);
        if (last === undefined) break;
        const whole = page.filter(({ payload }) => payload.length < longestPayload);
        result.cut += page.length - whole.length;
        result.sent += whole.length;
        await send(sourceId, whole, run);
        for (const { rowId } of whole) sentIds.push(rowId);
        run.after = last.rowId;
        if (sentIds.length >= mostRemoved) await removeSent();
      }
      if (sentIds.length > 0) await removeSent();
      await store.transaction(async (tx) => {
        await tx.query(
          `update reprocessed_failures set taking_until = null, taking_after = '' where source_id = $1`,
          [sourceId],
        );
        await audit.record(
          { action: 'REPROCESS_FAILURES', actor, params: { input: { sourceId }, result } },
          tx,
        );
      });
      return result;
    },
  };
}
