import { indicatorFields } from '@margay/model';
import type { IndicatorField } from '@margay/model';
import { indicatorsText } from '@margay/query';
import type { FilterCondition } from '@margay/query';
import { pathText } from '../../ui/text/json-lines.ts';
import type { JsonPath } from '../../ui/text/json-lines.ts';

export type EventRow = Readonly<Record<string, unknown>>;

const dayMs = 86_400_000;
/** Indicators are words, not sentences or whole objects. */
const longestIndicator = 500;
/** What Indicator Search looks at unless told otherwise, with a day for whoever reads a page of yesterday. */
const monthMs = 27 * dayMs;
const halfYearMs = 179 * dayMs;

/** True for values worth searching for elsewhere. */
export function isIndicatorLike(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestIndicator;
}

/** The indicator field of an event that holds a value. */
export function indicatorFieldIn(event: EventRow | undefined, value: unknown): IndicatorField | undefined {
  return indicatorFields.find((name) => {
    const values = event?.[name];
    return Array.isArray(values) && values.includes(value);
  });
}

const isIndicatorField = (name: unknown): name is IndicatorField =>
  indicatorFields.some((field) => field === name);

/**
 * Where a value comes from decides what it is, its form only where nothing else does. An event of long ago is looked for
 * in as long a time.
 */
export function indicatorPath(
  value: string,
  place: { path?: JsonPath | undefined; event?: EventRow | undefined; at?: Date | undefined } = {},
  now = new Date(),
): string {
  const [root] = place.path ?? [];
  const field = isIndicatorField(root) ? root : indicatorFieldIn(place.event, value);
  const age = place.at === undefined ? 0 : now.getTime() - place.at.getTime();
  const timeFrame = age > halfYearMs ? 'AllTime' : age > monthMs ? 'Last6Months' : undefined;
  const query = new URLSearchParams({
    q: indicatorsText([{ value, ...(field ? { field } : {}) }]),
    ...(timeFrame === undefined ? {} : { timeFrame }),
  });
  return `/investigate/indicator-search/?${query.toString()}`;
}

/** The field a place in an event stands for: an entry of a list of plain values stands for the list. */
export function conditionAt(path: JsonPath, value: unknown, isNegated = false): FilterCondition {
  const isEntry = typeof path.at(-1) === 'number';
  const target = pathText(isEntry ? path.slice(0, -1) : path);
  const pick = (positive: string, negative: string) => (isNegated ? negative : positive);
  if (value === null || value === undefined) return { target, operator: pick('is-null', 'is-not-null') };
  if (typeof value === 'boolean') return { target, operator: value !== isNegated ? 'is-true' : 'is-false' };
  // The empty text is a value in a list alone, as in the form of Search.
  if (value === '') {
    const operator = isEntry ? pick('has-any', 'does-not-have-any') : pick('is-in-list', 'is-not-in-list');
    return { target, operator, value: JSON.stringify(['']) };
  }
  const operator = isEntry
    ? pick('has', 'does-not-have')
    : typeof value === 'number'
      ? pick('equals', 'does-not-equal')
      : pick('is', 'is-not');
  return { target, operator, value: JSON.stringify(String(value)) };
}

/** UTC in whole seconds, as addresses of searches hold times. */
const utcText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** The address of Search with these conditions, all of which must hold; for all time where none is said. */
export function searchPath(
  conditions: readonly FilterCondition[],
  time: { from: number; to: number } | undefined,
  databases: readonly string[] = [],
): string {
  const query = new URLSearchParams();
  for (const name of databases) query.append('databases[]', name);
  if (conditions.length > 0) query.set('filters', JSON.stringify({ or: [{ and: conditions }] }));
  if (time) {
    query.set('startTime', utcText(time.from));
    query.set('endTime', utcText(time.to));
  } else query.set('timeFrame', 'AllTime');
  return `/investigate/search/?${query.toString()}`;
}

/** A day before and after. */
export const dayAround = (at: Date | undefined) =>
  at && { from: at.getTime() - dayMs, to: at.getTime() + dayMs };

/**
 * The search for a value in all logs, a day before and after it was seen: by its own field, or where the path does not
 * lead through an event by the indicator field that holds it, or else by its words.
 */
export function searchForPath(place: {
  path: JsonPath;
  value: unknown;
  event?: EventRow | undefined;
  isInEvent?: boolean;
  at?: Date | undefined;
}): string {
  const { path, value, event, isInEvent = true, at } = place;
  if (isInEvent) return searchPath([conditionAt(path, value)], dayAround(at));
  const field = indicatorFieldIn(event, value);
  if (field) return searchPath([conditionAt([field, 0], value)], dayAround(at));
  const phrase = `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return `${searchPath([], dayAround(at))}&${new URLSearchParams({ q: phrase }).toString()}`;
}
