import type { Evaluation, PausedRule } from '@margay/detect';
import type { LogTypePart, RowRange } from './messages.ts';

/** Events of one log type of a part that a detection did not judge, because it was set aside. */
export interface PassedPart {
  pause: PausedRule;
  logType: string;
  events: number;
  /** Which rows of the lake they are. */
  rowRanges: RowRange[];
  /** First and last event time, in seconds since 1970; the last one is cut. */
  firstSecond: number;
  lastSecond: number;
}

export interface PassedEvents extends PassedPart {
  partId: string;
  /** When they would have been judged. */
  passedAt: Date;
}

export function passedOf(
  { skipped }: Pick<Evaluation, 'skipped'>,
  { logType, rows, rowRanges }: LogTypePart,
): PassedPart[] {
  return skipped.flatMap((rule): PassedPart[] => {
    if (rule.reason !== 'paused') return [];
    const { minSeconds: firstSecond, maxSeconds: lastSecond } = rows;
    return [{ pause: rule.pause, logType, events: rule.events, rowRanges, firstSecond, lastSecond }];
  });
}
