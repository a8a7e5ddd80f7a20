import { timeFrames } from '@margay/query';
import type { SavedSearchFields } from '../../../lib/saved-search.ts';
import { isZeroTime, zeroTime } from '../../../lib/zero-time.ts';
import { modeOf, modeOfSaved } from '../modes/index.ts';
import { canRun, formFaults, readForm, requestOf, writeForm } from './search-form.ts';
import type { SearchAddress, SearchForm } from './form-values.ts';
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
  const { limit, sortDir } = requestOf(form, new Date());
  const mode = modeOf(form);
  return {
    queryKind: mode.language,
    databases: form.databases,
    tables: form.tables,
    ...(mode.hasScope ? savedTime(form.time) : {}),
    ...mode.savedOf(form),
    limit,
    sortDirection: sortDir,
  };
}

function timeOf(saved: SavedSearchFields): TimeChoice | undefined {
  const { relativeTime, relativeNumberVal, relativeTimeUnit, startTime, endTime } = saved;
  if (relativeTime) {
    const frame = timeFrames.find(({ duration }) => duration === relativeTime);
    return frame && { kind: 'preset', id: frame.id };
  }
  if (relativeNumberVal != null && relativeTimeUnit)
    // The reader of the address takes units it knows and minutes for others.
    return { kind: 'relative', count: relativeNumberVal, unit: relativeTimeUnit as 'minutes' };
  if (isZeroTime(startTime) && isZeroTime(endTime)) return { kind: 'preset', id: 'AllTime' };
  return { kind: 'custom', startTime: startTime ?? '', endTime: endTime ?? '' };
}

/** The address of the search screen with the values of a saved query. */
export function addressOfSaved(saved: SavedSearchFields): SearchAddress {
  const { limit, sortDirection, databases, tables } = saved;
  const mode = modeOfSaved(saved);
  const old = mode.formOfOld?.(saved);
  if (old) return writeForm({ ...readForm({}), ...old });
  const time = mode.hasScope ? timeOf(saved) : undefined;
  return {
    ...mode.addressOfFilters(mode.filtersOfSaved(saved) ?? ''),
    ...(mode.hasScope && databases.length > 0 ? { databases } : {}),
    ...(mode.hasScope && tables.length > 0 ? { tables } : {}),
    ...(time ? writeTime(time) : {}),
    ...(limit == null ? {} : { limit }),
    ...(sortDirection === 'ascending' ? { sortDirection } : {}),
  };
}
