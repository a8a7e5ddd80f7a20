import { describe, expect, it } from 'vitest';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import type { SavedSearch } from './queries.ts';
import { draftOf, faultsOf, lacksLimit, lacksTimeFilter, putOf, rateOf, withLimit } from './save-draft.ts';
import type { SaveDraft } from './save-draft.ts';

const fields = (sqlQuery: string): SavedSearchFields => ({
  queryKind: 'sql',
  sqlQuery,
  databases: [],
  tables: [],
  limit: 1000,
});
const draft = (over: Partial<SaveDraft> = {}): SaveDraft => ({
  ...draftOf(undefined),
  name: 'Keys',
  ...over,
});
const saved: SavedSearch = {
  sqlQuery: null,
  query: null,
  simpleSearchQueryFilter: null,
  queryCookie: null,
  startTime: null,
  endTime: null,
  relativeTime: null,
  relativeNumberVal: null,
  relativeTimeUnit: null,
  limit: null,
  sortDirection: null,
  ...fields('select 1'),
  id: 'Keys',
  versionId: 'v1',
  name: 'Keys',
  description: 'd',
  tags: ['AWS'],
  managed: false,
  schedule: { rateMinutes: 1440, cron: null, timeoutMinutes: 4, disabled: true, nextRunAt: null },
  notRunReason: null,
  lastRun: null,
  updatedAt: '2026-11-20T09:00:00Z',
};

describe('saving a search', () => {
  it('[001-5.7] adds a limit clause to a scheduled query that has none', () => {
    const isScheduled = true;
    expect(lacksLimit(draft({ isScheduled }), fields('select 1'))).toBe(true);
    expect(lacksLimit(draft({ isScheduled }), fields('select 1 limit 5'))).toBe(false);
    expect(lacksLimit(draft(), fields('select 1')), 'not scheduled').toBe(false);
    expect(withLimit('select 1 -- all of them\n;  ')).toBe('select 1 -- all of them\nLIMIT 1000');
    expect(putOf(draft({ isScheduled }), fields('select 1'), undefined)).toMatchObject({
      name: 'Keys',
      sqlQuery: 'select 1\nLIMIT 1000',
      schedule: { rateMinutes: 60, cron: null, timeoutMinutes: 2, disabled: false },
    });
    expect(putOf(draft(), fields('select 1'), undefined)).toMatchObject({
      sqlQuery: 'select 1',
      schedule: null,
    });
  });

  it('flags a scheduled query without a time filter', () => {
    const scheduled = draft({ isScheduled: true });
    expect(lacksTimeFilter(scheduled, fields('select 1'))).toBe(true);
    expect(lacksTimeFilter(scheduled, fields("select 1 where p_occurs_since('1 d')"))).toBe(false);
    expect(lacksTimeFilter(scheduled, fields('select 1 where p_event_time > x'))).toBe(false);
  });

  it('changes the one it came from, or makes a new one under another name', () => {
    const before = draftOf(saved);
    expect(before).toMatchObject({
      isScheduled: true,
      isActive: false,
      every: 1,
      unit: 'days',
      tags: ['AWS'],
    });
    expect(putOf(before, saved, saved)).toMatchObject({ id: 'Keys', versionId: 'v1', name: 'Keys' });
    const copy = putOf({ ...before, name: ' Other ' }, saved, saved);
    expect(copy).toMatchObject({ name: 'Other', schedule: { rateMinutes: 1440, disabled: true } });
    expect(copy).not.toHaveProperty('id');
    expect(copy, 'what the server only answers').not.toHaveProperty('updatedAt');
  });

  it('says what is missing', () => {
    expect(faultsOf(draft({ name: 'R&D logins' }))).toEqual({
      name: 'At most 200 characters, none of < > & " %',
    });
    expect(faultsOf(draft({ name: ' ' }))).toEqual({ name: 'This field is required' });
    const isScheduled = true;
    expect(faultsOf(draft({ isScheduled, every: 1, timeoutMinutes: 1 }))).toEqual({
      every: 'At least 2 minutes',
    });
    expect(faultsOf(draft({ isScheduled, every: 5, timeoutMinutes: 6 }))).toEqual({
      timeout: 'Not longer than the period',
    });
    expect(faultsOf(draft({ isScheduled, runBy: 'cron', cron: '0 0 * *' }))).toEqual({ cron: 'Five fields' });
    expect(faultsOf(draft({ isScheduled, runBy: 'cron' })), 'daily at midnight').toEqual({});
  });

  it('writes a rate in the largest unit it is whole in', () => {
    expect([45, 60, 120, 2880].map(rateOf)).toEqual([
      { every: 45, unit: 'minutes' },
      { every: 60, unit: 'minutes' },
      { every: 2, unit: 'hours' },
      { every: 2, unit: 'days' },
    ]);
  });
});
