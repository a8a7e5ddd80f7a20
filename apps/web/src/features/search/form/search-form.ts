import { fieldRequired } from '@margay/query';
import { conditionsOf, faultsOf, readGroups } from '../conditions/conditions.ts';
import type { SearchAddress, SearchForm } from './form-values.ts';
import { modeOf, modeOfAddress, modeOfLanguage } from '../modes/index.ts';
import type { SearchParams } from '../queries.ts';
import { groupsOfRows } from './legacy-query.ts';
import { isPreset, readTime, requestTime, writeTime } from '../time/time-frame.ts';

export const defaultLimit = 1000;
export const maxLimit = 1_000_000;

/** Links may join names with commas; no name holds one. */
const names = (list: readonly string[] | undefined) =>
  [...new Set((list ?? []).flatMap((name) => name.split(',')))].map((name) => name.trim()).filter(Boolean);

export function readForm(address: SearchAddress): SearchForm {
  const groups = readGroups(address.filters) ?? groupsOfRows(address.filters ?? '');
  const { database, table } = address;
  const named = table && database && !table.includes('.') ? `${database}.${table}` : table;
  const mode = modeOfAddress(address);
  return {
    mode: mode.id,
    text: mode.textOf(address),
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
  const mode = modeOf(form);
  const scope = { databases: form.databases, tables: form.tables, ...writeTime(form.time) };
  const { filters, ...said } = mode.addressOf(form);
  const address: { [Name in keyof SearchAddress]: SearchAddress[Name] | undefined } = {
    ...said,
    ...(mode.hasScope ? scope : {}),
    limit: form.limit === null || form.limit === defaultLimit ? undefined : form.limit,
    sortDirection: form.sortDirection === 'descending' ? undefined : form.sortDirection,
    filters,
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
  const { limit, time, groups, text } = form;
  const faults: FormFaults = { hasConditionFaults: false };
  if (limit === null) faults.limit = fieldRequired;
  else if (!Number.isInteger(limit) || limit < 1) faults.limit = 'Limit must be at least 1';
  else if (limit > maxLimit) faults.limit = 'Limit must be at most 1,000,000';
  // A query text says its times itself.
  if (modeOf(form).isText) return text.trim() === '' ? { ...faults, text: 'The query is empty.' } : faults;
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
  const { databases, tables, time, sortDirection } = form;
  const mode = modeOf(form);
  return {
    language: mode.language,
    filters: mode.filtersOf(form),
    ...(mode.hasScope ? { databases, tables, ...requestTime(time, now) } : {}),
    limit: Number(form.limit ?? defaultLimit),
    sortDir: sortDirection,
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
  const mode = modeOfLanguage(language);
  const said = mode.addressOfFilters(filters);
  if (!mode.hasScope) return { ...said, ...shared };
  const time = relativeTime ?? startTime;
  return {
    ...said,
    ...(databases.length > 0 ? { databases } : {}),
    ...(tables.length > 0 ? { tables } : {}),
    ...(time === undefined ? { timeFrame: 'AllTime' } : writeTime(readTime({ startTime: time, endTime }))),
    ...shared,
  };
}
