import { operatorNamed } from '@margay/query';
import * as z from 'zod';
import { faultsOf, inputOf, isChoice, newCondition, newGroup } from '../conditions/conditions.ts';
import type { Condition, ConditionGroup } from '../conditions/conditions.ts';
import { defaultRelative, defaultTime, readTime, writeTime } from '../time/time-frame.ts';
import type { TimeChoice } from '../time/time-frame.ts';

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Row = z.object({
  key: z.string().default(''),
  operator: z.string().default(''),
  value: z.union([Scalar, z.array(Scalar)]).nullish(),
});
const Rows = z.array(Row);

/** Searches of the first form: one database, one table and a flat list of rows that must all hold. */
const LegacyQuery = z.object({
  database: z.string().default(''),
  table: z.string().default(''),
  filters: Rows.default([]),
  timeFrame: z.string().optional(),
  startTime: z.string().optional(),
  endTime: z.string().optional(),
  relativeNumberVal: z.number().default(defaultRelative.count),
  relativeTimeUnit: z.string().default(defaultRelative.unit),
  limit: z.number().optional(),
  sortDirection: z.enum(['ascending', 'descending']).optional(),
});
export type LegacyQuery = z.output<typeof LegacyQuery>;

/** What the form has of a legacy query. */
export interface LegacyValues {
  databases: string[];
  tables: string[];
  time: TimeChoice;
  groups: ConditionGroup[];
  limit?: number | undefined;
  sortDirection?: 'ascending' | 'descending' | undefined;
}

/** The text of a legacy query; undefined when it is none. */
export function readLegacyQuery(text: string): LegacyQuery | undefined {
  const parsed = LegacyQuery.safeParse(jsonOf(text));
  return parsed.success ? parsed.data : undefined;
}

/** Groups out of a flat list of rows; undefined when the text is no such list. */
export function groupsOfRows(text: string): ConditionGroup[] | undefined {
  const rows = Rows.safeParse(jsonOf(text));
  return rows.success ? groupsOf(rows.data) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One group of what is complete; a row that lacks something is dropped. */
function groupsOf(rows: LegacyQuery['filters']): ConditionGroup[] {
  const conditions = rows
    .map(conditionOf)
    .filter((condition) => Object.keys(faultsOf(condition)).length === 0);
  return conditions.length === 0 ? [] : [newGroup(conditions)];
}

function conditionOf({ key, operator, value }: LegacyQuery['filters'][number]): Condition {
  const list = Array.isArray(value) ? value : value == null ? [] : [value];
  return { ...newCondition(key, operatorNamed(operator)?.id ?? ''), value: list.map(String) };
}

/** The values of the form for a legacy query. Without a time it is the last 20 minutes. */
export function valuesOfLegacy(query: LegacyQuery): LegacyValues {
  const { database, table, filters, limit, sortDirection, ...time } = query;
  const name = table.includes('.') || database === '' ? table : `${database}.${table}`;
  return {
    databases: database === '' ? [] : [database],
    tables: table === '' ? [] : [name],
    time: readTime(time),
    groups: groupsOf(filters),
    limit,
    sortDirection,
  };
}

/** The form as a legacy query; undefined where that has no place for it: several tables, alternatives, words. */
export function legacyOf(form: LegacyValues & { text: string }): LegacyQuery | undefined {
  const { databases, tables, groups, text, time, limit, sortDirection } = form;
  const [table = '', ...moreTables] = tables;
  const [group, ...moreGroups] = groups;
  const entries = group?.conditions ?? [];
  const conditions = entries.flatMap((entry) => (isChoice(entry) ? [] : [entry]));
  const hasMore = databases.length > 1 || moreTables.length > 0 || moreGroups.length > 0;
  const hasUnkeyed = conditions.length < entries.length || conditions.some(({ key }) => key === undefined);
  if (hasMore || hasUnkeyed || text.trim() !== '') return undefined;
  const database = databases[0] ?? (table.includes('.') ? table.split('.')[0]! : '');
  const { relativeTime: _unused, timeFrame = defaultTime.id, ...written } = writeTime(time);
  return {
    database,
    table: table.split('.').at(-1) ?? '',
    filters: conditions.map(rowOf),
    ...(time.kind === 'custom' ? {} : { timeFrame }),
    relativeNumberVal: defaultRelative.count,
    relativeTimeUnit: defaultRelative.unit,
    ...Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)),
    ...(limit === undefined ? {} : { limit }),
    ...(sortDirection === undefined ? {} : { sortDirection }),
  };
}

function rowOf({ key = '', operator, value }: Condition): LegacyQuery['filters'][number] {
  const input = inputOf(operator);
  if (input === 'none') return { key, operator };
  const isList = input === 'list' || input.endsWith('Range');
  return { key, operator, value: isList ? value : (value[0] ?? '') };
}
