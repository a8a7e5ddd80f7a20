import { indicatorFields } from '@margay/model';
import type { IndicatorField } from '@margay/model';
import { indicatorLabels } from '@margay/query';
import type { EventRow } from './value-searches.ts';
import { searchPath } from './value-searches.ts';

/** What "around" may mean, in minutes to either side. */
export const spans = [1, 5, 15, 60] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = 5;

const minuteMs = 60_000;
const secondMs = 1000;
/** Of one kind: an event with a hundred addresses is no place to start from. */
const mostOfKind = 4;

/** A value that other events may share. */
export interface SharedValue {
  field: IndicatorField;
  /** What it is: "IP", "User name". */
  kind: string;
  value: string;
}

/** Who and where first: what people ask for around an event. */
const telling: readonly IndicatorField[] = [
  'p_any_ip_addresses',
  'p_any_usernames',
  'p_any_emails',
  'p_any_trace_ids',
  'p_any_domain_names',
  'p_any_aws_instance_ids',
];
const order = [...telling, ...indicatorFields.filter((field) => !telling.includes(field))];

/** The values of an event's indicator fields, each once. */
export function sharedValuesOf(event: EventRow): SharedValue[] {
  const seen = new Set<string>();
  return order.flatMap((field) => {
    const list = event[field];
    if (!Array.isArray(list)) return [];
    const values = new Set(
      list.filter((value): value is string => typeof value === 'string' && value !== ''),
    );
    const fresh = [...values].filter((value) => !seen.has(value)).slice(0, mostOfKind);
    for (const value of fresh) seen.add(value);
    return fresh.map((value) => ({ field, kind: indicatorLabels[field], value }));
  });
}

/** The search for what happened so many minutes before and after; with a value, only what shares it. */
export function surroundingsPath(
  at: Date,
  minutes: number,
  shared?: Pick<SharedValue, 'field' | 'value'>,
): string {
  const condition = shared && {
    target: shared.field,
    operator: 'has',
    value: JSON.stringify(shared.value),
  };
  const spanMs = minutes * minuteMs;
  // Times of searches are whole seconds, and the end is not part of it.
  const time = { from: at.getTime() - spanMs, to: at.getTime() + spanMs + secondMs };
  return searchPath(condition ? [condition] : [], time);
}
