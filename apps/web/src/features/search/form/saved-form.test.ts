import { describe, expect, it } from 'vitest';
import { zeroTime } from '../../../lib/zero-time.ts';
import type { SavedSearchFields } from '../../../lib/saved-search.ts';
import { addressOfSaved, savedFieldsOf } from './saved-form.ts';
import { readForm } from './search-form.ts';
import type { SearchAddress } from './form-values.ts';

const filters = JSON.stringify({ and: [{ target: 'eventName', operator: 'is', value: '"GetObject"' }] });
const addresses: [string, SearchAddress][] = [
  ['words and a preset', { q: 'report', timeFrame: 'Last24Hours' }],
  ['the usual time', { q: 'report' }],
  ['all time', { q: 'report', timeFrame: 'AllTime' }],
  ['the last so many', { timeFrame: 'relative', relativeNumberVal: 3, relativeTimeUnit: 'days' }],
  ['two times', { startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-02T00:00:00Z' }],
  [
    'conditions and tables',
    { filters, databases: ['panther_logs'], tables: ['panther_logs.aws_cloudtrail'] },
  ],
  ['order and limit', { q: 'a', limit: 5, sortDirection: 'ascending' }],
  [
    'PantherFlow',
    { mode: 'pantherflow', q: '| limit 3', tables: ['panther_logs.aws_cloudtrail'], timeFrame: 'LastHour' },
  ],
  ['SQL', { mode: 'sql', q: 'select 1', limit: 7 }],
];

describe('a saved search', () => {
  it.each(addresses)('[001-3.7] opens with the values it was saved with: %s', (_, address) => {
    const form = readForm(address);
    const saved = savedFieldsOf(form);
    if (!saved) throw new Error('the form can run');
    const { groups, ...opened } = readForm(addressOfSaved(saved));
    const { groups: before, ...expected } = form;
    expect(opened).toEqual(expected);
    const bare = (list: typeof groups) =>
      list.map(({ conditions }) => conditions.map(({ uuid: _uuid, ...condition }) => condition));
    expect(bare(groups)).toEqual(bare(before));
  });

  it('[001-3.9] [001-9.7] [001-4.8] keeps all time as the zero date', () => {
    expect(zeroTime).toBe('0001-01-01T00:00:00Z');
    expect(savedFieldsOf(readForm({ timeFrame: 'AllTime' }))).toMatchObject({
      startTime: zeroTime,
      endTime: zeroTime,
    });
    const all: SavedSearchFields = {
      queryKind: 'simplesearch',
      databases: [],
      tables: [],
      startTime: zeroTime,
      endTime: zeroTime,
    };
    expect(addressOfSaved(all)).toEqual({ timeFrame: 'AllTime' });
    expect(addressOfSaved({ ...all, relativeTime: 'PT1H' })).toEqual({ timeFrame: 'LastHour' });
  });

  it('keeps PantherFlow as its text, which decides the language', () => {
    const saved = savedFieldsOf(readForm({ mode: 'pantherflow', q: 'aws_alb | limit 3' }));
    expect(saved).toMatchObject({ queryKind: 'pantherflow', query: 'aws_alb | limit 3' });
    expect(saved).not.toHaveProperty('simpleSearchQueryFilter');
    expect(addressOfSaved({ ...saved!, queryKind: 'sql' })).toMatchObject({
      usePantherFlow: true,
      pantherFlowInput: 'aws_alb | limit 3',
    });
  });

  it('is not saved while it cannot run', () => {
    expect(savedFieldsOf(readForm({ mode: 'sql', q: ' ' }))).toBeUndefined();
  });
});
