import { nextTime, type Schedule, scheduleFault } from '../detections/index.ts';

export interface SchedulePreview {
  /** The next times, the nearest first; none when the schedule cannot be kept. */
  times: Date[];
  /** What is wrong with it, with the remedy. */
  error: string | null;
}

const shownTimes = 3;

/** When a schedule that need not be saved would run next. */
export function previewSchedule(schedule: Omit<Schedule, 'timeoutMinutes'>, now: Date): SchedulePreview {
  const whole = { ...schedule, timeoutMinutes: 1 };
  const { rateMinutes } = schedule;
  if (rateMinutes !== undefined && (!Number.isInteger(rateMinutes) || rateMinutes < 2))
    return { times: [], error: 'A rate must be at least 2 minutes.' };
  const error = scheduleFault(whole);
  if (error !== undefined) return { times: [], error };
  const times: Date[] = [];
  for (let at: Date | undefined = now; at !== undefined && times.length < shownTimes;) {
    at = nextTime(whole, at);
    if (at) times.push(at);
  }
  return { times, error: null };
}
