import { defaultFlowText, fieldRequired } from '@margay/query';
import type { ConditionGroup } from '../conditions/conditions.ts';
import { conditionsOf, faultsOf, filtersOf, readGroups } from '../conditions/conditions.ts';
import type { SortDirection } from '../../../lib/data-lake/queries.ts';
import type { SearchParams } from '../queries.ts';
import type { ResultsView, SearchMode } from '../search-modes.ts';
import { groupsOfRows } from './legacy-query.ts';
import { isPreset, readTime, requestTime, writeTime } from '../time/time-frame.ts';
import type { TimeChoice, TimeParams } from '../time/time-frame.ts';

/** The address of the search screen: the values of its form by name, and what is looked at. */
export interface SearchAddress extends TimeParams {
  /** Written for SQL only; a link may also say `pantherflow`. */
  mode?: SearchMode;
  /** Words of a search, or the text of an SQL query. */
  q?: string;
  /** The search is the text of `pantherFlowInput`. */
  usePantherFlow?: boolean;
  pantherFlowInput?: string;
  databases?: string[];
  tables?: string[];
  /** Of links written for a single table; the form writes lists. */
  database?: string;
  table?: string;
  limit?: number;
  sortDirection?: SortDirection;
  /** JSON text of the groups, or of a flat list of rows in links of the first form. */
  filters?: string;
  /** The search that ran with these values. */
  queryId?: string;
  view?: ResultsView;
}

/** What a person has typed and chosen. */
export interface SearchForm {
  mode: SearchMode;
  text: string;
  databases: string[];
  tables: string[];
  time: TimeChoice;
  limit: number | null;
  sortDirection: SortDirection;
  groups: ConditionGroup[];
  /** The address held filters the form cannot show. */
  hasUnreadFilters: boolean;
}

export const defaultLimit = 1000;
export const maxLimit = 1_000_000;

/** Links may join names with commas; no name holds one. */
const names = (list: readonly string[] | undefined) =>
  [...new Set((list ?? []).flatMap((name) => name.split(',')))].map((name) => name.trim()).filter(Boolean);

export function readForm(address: SearchAddress): SearchForm {
  const groups = readGroups(address.filters) ?? groupsOfRows(address.filters ?? '');
  const { database, table } = address;
  const named = table && database && !table.includes('.') ? `${database}.${table}` : table;
  const mode = address.usePantherFlow ? 'pantherflow' : (address.mode ?? 'search');
  return {
    mode,
    text:
      mode === 'pantherflow' ? (address.pantherFlowInput ?? address.q ?? defaultFlowText) : (address.q ?? ''),
    databases: names([...(address.databases ?? []), ...(database ? [database] : [])]),
    tables: names([...(address.tables ?? []), ...(named ? [named] : [])]),
    time: readTime(address),
    limit: address.limit ?? defaultLimit,
    sortDirection: address.sortDirection ?? 'descending',
    groups: groups ?? [],
    hasUnreadFilters: groups === undefined,
  };
}

/** The address of a form, without what is empty or usual. */
export function writeForm(form: SearchForm): SearchAddress {
  const { mode } = form;
  const filters = filtersOf(form.groups);
  const isSql = mode === 'sql';
  const isFlow = mode === 'pantherflow';
  const time = writeTime(form.time);
  const address: { [Name in keyof SearchAddress]: SearchAddress[Name] | undefined } = {
    mode: isSql ? mode : undefined,
    q: isFlow ? undefined : form.text || undefined,
    usePantherFlow: isFlow || undefined,
    pantherFlowInput: isFlow ? form.text || undefined : undefined,
    ...(isSql ? {} : { databases: form.databases, tables: form.tables, ...time }),
    limit: form.limit === null || form.limit === defaultLimit ? undefined : form.limit,
    sortDirection: form.sortDirection === 'descending' ? undefined : form.sortDirection,
    filters: filters && mode === 'search' ? JSON.stringify(filters) : undefined,
  };
  const filled = Object.entries(address).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  // What is left has the names and types of the address, without its empty values.
  return Object.fromEntries(filled) as SearchAddress;
}

/** Two forms with the same address ask for the same. */
export function addressKey(address: SearchAddress): string {
  const { queryId: _, view: _view, ...rest } = address;
  return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => a.localeCompare(b)));
}

