import type { AlertType } from '@margay/model';

const secondMs = 1000;
const dayMs = 86_400_000;

/** UTC in whole seconds, as addresses of searches hold times. */
function utcText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The events of errors are apart from the events of matches. */
function databaseOf(type: AlertType): string {
  return type.endsWith('_ERROR') ? 'panther_rule_errors' : 'panther_rule_matches';
}

/** What the address of the search screen holds, to find all events of an alert within the time they fell into. */
export function alertEventsSearch(alert: {
  id: string;
  type: AlertType;
  firstEventOccurredAt: string | null;
  lastEventOccurredAt: string | null;
}) {
  const condition = { target: 'p_alert_id', operator: 'is', value: JSON.stringify(alert.id) };
  const { firstEventOccurredAt: first, lastEventOccurredAt: last } = alert;
  return {
    databases: [databaseOf(alert.type)],
    filters: JSON.stringify({ or: [{ and: [condition] }] }),
    ...(first && last
      ? {
          startTime: utcText(new Date(first).getTime()),
          // The end of a search is not part of it.
          endTime: utcText(new Date(last).getTime() + secondMs),
        }
      : { timeFrame: 'AllTime' }),
  };
}

/** The search for a value in all logs, a day before and after the event it was found in. */
export function indicatorPath(value: string, at: Date | undefined): string {
  const phrase = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const params = new URLSearchParams({ q: phrase });
  if (at) {
    params.set('startTime', utcText(at.getTime() - dayMs));
    params.set('endTime', utcText(at.getTime() + dayMs));
  } else params.set('timeFrame', 'AllTime');
  return `/investigate/search/?${params.toString()}`;
}

/** Indicators are words, not sentences or whole objects. */
const longestIndicator = 512;

/** True for values worth searching for elsewhere. */
export function isIndicatorLike(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestIndicator;
}
