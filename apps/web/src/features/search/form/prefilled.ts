import { tableNameOf } from '@margay/model';
import type { SearchAddress } from './form-values.ts';

const minuteMs = 60_000;
const windowMs = 20 * minuteMs;

interface Window {
  startTime?: string | undefined;
  endTime?: string | undefined;
}

const momentOf = (text: string | undefined) => {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};
const isoOf = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * The window of a key-value search: a missing end lies 20 minutes from the other, with neither it is the last 20
 * minutes, and an end that does not lie after the start becomes the start plus 5 minutes.
 */
export function keyValueWindow(
  { startTime, endTime }: Window,
  now: Date,
): { startTime: string; endTime: string } {
  const given = { start: momentOf(startTime), end: momentOf(endTime) };
  const end = given.end ?? (given.start === undefined ? now.getTime() : given.start + windowMs);
  const start = given.start ?? end - windowMs;
  return { startTime: isoOf(start), endTime: isoOf(end > start ? end : start + 5 * minuteMs) };
}

const filtersOf = (target: string, operator: string, value: unknown) =>
  JSON.stringify({ or: [{ and: [{ target, operator, value: JSON.stringify(value) }] }] });

/** The search for events whose field has a value. */
export function keyValueSearch(
  { key = '', value = '', ...window }: Window & { key?: string | undefined; value?: string | undefined },
  now: Date,
): SearchAddress {
  const operator = key.startsWith('p_any_') ? 'has' : 'is';
  const filters = key === '' ? {} : { filters: filtersOf(key, operator, value) };
  return { ...filters, ...keyValueWindow(window, now) };
}

/** The search for the events of alerts. */
export function alertEventsSearch({
  alertIds = [],
  startTime,
  endTime,
}: Window & { alertIds?: string[] | undefined }): SearchAddress {
  const isWindow = momentOf(startTime) !== undefined && momentOf(endTime) !== undefined;
  return {
    databases: ['panther_rule_matches'],
    filters: filtersOf('p_alert_id', 'is-in-list', alertIds),
    ...(isWindow ? { startTime: startTime!, endTime: endTime! } : { timeFrame: 'AllTime' }),
  };
}

/** The search for all events of log types. */
export function logTypeSearch({
  logTypes = [],
  startTime,
  endTime,
}: Window & { logTypes?: string[] | undefined }): SearchAddress {
  return {
    databases: ['panther_logs'],
    ...(logTypes.length > 0
      ? { tables: logTypes.map((logType) => `panther_logs.${tableNameOf(logType)}`) }
      : {}),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
}

export interface WidgetParams extends Window {
  /** The widget's query where it is SQL. */
  sql?: string | undefined;
  /** JSON text of the groups of the search form, where it is a search. */
  filters?: string | undefined;
  /** Words of a search. */
  text?: string | undefined;
  databases?: string[] | undefined;
  tables?: string[] | undefined;
  logTypes?: string[] | undefined;
  /** What the widget shows, such as `Last24Hours`. */
  timeFrame?: string | undefined;
}

/** The search behind a widget of a dashboard: its query over the time it shows, or over a part of that. */
export function dashboardWidgetSearch(params: WidgetParams): SearchAddress {
  const { sql, filters, text, databases, tables = [], logTypes, timeFrame, startTime, endTime } = params;
  if (sql !== undefined) return { mode: 'sql', q: sql };
  const ofLogTypes = logTypeSearch({ logTypes });
  const named = [...(ofLogTypes.tables ?? []), ...tables];
  const from = databases ?? (logTypes ? ofLogTypes.databases : undefined);
  const isWindow = momentOf(startTime) !== undefined && momentOf(endTime) !== undefined;
  const time = isWindow ? { startTime: startTime!, endTime: endTime! } : timeFrame ? { timeFrame } : {};
  return {
    ...(text === undefined ? {} : { q: text }),
    ...(filters === undefined ? {} : { filters }),
    ...(from === undefined ? {} : { databases: from }),
    ...(named.length > 0 ? { tables: named } : {}),
    ...time,
  };
}
