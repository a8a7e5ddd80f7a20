import { stringifySearch } from '../../lib/search-params.ts';

/** The search for all events of an alert, within the time they fell into. */
export function alertEventsPath(alert: {
  id: string;
  firstEventOccurredAt: string | null;
  lastEventOccurredAt: string | null;
}): string {
  const search = stringifySearch({
    alertIds: [alert.id],
    startTime: alert.firstEventOccurredAt,
    endTime: alert.lastEventOccurredAt,
  });
  return `/investigate/alert-events-search/${search}`;
}

const windowMs = 24 * 3_600_000;

/** The search for a value of an event's field, a day before and after the event. */
export function indicatorPath(key: string, value: string, at: Date | undefined): string {
  const times = at
    ? {
        startTime: new Date(at.getTime() - windowMs).toISOString(),
        endTime: new Date(at.getTime() + windowMs).toISOString(),
      }
    : {};
  return `/investigate/key-value-search/${stringifySearch({ key, value, ...times })}`;
}

/** Indicators are words, not sentences or whole objects. */
const longestIndicator = 512;

/** True for values worth searching for elsewhere. */
export function isIndicatorLike(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestIndicator;
}
