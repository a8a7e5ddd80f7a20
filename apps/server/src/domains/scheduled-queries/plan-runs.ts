import { messageOf, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import { type DetectionsService, dueTimes, type Schedule } from '../detections/index.ts';
import {
  dropClocks,
  insertScheduledRuns,
  lockClock,
  readClocks,
  writeClock,
  type PlannedRun,
} from './clock-store.ts';
import { reasonNotToRun, scheduledQueryOf, type ScheduledQuery } from './runnable.ts';

export interface PlanDeps {
  store: Store;
  detections: Pick<DetectionsService, 'list'>;
  clock: () => Date;
  logger: Logger;
}

/** What was missed while no server ran is caught up with as far as this; the rest is written down as missed. */
const catchUpMs = 24 * 3_600_000;
const catchUpRuns = 100;
const writtenRuns = 1_000;

const scheduleText = ({ cron, rateMinutes }: Schedule) => cron ?? `every ${rateMinutes} minutes`;

/** Writes down the runs whose time has come, and forgets the clocks of queries that are not to run. */
export async function planRuns(deps: PlanDeps): Promise<void> {
  const { store, logger } = deps;
  const queries = (await deps.detections.list(['SAVED_QUERY'])).flatMap((record) => {
    const query = scheduledQueryOf(record);
    return query?.enabled && reasonNotToRun(query) === undefined ? [query] : [];
  });
  const clocks = await readClocks(store);
  const ids = new Set(queries.map(({ id }) => id));
  const stopped = [...clocks.keys()].filter((id) => !ids.has(id));
  if (stopped.length > 0) await store.transaction((tx) => dropClocks(tx, stopped));
  for (const query of queries) {
    const known = clocks.get(query.id);
    try {
      const isNew = known?.schedule !== scheduleText(query.schedule);
      const isDue = !isNew && dueTimes(query.schedule, known.plannedUntil, deps.clock(), 1).length > 0;
      if (isNew || isDue) await planQuery(deps, query);
    } catch (error) {
      logger.error(
        { query: query.id, error: messageOf(error) },
        'runs of a scheduled query could not be planned',
      );
    }
  }
}

/** A query that is new, was enabled or has another schedule begins now: it has missed nothing. */
async function planQuery({ store, clock }: PlanDeps, { id, schedule }: ScheduledQuery): Promise<void> {
  await store.transaction(async (tx) => {
    const now = clock();
    const known = await lockClock(tx, id);
    const text = scheduleText(schedule);
    if (known?.schedule !== text) {
      await writeClock(tx, { queryId: id, schedule: text, plannedUntil: now });
      return;
    }
    const times = dueTimes(schedule, known.plannedUntil, now, writtenRuns);
    const [newest] = times;
    if (newest === undefined) return;
    const oldest = new Date(now.getTime() - catchUpMs);
    const runs = times.map((scheduledAt, index): PlannedRun => ({
      scheduledAt,
      isMissed: index > 0 && (index >= catchUpRuns || scheduledAt < oldest),
    }));
    await insertScheduledRuns(tx, id, runs, now);
    await writeClock(tx, { queryId: id, schedule: text, plannedUntil: newest });
  });
}