export interface FormFaults {
  limit?: string;
  time?: string;
  text?: string;
  /** Some condition is incomplete; its own line says how. */
  hasConditionFaults: boolean;
}

export function formFaults(form: SearchForm): FormFaults {
  const { limit, time, mode, groups, text } = form;
  const faults: FormFaults = { hasConditionFaults: false };
  if (limit === null) faults.limit = fieldRequired;
  else if (!Number.isInteger(limit) || limit < 1) faults.limit = 'Limit must be at least 1';
  else if (limit > maxLimit) faults.limit = 'Limit must be at most 1,000,000';
  // A query text says its times itself.
  if (mode !== 'search') return text.trim() === '' ? { ...faults, text: 'The query is empty.' } : faults;
  if (time.kind === 'preset' && !isPreset(time.id)) faults.time = fieldRequired;
  else if (time.kind === 'custom' && (time.startTime === '' || time.endTime === ''))
    faults.time = 'Start and end are required';
  else if (time.kind === 'custom' && time.startTime >= time.endTime)
    faults.time = 'The end lies before the start';
  faults.hasConditionFaults = conditionsOf(groups).some(
    (condition) => Object.keys(faultsOf(condition)).length > 0,
  );
  return faults;
}

export function canRun(faults: FormFaults): boolean {
  return !faults.limit && !faults.time && !faults.text && !faults.hasConditionFaults;
}

/** The form as the server takes it. Call it only when the form has no faults. */
export function requestOf(form: SearchForm, now: Date): SearchParams {
  const { mode, text, databases, tables, time, sortDirection, groups } = form;
  const limit = Number(form.limit ?? defaultLimit);
  if (mode === 'sql') return { language: 'sql', filters: text, limit, sortDir: sortDirection };
  const scope = { databases, tables, ...requestTime(time, now), limit, sortDir: sortDirection };
  if (mode === 'pantherflow') return { language: 'pantherflow', filters: text, ...scope };
  const words = text.trim();
  const filters = { ...(words === '' ? {} : { text: words }), ...filtersOf(groups) };
  return {
    language: 'simplesearch',
    filters: Object.keys(filters).length === 0 ? '' : JSON.stringify(filters),
    ...scope,
  };
}

/** The address that runs the search of a stored request again. */
export function addressOfParams(params: unknown, queryId: string): SearchAddress {
  // Stored by the server from a checked request; what does not fit is dropped by the reader of the address.
  const stored = (typeof params === 'object' && params !== null ? params : {}) as Partial<SearchParams>;
  const {
    language,
    filters = '',
    databases = [],
    tables = [],
    relativeTime,
    startTime,
    endTime,
    limit,
    sortDir,
  } = stored;
  const shared = {
    ...(limit === undefined || limit === defaultLimit ? {} : { limit }),
    ...(sortDir === 'ascending' ? { sortDirection: sortDir } : {}),
    queryId,
  };
  if (language === 'sql') return { mode: 'sql', q: filters, ...shared };
  const isFlow = language === 'pantherflow';
  const { text, rest } = isFlow ? { text: filters, rest: '' } : splitFilters(filters);
  const time = relativeTime ?? startTime;
  return {
    ...textParams(isFlow, text),
    ...(rest === '' ? {} : { filters: rest }),
    ...(databases.length > 0 ? { databases } : {}),
    ...(tables.length > 0 ? { tables } : {}),
    ...(time === undefined ? { timeFrame: 'AllTime' } : writeTime(readTime({ startTime: time, endTime }))),
    ...shared,
  };
}

/** Words of a search or the text of PantherFlow, as an address has them. */
export function textParams(isFlow: boolean, text: string): SearchAddress {
  if (isFlow) return { usePantherFlow: true, ...(text === '' ? {} : { pantherFlowInput: text }) };
  return text === '' ? {} : { q: text };
}

/** Words of a simple search, and the JSON text of its groups. */
export function splitFilters(filters: string): { text: string; rest: string } {
  if (filters === '') return { text: '', rest: '' };
  try {
    const value: unknown = JSON.parse(filters);
    if (typeof value !== 'object' || value === null) return { text: '', rest: '' };
    const { text, ...rest } = value as Record<string, unknown>; // an object, seen above
    return {
      text: typeof text === 'string' ? text : '',
      rest: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    };
  } catch {
    return { text: '', rest: '' };
  }
}
