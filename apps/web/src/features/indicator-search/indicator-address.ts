import type { IndicatorField } from '@margay/model';
import {
  fieldsHolding,
  indicatorFieldOf,
  indicatorsText,
  rangeOfDuration,
  readIndicators,
} from '@margay/query';
import type { Indicator } from '@margay/query';
import type { ScopeParams } from '../../lib/data-lake/slots.ts';

/** The address of the indicator search: what to look for, where and when, and the search that ran for it. */
export interface IndicatorAddress extends ScopeParams {
  /** The indicators as they were typed or pasted. */
  q?: string | undefined;
  queryId?: string | undefined;
}

/** An address that says no time means the last month: traces are older than the last minutes. */
export function withTime<Address extends ScopeParams>(address: Address): Address {
  const { timeFrame, relativeTime, startTime, endTime } = address;
  const saysTime = [timeFrame, relativeTime, startTime, endTime].some((part) => part !== undefined);
  return saysTime ? address : { ...address, timeFrame: 'LastMonth' };
}

/** The server's word for no bound. */
const openTime = '0001-01-01T00:00:00.000Z';

/** What the search form makes of a scope's times: a duration back from now, or two times. */
export type TimesOf = (
  scope: ScopeParams,
  now: Date,
) => { relativeTime?: string; startTime?: string; endTime?: string };

/** The times of a scope as two moments, either of which may stand for no bound. */
export function windowOf(
  scope: ScopeParams,
  now: Date,
  timesOf: TimesOf,
): { startTime: string; endTime: string } {
  const { relativeTime, startTime, endTime } = timesOf(scope, now);
  if (relativeTime === undefined) return { startTime: startTime ?? openTime, endTime: endTime ?? openTime };
  const { fromMs, toMs } = rangeOfDuration(relativeTime, now) ?? {};
  const iso = (ms: number | undefined) => (ms === undefined ? openTime : new Date(ms).toISOString());
  return { startTime: iso(fromMs), endTime: iso(toMs) };
}

/** The text with one indicator taken for another field than its form says; undefined: for any field. */
export function withFieldOf(text: string, value: string, field: IndicatorField | undefined): string {
  const { indicators, invalid } = readIndicators(text);
  const changed = indicators.map((indicator) =>
    indicator.value === value ? { value, ...(field === undefined ? {} : { field }) } : indicator,
  );
  const rest = invalid.map(({ text: part }) => part).join(' ');
  return [indicatorsText(changed), rest].filter((part) => part !== '').join('\n');
}

/** What may hold an indicator: the field of its form, and others of a table that hold such values too. */
export function fieldsToSearch(indicator: Indicator, columns: readonly string[]): string[] {
  return fieldsHolding(indicator).filter((name) => name === indicator.field || columns.includes(name));
}

/** The address of Search for the events that hold these indicators. */
export function searchOf(
  indicators: readonly Indicator[],
  scope: ScopeParams,
  columns: readonly string[],
): Record<string, unknown> {
  const byField = new Map<string, string[]>();
  for (const indicator of indicators)
    for (const field of fieldsToSearch(indicator, columns))
      byField.set(field, [...(byField.get(field) ?? []), indicator.value]);
  const or = [...byField].map(([target, values]) => ({
    and: [{ target, operator: 'has-any', value: JSON.stringify(values) }],
  }));
  return { ...scope, filters: JSON.stringify({ or }) };
}

/** Whether the form of a value leaves a choice: where it says what it is, another field is an exception. */
export const isSure = (value: string) => indicatorFieldOf(value) !== undefined;
