import { detectionFields } from '@margay/lake';
import type { EventObject } from '@margay/model';
import { timestampTextOfDate } from '@margay/schema';
import { createHash } from 'node:crypto';
import type { RunRecord } from './record.ts';
import type { Row } from './row-store.ts';

/** The same for every repetition of a run; the ids of its rows are made of it. */
export function partIdOf({ queryId, scheduledAt }: Pick<RunRecord, 'queryId' | 'scheduledAt'>): string {
  const digest = createHash('sha256').update(`${queryId}\n${scheduledAt.toISOString()}`).digest('hex');
  return `scheduled-${digest.slice(0, 32)}`;
}

const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,9})?$/;

/** The same for every repetition of a pass of a run's rows; its alerts and inserts are known by it. */
export function passIdOf(run: Pick<RunRecord, 'queryId' | 'scheduledAt' | 'passes'>): string {
  return run.passes === 0 ? partIdOf(run) : `${partIdOf(run)}-${run.passes}`;
}

/**
 * A row as it is kept with alerts and in the lake. Rules see the row alone; here it gets an id of its own, because
 * windows may overlap and another run may return the same event, and the time of the run where it has none.
 */
export function keptEventOf(row: Row, index: number, run: RunRecord): EventObject {
  const scheduledTime = timestampTextOfDate(run.scheduledAt);
  const timeOr = (value: unknown) =>
    typeof value === 'string' && timePattern.test(value) ? value : scheduledTime;
  const digest = createHash('sha256')
    .update(`${partIdOf(run)}\n${index}`)
    .digest('hex');
  return {
    ...row,
    ...(typeof row['p_row_id'] === 'string' ? { p_event_row_id: row['p_row_id'] } : {}),
    p_row_id: digest.slice(0, 32),
    p_event_time: timeOr(row['p_event_time']),
    p_parse_time: timeOr(row['p_parse_time']),
    p_scheduled_query: run.queryId,
    p_scheduled_time: scheduledTime,
  };
}

const addedNames = new Set(detectionFields.map(({ name }) => name));
/** What a table holds in columns that a row does not fill. */
const isUnfilled = (value: unknown) =>
  value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);

/** The row as its rules saw it, from how it is kept: without what `keptEventOf` and the table of matches added. */
export function judgedRowOf(kept: Record<string, unknown>): Row {
  const {
    p_event_row_id: rowId,
    p_scheduled_query: _query,
    p_scheduled_time: scheduledTime,
    p_row_id: _id,
    p_event_time: eventTime,
    p_parse_time: parseTime,
    ...rest
  } = kept;
  const own = Object.entries(rest).filter(
    ([name, value]) => !addedNames.has(name) && !(name.startsWith('p_') && isUnfilled(value)),
  );
  const times = Object.entries({ p_event_time: eventTime, p_parse_time: parseTime });
  return Object.fromEntries([
    ...own,
    ...(typeof rowId === 'string' ? [['p_row_id', rowId]] : []),
    // A row without a time of its own was given that of the run.
    ...times.filter(([, time]) => typeof time === 'string' && time !== scheduledTime),
  ]) as Row; // a row of what the lake gave
}
