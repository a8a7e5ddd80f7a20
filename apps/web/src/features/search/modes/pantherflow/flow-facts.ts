import type { FlowQueryInfo } from '@margay/query';
import { countOf } from '../../../../lib/format-number.ts';
import { formatMoment } from '../../../../lib/format-time.ts';
import type { TimeZoneSetting } from '../../../../lib/format-time.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { searchedTables, tableId } from '../../conditions/filter-fields.ts';
import type { SearchForm } from '../../form/form-values.ts';
import type { QueryFacts } from '../../frame/query-info.tsx';
import { rangeNow } from '../../time/time-frame.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The time of a text that counts from now: `Last 7 days` up to now, else its two ends. */
export function textTimeLabel(
  info: FlowQueryInfo | undefined,
  zone: TimeZoneSetting,
  now = new Date(),
): string {
  const { start, end } = info?.time ?? {};
  if (!start) return 'Relative time';
  if (end)
    return `${formatMoment(new Date(start.ms), zone, now)} – ${formatMoment(new Date(end.ms), zone, now)}`;
  // It was read a moment ago.
  const lengthMs = Math.round((now.getTime() - start.ms) / 1000) * 1000;
  const whole = units.find(([, ms]) => lengthMs >= ms && lengthMs % ms < Math.min(ms, 60_000));
  if (!whole) return `Since ${formatMoment(new Date(start.ms), zone, now)}`;
  return `Last ${countOf(Math.floor(lengthMs / whole[1]), whole[0])}`;
}

/** What a text and the form beside it read together. */
export function flowFacts(
  info: FlowQueryInfo | undefined,
  databases: readonly LakeDatabase[],
  form: SearchForm,
): QueryFacts {
  if (!info) return { tables: undefined, time: undefined };
  const tables = info.fixesTables
    ? info.tables.map(({ database, name }) => `${database}.${name}`)
    : searchedTables(databases, form.databases, form.tables).map(tableId);
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  if (info.time)
    return { tables, time: { startTime: iso(info.time.start?.ms), endTime: iso(info.time.end?.ms) } };
  // A text that names its tables and no time reads all of it.
  const range = info.fixesTables ? undefined : rangeNow(form.time, new Date());
  return { tables, time: range ?? { startTime: null, endTime: null } };
}
