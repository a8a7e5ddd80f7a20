import type { AlertType } from '@margay/model';
import type { FilterCondition } from '@margay/query';
import { conditionAt } from '../../lib/value-menu/value-searches.ts';
import type { JsonPath } from '../../ui/text/json-lines.ts';

const secondMs = 1000;

/** UTC in whole seconds, as addresses of searches hold times. */
function utcText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The events of errors are apart from the events of matches. */
function databaseOf(type: AlertType): string {
  return type.endsWith('_ERROR') ? 'panther_rule_errors' : 'panther_rule_matches';
}

/** What an alert says of its events. */
export interface AlertPlace {
  id: string;
  type: AlertType;
  firstEventOccurredAt: string | null;
  lastEventOccurredAt: string | null;
}

/** What the address of the search screen holds, to find all events of an alert within the time they fell into. */
export function alertEventsSearch(alert: AlertPlace, more: readonly FilterCondition[] = []) {
  const condition = { target: 'p_alert_id', operator: 'is', value: JSON.stringify(alert.id) };
  const { firstEventOccurredAt: first, lastEventOccurredAt: last } = alert;
  return {
    databases: [databaseOf(alert.type)],
    filters: JSON.stringify({ or: [{ and: [condition, ...more] }] }),
    ...(first && last
      ? {
          startTime: utcText(new Date(first).getTime()),
          // The end of a search is not part of it.
          endTime: utcText(new Date(last).getTime() + secondMs),
        }
      : { timeFrame: 'AllTime' }),
  };
}

/** The searches for the events of an alert that hold a value, and for those that do not. */
export function alertValuePaths(alert: AlertPlace, path: JsonPath, value: unknown) {
  const pathOf = (isNegated: boolean) => {
    const { databases, ...rest } = alertEventsSearch(alert, [conditionAt(path, value, isNegated)]);
    const query = new URLSearchParams(rest);
    for (const name of databases) query.append('databases[]', name);
    return `/investigate/search/?${query.toString()}`;
  };
  return { keep: pathOf(false), leaveOut: pathOf(true) };
}
