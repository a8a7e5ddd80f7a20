import type { SecretBox } from '@margay/auth';
import type { EventBuffer } from '@margay/ingest';
import { notFound } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { firstRow, type Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { assertReads } from '../../api/log-type-lack.ts';
import { createPayloadOpener } from '../../pipeline/kept-failures.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { LogSourcesService } from './service.ts';

const pageRows = 5_000;
/** Payloads are cut at this many characters when they are kept; a cut one cannot be processed again. */
const longestPayload = 65_536;

export interface ReprocessResult {
  /** Entries sent through the pipeline again. */
  sent: number;
  /** Entries that had been cut when they were kept, so that nothing can be made of them. */
  cut: number;
}

export interface ReprocessService {
  /** Sends the kept failures of a source through the pipeline again, each failure once. */
  reprocess(actor: Actor, sourceId: string): Promise<ReprocessResult>;
}

/**
 * Entries that matched no schema are kept with their text. Once a schema is mended they go through the pipeline again, as
 * a batch of their own: what matches now is stored and judged, what still fails is a new failure. A mark per source says
 * up to when failures were taken, so that none is taken twice.
 */
export function createReprocessService(deps: {
  store: Store;
  lake: Lake;
  buffer: EventBuffer;
  secrets: Pick<SecretBox, 'deriveKey'>;
  sources: LogSourcesService;
  audit: AuditLog;
  clock: () => Date;
}): ReprocessService {
  const { store, lake, buffer, sources, audit, clock } = deps;
  const opened = createPayloadOpener(deps.secrets);

  async function takenUntil(sourceId: string): Promise<Date> {
    const row = await firstRow<{ taken_until: Date }>(
      store,
      'select taken_until from reprocessed_failures where source_id = $1',
      [sourceId],
    );
    return row?.taken_until ?? new Date(0);
  }

  async function* failedPayloads(sourceId: string, from: Date, to: Date): AsyncGenerator<string[]> {
    let after = '';
    for (;;) {
      const { rows } = await lake.query({
        sql: `select p_row_id, payload from panther_monitor.classification_failures
              where p_source_id = {source:String} and p_parse_time > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
                and p_parse_time <= fromUnixTimestamp64Milli({to:Int64}, 'UTC') and p_row_id > {after:String}
              order by p_row_id limit {limit:UInt32}`,
        params: { source: sourceId, from: from.getTime(), to: to.getTime(), after, limit: pageRows },
        lane: { pool: 'internal', owner: 'reprocessing' },
      });
      if (rows.length === 0) return;
      yield rows.map((row) => opened(String(row[1]), sourceId));
      after = String(rows.at(-1)?.[0]);
    }
  }

  return {
    async reprocess(actor, sourceId) {
      const source = await sources.byId(sourceId);
      if (source === undefined) throw notFound(`Log source ${sourceId} does not exist.`);
      assertReads(actor, source.logTypes, `process the failures of the log source ${source.label} again`);
      const [from, to] = [await takenUntil(sourceId), clock()];
      const result: ReprocessResult = { sent: 0, cut: 0 };
      let page = 0;
      for await (const payloads of failedPayloads(sourceId, from, to)) {
        const whole = payloads.filter((payload) => payload.length < longestPayload);
        result.cut += payloads.length - whole.length;
        result.sent += whole.length;
        // One line is one entry. A payload with line breaks of its own was JSON, or a record of CSV, whose lines are joined again.
        const isJson = whole.some((payload) => payload.includes('\n') && /^\s*[[{]/.test(payload));
        await buffer.append(
          {
            sourceId,
            receivedAt: to,
            format: { type: isJson ? 'JSON' : 'Lines' },
            idempotencyKey: `reprocess:${from.getTime()}:${to.getTime()}:${page++}`,
          },
          new TextEncoder().encode(whole.join('\n')),
        );
      }
      await store.transaction(async (tx) => {
        await tx.query(
          `insert into reprocessed_failures (source_id, taken_until) values ($1, $2)
           on conflict (source_id) do update set taken_until = $2`,
          [sourceId, to],
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
