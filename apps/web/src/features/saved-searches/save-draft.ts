import { isContentId } from '@margay/model';
import { hasLimitClause } from '@margay/query';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import type { PutSavedSearch, SavedSearch, Schedule } from './queries.ts';

export const rateUnits = { minutes: 1, hours: 60, days: 1440 } as const;
export type RateUnit = keyof typeof rateUnits;

/** What a person has typed into the dialog. */
export interface SaveDraft {
  name: string;
  description: string;
  tags: string[];
  isScheduled: boolean;
  isActive: boolean;
  runBy: 'period' | 'cron';
  every: number | null;
  unit: RateUnit;
  cron: string;
  timeoutMinutes: number | null;
}

/** Daily at midnight. */
const defaultCron = '0 0 * * *';
const emptySchedule = { every: 60, unit: 'minutes', cron: defaultCron, timeoutMinutes: 2 } as const;

/** A rate in the largest unit it is whole in. */
export function rateOf(rateMinutes: number): { every: number; unit: RateUnit } {
  if (rateMinutes % rateUnits.days === 0) return { every: rateMinutes / rateUnits.days, unit: 'days' };
  if (rateMinutes % rateUnits.hours === 0 && rateMinutes > 60)
    return { every: rateMinutes / rateUnits.hours, unit: 'hours' };
  return { every: rateMinutes, unit: 'minutes' };
}

export function draftOf(saved: SavedSearch | undefined): SaveDraft {
  const schedule = saved?.schedule;
  return {
    name: saved?.name ?? '',
    description: saved?.description ?? '',
    tags: saved?.tags ?? [],
    isScheduled: schedule != null,
    isActive: schedule?.disabled !== true,
    runBy: schedule?.cron == null ? 'period' : 'cron',
    ...emptySchedule,
    ...(schedule?.rateMinutes == null ? {} : rateOf(schedule.rateMinutes)),
    ...(schedule?.cron == null ? {} : { cron: schedule.cron }),
    ...(schedule ? { timeoutMinutes: schedule.timeoutMinutes } : {}),
  };
}

export const rateMinutesOf = ({ every, unit }: Pick<SaveDraft, 'every' | 'unit'>) =>
  every === null ? null : every * rateUnits[unit];

export interface DraftFaults {
  name?: string;
  every?: string;
  cron?: string;
  timeout?: string;
}

export function faultsOf(draft: SaveDraft): DraftFaults {
  const faults: DraftFaults = {};
  const name = draft.name.trim();
  if (name === '') faults.name = fieldMessages.required;
  else if (!isContentId(name)) faults.name = fieldMessages.id;
  if (!draft.isScheduled) return faults;
  const { timeoutMinutes, runBy } = draft;
  const rate = rateMinutesOf(draft);
  if (runBy === 'period') {
    if (rate === null) faults.every = fieldMessages.required;
    else if (!Number.isInteger(rate) || rate < 2) faults.every = 'At least 2 minutes';
  } else if (draft.cron.trim().split(/\s+/).length !== 5) faults.cron = 'Five fields';
  if (timeoutMinutes === null) faults.timeout = fieldMessages.required;
  else if (!Number.isInteger(timeoutMinutes) || timeoutMinutes < 1) faults.timeout = 'At least 1';
  else if (runBy === 'period' && rate !== null && timeoutMinutes > rate)
    faults.timeout = 'Not longer than the period';
  return faults;
}

const addedLimit = 1000;

/** The text of a scheduled SQL query has no limit clause: one is added on save. */
export function lacksLimit({ isScheduled }: SaveDraft, fields: SavedSearchFields): boolean {
  return isScheduled && fields.queryKind === 'sql' && hasLimitClause(fields.sqlQuery ?? '') === false;
}

export function withLimit(sql: string): string {
  // On a line of its own: the last one may be a comment.
  return `${sql.trimEnd().replace(/;$/, '').trimEnd()}\nLIMIT ${addedLimit}`;
}

/** Names of macros and columns by which a query limits the time it looks at. */
const timeFilter = /\bp_occurs_(since|between|around|after|before)\b|\bp_event_time\b/i;
export const lacksTimeFilter = (
  { isScheduled }: SaveDraft,
  { queryKind, sqlQuery, query }: SavedSearchFields,
) => isScheduled && queryKind !== 'simplesearch' && !timeFilter.test(sqlQuery ?? query ?? '');

function scheduleOf(draft: SaveDraft): Omit<Schedule, 'nextRunAt'> | null {
  if (!draft.isScheduled) return null;
  return {
    rateMinutes: draft.runBy === 'period' ? rateMinutesOf(draft) : null,
    cron: draft.runBy === 'cron' ? draft.cron.trim() : null,
    timeoutMinutes: draft.timeoutMinutes ?? emptySchedule.timeoutMinutes,
    disabled: !draft.isActive,
  };
}

/** Only what the form of a search has; the answer of the server holds more. */
function fieldsOf(fields: SavedSearchFields): SavedSearchFields {
  const { queryKind, sqlQuery, query, simpleSearchQueryFilter, queryCookie, databases, tables } = fields;
  const { startTime, endTime, relativeTime, relativeNumberVal, relativeTimeUnit, limit, sortDirection } =
    fields;
  return {
    queryKind,
    databases,
    tables,
    ...Object.fromEntries(
      Object.entries({
        sqlQuery,
        query,
        simpleSearchQueryFilter,
        queryCookie,
        startTime,
        endTime,
        relativeTime,
        relativeNumberVal,
        relativeTimeUnit,
        limit,
        sortDirection,
      }).filter(([, value]) => value !== undefined && value !== null),
    ),
  };
}

/** What is sent. `before`: the saved search this changes; another name makes a new one beside it. */
export function putOf(
  draft: SaveDraft,
  fields: SavedSearchFields,
  before: SavedSearch | undefined,
): PutSavedSearch {
  const name = draft.name.trim();
  const isSame = before !== undefined && name === before.name;
  const sent = fieldsOf(fields);
  return {
    ...sent,
    ...(lacksLimit(draft, fields) ? { sqlQuery: withLimit(fields.sqlQuery ?? '') } : {}),
    ...(isSame ? { id: before.id, versionId: before.versionId } : {}),
    name,
    description: draft.description.trim(),
    tags: draft.tags,
    schedule: scheduleOf(draft),
  };
}
