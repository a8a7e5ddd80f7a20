import { timeFrames } from '@margay/query';
import type {
  FlowSelection,
  FlowTimeSelection,
  FormSearch,
  RelativeUnit,
  Untranslatable,
} from '@margay/query';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import { filtersOf } from '../conditions/conditions.ts';
import { searchedTables } from '../conditions/filter-fields.ts';
import type { SearchForm } from '../form/form-values.ts';
import type { TimeChoice } from '../time/time-frame.ts';

const lengthUnits = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const;
const daysIn: Partial<Record<RelativeUnit, number>> = { weeks: 7, months: 30, years: 360 };

/** A time of the form as a text says it; undefined for all time and for what is not chosen yet. */
export function flowTime(time: TimeChoice): FlowTimeSelection | undefined {
  if (time.kind === 'custom') {
    const [start, end] = [new Date(time.startTime), new Date(time.endTime)];
    if (Number.isNaN(start.getTime())) return undefined;
    return { kind: 'between', start, ...(Number.isNaN(end.getTime()) ? {} : { end }) };
  }
  if (time.kind === 'relative') {
    const { count, unit } = time;
    if (unit === 'minutes' || unit === 'hours' || unit === 'days') return { kind: 'last', count, unit };
    return { kind: 'last', count: count * (daysIn[unit] ?? 1), unit: 'days' };
  }
  const length = timeFrames.find(({ id }) => id === time.id)?.lengthMs;
  const found = length === undefined ? undefined : lengthUnits.find(([, ms]) => length % ms === 0);
  return length === undefined || !found
    ? undefined
    : { kind: 'last', count: length / found[1], unit: found[0] };
}

/** Databases and tables of the form as a text names them. */
export function flowSelection(
  databases: readonly LakeDatabase[],
  form: Pick<SearchForm, 'databases' | 'tables'>,
): FlowSelection {
  const tables = form.tables.length === 0 ? [] : searchedTables(databases, form.databases, form.tables);
  return {
    databases: form.databases,
    tables: tables.map(({ databaseName, name }) => ({ database: databaseName, name })),
  };
}

/** What the form asks for, as the languages take it. */
export function formSearchOf(databases: readonly LakeDatabase[], form: SearchForm): FormSearch {
  const words = form.text.trim();
  const filters = { ...(words === '' ? {} : { text: words }), ...filtersOf(form.groups) };
  const selection = flowSelection(databases, form);
  const tables = selection.tables.map(({ database, name }) => `${database}.${name}`);
  const time = flowTime(form.time);
  return { databases: selection.databases, tables, filters, ...(time && { time }) };
}

/** What keeps a form from being a text, a sentence for each part. */
export const untranslatableText = (parts: readonly Untranslatable[]): string =>
  parts.map(({ words, reason }) => [words, reason].filter(Boolean).join(': ')).join(' ');
