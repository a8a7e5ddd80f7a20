import type { IntakeOutcome } from '@margay/ingest';
import { countOf, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import type { LogTypeFault } from '../../pipeline/log-type-tables.ts';
import { checkOfClassification, tooManyFailures, type UnderstoodLately } from './classification-check.ts';
import { findPullState } from './pulling/store.ts';
import { checkOfPull } from './pull-check.ts';
import { createRefusals } from './refusals.ts';
import type { SourceCheck } from './source-check.ts';
import { checkOfWork } from './stuck-check.ts';
import type { LogSource, SourceTotals } from './store.ts';
import type { LogSourcesService } from './service.ts';

export interface SourceHealthService {
  checks(source: LogSource): Promise<SourceCheck[]>;
  /** Totals of the last 24 hours by source; kept for a few seconds, since a list asks for each of its rows. */
  totals24h(): Promise<Map<string, SourceTotals>>;
  /** Says that so much of the source is not understood now that somebody must act; undefined where that is not so. */
  tooManyFailures(sourceId: string): Promise<string | undefined>;
  /** Takes note of what became of a request of a sender. */
  noteRequest(outcome: IntakeOutcome): void;
  close(): Promise<void>;
}

const keptMs = 5_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quietHours = 24;

/** Says of each source whether its data arrives and is understood. */
export function createSourceHealthService(deps: {
  sources: LogSourcesService;
  /** Why log types are set aside now. */
  logTypeFaults(): Promise<readonly LogTypeFault[]>;
  store: Store;
  clock: () => Date;
  logger: Logger;
}): SourceHealthService {
  const { sources, clock } = deps;
  const refusals = createRefusals(deps);
  let kept: { at: number; totals: Promise<Map<string, SourceTotals>> } | undefined;

  const timesAt = (now: number) => ({ since: new Date(now - dayMs), lately: new Date(now - hourMs) });

  function totals24h(): Promise<Map<string, SourceTotals>> {
    const now = clock().getTime();
    if (kept !== undefined && now - kept.at < keptMs) return kept.totals;
    kept = { at: now, totals: sources.totals(timesAt(now)) };
    return kept.totals;
  }

  return {
    totals24h,
    async tooManyFailures(sourceId) {
      // Not what was kept: the answer belongs to what was booked a moment ago.
      const totals = await sources.totals({ ...timesAt(clock().getTime()), sourceId });
      return tooManyFailures(understoodOf(totals.get(sourceId)));
    },
    noteRequest: refusals.note,
    close: refusals.close,
    async checks(source) {
      const checkedAt = clock();
      const totals = (await totals24h()).get(source.id);
      const lastAt = source.lastProcessedAt ?? source.createdAt;
      const isQuiet = checkedAt.getTime() - lastAt.getTime() > quietHours * 3_600_000;
      const names = new Set(source.logTypes.map((name) => name.toLowerCase()));
      const faults = (await deps.logTypeFaults()).filter(({ logType }) => names.has(logType.toLowerCase()));
      const refused = await refusals.of(source.id);
      // What is sent to has a path of its own and is never pulled.
      const isSentTo = sources.ingestPath(source) !== undefined;
      const pull = isSentTo ? undefined : await findPullState(deps.store, source.id);
      const work = await checkOfWork(deps.store, source.id, checkedAt);
      return [
        ...(refused === undefined
          ? []
          : [
              {
                name: 'requests',
                healthy: false,
                message: `${countOf(refused.count, 'request')} of the last 15 minutes ${refused.count === 1 ? 'was refused' : 'were refused, the last one'} with ${refused.status}: ${refused.message}`,
                checkedAt,
              },
            ]),
        ...(pull === undefined ? [] : [checkOfPull(pull, checkedAt)]),
        ...(work === undefined ? [] : [work]),
        {
          name: 'logTypes',
          healthy: faults.length === 0,
          message:
            faults.length === 0
              ? 'Every log type of the source can be used.'
              : `${faults.map(({ logType, reason }) => `${logType} is set aside: ${reason}`).join(' ')} Its entries are kept in panther_monitor.public.classification_failures and can be processed again once this is mended.`,
          checkedAt,
        },
        {
          name: 'dataReceived',
          healthy: !isQuiet,
          message: isQuiet
            ? `No event has been processed for ${quietHours} hours. Check that the sender still runs and that its credentials are right.`
            : source.lastProcessedAt === null
              ? 'Waiting for the first event.'
              : 'Events arrive.',
          checkedAt,
        },
        checkOfClassification(understoodOf(totals), checkedAt),
      ];
    },
  };
}

const understoodOf = (totals: SourceTotals | undefined): UnderstoodLately => ({
  lastDay: { stored: totals?.events ?? 0, failed: totals?.failed ?? 0 },
  lastHour: totals?.lastHour ?? { stored: 0, failed: 0 },
});
