import { describe, expect, it } from 'vitest';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { isSameSearch } from './same-search.ts';

const form: SavedSearchFields = {
  queryKind: 'simplesearch',
  simpleSearchQueryFilter: '{"text":"x","or":[{"and":[{"target":"a","operator":"is","value":"1"}]}]}',
  databases: ['panther_logs'],
  tables: [],
  relativeTime: 'PT1H',
};

describe('a search on the screen and the saved one', () => {
  it('are the same whatever is usual or written in another order', () => {
    const stored: SavedSearchFields = {
      ...form,
      simpleSearchQueryFilter: '{"or":[{"and":[{"operator":"is","value":"1","target":"a"}]}],"text":"x"}',
      startTime: '0001-01-01T00:00:00Z',
      endTime: null,
      limit: 1000,
      sortDirection: 'descending',
      relativeNumberVal: null,
      relativeTimeUnit: '',
    };
    expect(isSameSearch(form, stored)).toBe(true);
    expect(
      isSameSearch(
        { queryKind: 'sql', sqlQuery: 'select 1\n', databases: [], tables: [] },
        {
          queryKind: 'sql',
          sqlQuery: 'select 1',
          databases: ['panther_logs'],
          tables: [],
        },
      ),
    ).toBe(true);
  });

  it.each<Partial<SavedSearchFields>>([
    { simpleSearchQueryFilter: '{"text":"y"}' },
    { tables: ['panther_logs.aws_alb'] },
    { relativeTime: 'PT3H' },
    { limit: 5 },
    { sortDirection: 'ascending' },
    { queryKind: 'pantherflow', query: '| limit 1' },
  ])('differ by %j', (change) => expect(isSameSearch(form, { ...form, ...change })).toBe(false));
});
