import { alertStatuses, alertTypes, severities } from '@margay/model';
import type { AlertStatus, AlertType, Severity } from '@margay/model';
import { listOf, listOfText, oneOf, readSearch, text } from '../../../lib/search-params.ts';

export const listingTabs = ['alerts', 'detection-errors', 'system-errors'] as const;
export type ListingTab = (typeof listingTabs)[number];
export type ListingType = 'ALERT' | 'DETECTION_ERROR' | 'SYSTEM_ERROR';

/** Ranges to choose from, in hours back from now. */
export const ranges = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2160 } as const;
export type RangeName = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as RangeName[]; // keys of the constant above

export const alertSorts = [
  'created-descending',
  'created-ascending',
  'severity-descending',
  'severity-ascending',
  'last-descending',
  'last-ascending',
] as const;
export type AlertSort = (typeof alertSorts)[number];

/** Stands for "nobody" among the ids of assignees. */
export const unassigned = 'unassigned';

/** The state of the list as its address holds it. */
export const readAlertListSearch = readSearch({
  tab: oneOf(listingTabs),
  status: listOf(alertStatuses),
  severity: listOf(severities),
  type: listOf(alertTypes),
  assignee: listOfText(),
  logTypes: listOfText(),
  logSources: listOfText(),
  tags: listOfText(),
  detectionId: text(),
  search: text(),
  range: oneOf(rangeNames),
  from: text(),
  to: text(),
  sort: oneOf(alertSorts),
});
export type AlertListSearch = ReturnType<typeof readAlertListSearch>;

export const listingTypes: Record<ListingTab, ListingType> = {
  alerts: 'ALERT',
  'detection-errors': 'DETECTION_ERROR',
  'system-errors': 'SYSTEM_ERROR',
};
export const listingTypeOf = (search: AlertListSearch): ListingType => listingTypes[search.tab ?? 'alerts'];

/** What the server takes as filter; see `AlertsInput` in its schema. */
export interface AlertFilterInput {
  type: ListingType;
  subtypes?: AlertType[];
  detectionId?: string;
  severities?: Severity[];
  statuses?: AlertStatus[];
  assigneeIds?: string[];
  unassigned?: boolean;
  logTypes?: string[];
  logSources?: string[];
  tags?: string[];
  nameContains?: string;
  createdAtAfter?: string;
  createdAtBefore?: string;
}

export interface AlertsInput extends AlertFilterInput {
  sortBy?: 'createdAt' | 'severity' | 'lastReceivedEventAt';
  sortDir?: 'ascending' | 'descending';
  cursor?: string;
  pageSize?: number;
}

function moment(text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : new Date(text);
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

export interface TimeRange {
  from: Date | undefined;
  to: Date | undefined;
}

/** The times a list covers: a named range counts back from `now` and wins over fixed times. */
export function timeRangeOf(search: AlertListSearch, now: Date): TimeRange {
  if (search.range)
    return { from: new Date(now.getTime() - ranges[search.range] * 3_600_000), to: undefined };
  return fixedRangeOf(search);
}

/** The times written in the address; what is no time counts as none. */
export function fixedRangeOf(search: AlertListSearch): TimeRange {
  return { from: moment(search.from), to: moment(search.to) };
}

/** The filter of an address. Types of alerts that belong to another tab are left out. */
export function filterInputOf(search: AlertListSearch, now: Date): AlertFilterInput {
  const { from, to } = timeRangeOf(search, now);
  const people = search.assignee?.filter((id) => id !== unassigned);
  return {
    type: listingTypeOf(search),
    ...(search.type && search.tab !== 'system-errors' ? { subtypes: search.type } : {}),
    ...(search.detectionId ? { detectionId: search.detectionId } : {}),
    ...(search.severity ? { severities: search.severity } : {}),
    ...(search.status ? { statuses: search.status } : {}),
    ...(people && people.length > 0 ? { assigneeIds: people } : {}),
    ...(search.assignee?.includes(unassigned) ? { unassigned: true } : {}),
    ...(search.logTypes ? { logTypes: search.logTypes } : {}),
    ...(search.logSources ? { logSources: search.logSources } : {}),
    ...(search.tags ? { tags: search.tags } : {}),
    ...(search.search ? { nameContains: search.search } : {}),
    ...(from ? { createdAtAfter: from.toISOString() } : {}),
    ...(to ? { createdAtBefore: to.toISOString() } : {}),
  };
}

const sortFields = { created: 'createdAt', severity: 'severity', last: 'lastReceivedEventAt' } as const;

/** Filter and order of one page. */
export function pageInputOf(search: AlertListSearch, now: Date, pageSize: number): AlertsInput {
  const [by, dir] = (search.sort ?? 'created-descending').split('-');
  return {
    ...filterInputOf(search, now),
    sortBy: by === 'severity' || by === 'last' ? sortFields[by] : sortFields.created,
    sortDir: dir === 'ascending' ? 'ascending' : 'descending',
    pageSize,
  };
}

/** How many filters are in force; the tab and the order are none. */
export function filterCountOf(search: AlertListSearch): number {
  const { tab: _tab, sort: _sort, range, from, to, ...filters } = search;
  const hasTime = range !== undefined || from !== undefined || to !== undefined;
  return Object.values(filters).filter((value) => value !== undefined).length + (hasTime ? 1 : 0);
}

/** The same list without filters. */
export const withoutFilters: { [Name in keyof Required<AlertListSearch>]?: undefined } = {
  status: undefined,
  severity: undefined,
  type: undefined,
  assignee: undefined,
  logTypes: undefined,
  logSources: undefined,
  tags: undefined,
  detectionId: undefined,
  search: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
};

/** Changes of the address; an absent name keeps its value, undefined takes it out. */
export type SearchChange = { [Name in keyof AlertListSearch]?: AlertListSearch[Name] | undefined };
