import { messageOf } from '@margay/kit';
import { CronExpressionParser } from 'cron-parser';
import type { SavedQueryDefinition } from './kinds/saved-query.ts';

export type Schedule = NonNullable<SavedQueryDefinition['schedule']>;

/** Minute, hour, day of month, month, weekday: numbers, `*`, lists, ranges and steps. The parser knows more. */
const cronPattern = /^([\d*,/-]+\s+){4}[\d*,/-]+$/;

function cronAt(cron: string, at: Date) {
  if (!cronPattern.test(cron.trim())) {
    throw new Error(
      'it must have five fields of numbers, *, lists, ranges and steps, such as "0 */6 * * 1-5"',
    );
  }
  return CronExpressionParser.parse(cron.trim(), { currentDate: at, tz: 'UTC' });
}

/** What is wrong with a schedule, with the remedy; undefined when it can be kept. */
export function scheduleFault({ cron, rateMinutes }: Schedule): string | undefined {
  if (cron === undefined) {
    return rateMinutes === undefined
      ? 'The schedule has neither a cron expression nor a rate. Give one of them.'
      : undefined;
  }
  try {
    cronAt(cron, new Date(0)).next();
    return undefined;
  } catch (error) {
    return `The cron expression "${cron.slice(0, 100)}" cannot be used: ${messageOf(error)}.`;
  }
}

/**
 * Times after `after` up to and including `upTo`, the newest first, at most `limit`. Rates count from 1970, so that
 * every process comes to the same times.
 */
export function dueTimes(schedule: Schedule, after: Date, upTo: Date, limit: number): Date[] {
  const times: Date[] = [];
  for (const time of newestFirst(schedule, upTo)) {
    if (time <= after || times.length >= limit) break;
    times.push(time);
  }
  return times;
}

export function nextTime({ cron, rateMinutes }: Schedule, after: Date): Date | undefined {
  if (cron !== undefined) return cronAt(cron, after).next().toDate();
  if (rateMinutes === undefined) return undefined;
  const step = rateMinutes * 60_000;
  return new Date((Math.floor(after.getTime() / step) + 1) * step);
}

function* newestFirst({ cron, rateMinutes }: Schedule, upTo: Date): Generator<Date> {
  if (cron !== undefined) {
    // The parser counts in whole seconds and leaves out the moment it starts from.
    const times = cronAt(cron, new Date(Math.floor(upTo.getTime() / 1000) * 1000 + 1000));
    for (;;) yield times.prev().toDate();
  }
  if (rateMinutes === undefined) return;
  const step = rateMinutes * 60_000;
  for (let at = Math.floor(upTo.getTime() / step) * step; ; at -= step) yield new Date(at);
}
