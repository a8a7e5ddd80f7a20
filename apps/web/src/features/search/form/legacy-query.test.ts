import { describe, expect, it } from 'vitest';
import { legacyOf, readLegacyQuery, valuesOfLegacy } from './legacy-query.ts';
import { addressOfSaved, savedFieldsOf } from './saved-form.ts';
import { readForm } from './search-form.ts';

const rows = [
  { key: 'eventName', operator: 'is', value: 'GetObject' },
  { key: 'code', operator: 'between', value: [1, 2] },
  { key: 'readOnly', operator: 'is true' },
];
const incomplete = [
  { key: '', operator: 'is', value: 'x' },
  { key: 'a', operator: '', value: 'x' },
  { key: 'a', operator: 'is', value: '' },
  { key: 'a', operator: 'between', value: [1] },
];

describe('queries of the first form', () => {
  it('[001-3.4] [001-3.5] have one table and a flat list, and become lists and groups', () => {
    const legacy = readLegacyQuery(
      JSON.stringify({ database: 'panther_logs', table: 'aws_cloudtrail', filters: rows }),
    )!;
    expect(legacy).toMatchObject({ relativeNumberVal: 5, relativeTimeUnit: 'minutes' });
    expect(valuesOfLegacy(legacy)).toMatchObject({
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_cloudtrail'],
      time: { kind: 'preset', id: 'Last20Minutes' },
      groups: [
        {
          conditions: [
            { key: 'eventName', operator: 'is', value: ['GetObject'] },
            { key: 'code', operator: 'between', value: ['1', '2'] },
            { key: 'readOnly', operator: 'is-true', value: [] },
          ],
        },
      ],
    });
    expect(readLegacyQuery('{"filters":5}')).toBeUndefined();
  });

  it('[001-3.5] go back to what they were', () => {
    const form = readForm({
      database: 'panther_logs',
      table: 'aws_cloudtrail',
      filters: JSON.stringify(rows),
      timeFrame: 'LastHour',
    });
    const legacy = legacyOf({ ...form, limit: 5 })!;
    expect(legacy).toMatchObject({
      database: 'panther_logs',
      table: 'aws_cloudtrail',
      timeFrame: 'LastHour',
      relativeNumberVal: 5,
      relativeTimeUnit: 'minutes',
      limit: 5,
      filters: [rows[0], { key: 'code', value: ['1', '2'] }, { key: 'readOnly', operator: 'is-true' }],
    });
    expect(valuesOfLegacy(legacy)).toMatchObject({ databases: form.databases, tables: form.tables });
    expect(legacyOf({ ...form, limit: 5, tables: ['a', 'b'] })).toBeUndefined();
    expect(legacyOf({ ...form, limit: 5, text: 'words' })).toBeUndefined();
  });

  it('[001-3.6] lose rows that are incomplete', () => {
    const of = (filters: unknown[]) => readForm({ filters: JSON.stringify(filters) });
    expect(of([...incomplete, rows[0]]).groups).toMatchObject([{ conditions: [{ key: 'eventName' }] }]);
    expect(of(incomplete)).toMatchObject({ groups: [], hasUnreadFilters: false });
  });

  it('[001-3.4] [001-3.7] come with a saved query', () => {
    const saved = savedFieldsOf(
      readForm({ tables: ['panther_logs.aws_cloudtrail'], filters: JSON.stringify(rows) }),
    )!;
    expect(readLegacyQuery(saved.queryCookie ?? '')).toMatchObject({ table: 'aws_cloudtrail' });
    const { simpleSearchQueryFilter: _filter, ...old } = saved;
    const opened = readForm(addressOfSaved({ ...old, databases: [], tables: [] }));
    expect(opened).toMatchObject({ tables: ['panther_logs.aws_cloudtrail'] });
    expect(opened.groups[0]?.conditions).toHaveLength(3);
    expect(savedFieldsOf(readForm({ q: 'words' }))).not.toHaveProperty('queryCookie');
  });
});
