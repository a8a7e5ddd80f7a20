import { timeFrames } from '@margay/query';
import { zeroTime } from '../../../lib/saved-search.ts';
import type { SavedSearchFields } from '../../../lib/saved-search.ts';
import { legacyOf, readLegacyQuery, valuesOfLegacy } from './legacy-query.ts';
import type { LegacyQuery } from './legacy-query.ts';
import {
  canRun,
  formFaults,
  readForm,
  requestOf,
  splitFilters,
  textParams,
  writeForm,
} from './search-form.ts';
import type { SearchAddress, SearchForm } from './search-form.ts';
import { writeTime } from '../time/time-frame.ts';
import type { TimeChoice } from '../time/time-frame.ts';

const allTime = 'PAllTime';

function savedTime(time: TimeChoice): Partial<SavedSearchFields> {
  if (time.kind === 'custom')
    return { startTime: time.startTime || undefined, endTime: time.endTime || undefined };
  if (time.kind === 'relative') return { relativeNumberVal: time.count, relativeTimeUnit: time.unit };
  const duration = timeFrames.find((frame) => frame.id === time.id)?.duration;
  if (duration === undefined || duration === allTime) return { startTime: zeroTime, endTime: zeroTime };
  return { relativeTime: duration };
}

/** What a saved query keeps of the form; undefined while the form cannot run. */
export function savedFieldsOf(form: SearchForm): SavedSearchFields | undefined {
  if (!canRun(formFaults(form))) return undefined;
  const { language, filters, limit, sortDir } = requestOf(form, new Date());
  const shared = { limit, sortDirection: sortDir };
  if (language === 'sql')
    return { queryKind: 'sql', sqlQuery: filters, databases: [], tables: [], ...shared };
  const legacy = language === 'simplesearch' ? legacyOf({ ...form, limit }) : undefined;
  const text =
    language === 'pantherflow'
      ? ({ queryKind: language, query: filters } as const)
      : ({ queryKind: language, simpleSearchQueryFilter: filters === '' ? '{}' : filters } as const);
  return {
    ...text,
    ...(legacy ? { queryCookie: JSON.stringify(legacy) } : {}),
    databases: form.databases,
    tables: form.tables,
    ...savedTime(form.time),
    ...shared,
  };
}

const isZero = (time: string | null | undefined) => !time || Date.parse(time) <= Date.parse(zeroTime);

function timeOf(saved: SavedSearchFields): TimeChoice | undefined {
  const { relativeTime, relativeNumberVal, relativeTimeUnit, startTime, endTime } = saved;
  if (relativeTime) {
    const frame = timeFrames.find(({ duration }) => duration === relativeTime);
    return frame && { kind: 'preset', id: frame.id };
  }
  if (relativeNumberVal != null && relativeTimeUnit)
    // The reader of the address takes units it knows and minutes for others.
    return { kind: 'relative', count: relativeNumberVal, unit: relativeTimeUnit as 'minutes' };
  if (isZero(startTime) && isZero(endTime)) return { kind: 'preset', id: 'AllTime' };
  return { kind: 'custom', startTime: startTime ?? '', endTime: endTime ?? '' };
}

/** The address of the search screen with the values of a saved query. */
export function addressOfSaved(saved: SavedSearchFields): SearchAddress {
  const { limit, sortDirection, databases, tables, simpleSearchQueryFilter } = saved;
  const shared = {
    ...(limit == null ? {} : { limit }),
    ...(sortDirection === 'ascending' ? { sortDirection } : {}),
  };
  // Where there is a text of PantherFlow, that is the language.
  const isFlow = Boolean(saved.query);
  if (!isFlow && saved.queryKind !== 'simplesearch')
    return { mode: 'sql', q: saved.sqlQuery ?? '', ...shared };
  const { text, rest } = isFlow
    ? { text: saved.query ?? '', rest: '' }
    : splitFilters(simpleSearchQueryFilter ?? '');
  // A query saved in the first form has nothing but that.
  const legacy = isFlow || simpleSearchQueryFilter ? undefined : readLegacyQuery(saved.queryCookie ?? '');
  if (legacy) return addressOfLegacy(legacy);
  const time = timeOf(saved);
  return {
    ...textParams(isFlow, text),
    ...(rest === '' ? {} : { filters: rest }),
    ...(databases.length > 0 ? { databases } : {}),
    ...(tables.length > 0 ? { tables } : {}),
    ...(time ? writeTime(time) : {}),
    ...shared,
  };
}

function addressOfLegacy(legacy: LegacyQuery): SearchAddress {
  const { limit, sortDirection, ...values } = valuesOfLegacy(legacy);
  return writeForm({
    ...readForm({}),
    ...values,
    ...(limit === undefined ? {} : { limit }),
    ...(sortDirection === undefined ? {} : { sortDirection }),
  });
}
