import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, eve, openLog, openSearchPlace, secretLog, startOfTests, type SearchPlace } from '../testing.ts';

describe('values of a property', () => {
  let place: SearchPlace;
  beforeAll(async () => {
    place = await openSearchPlace();
  });
  afterAll(() => place.remove());

  const logs = { databases: ['panther_logs'] };
  const openTable = { ...logs, tables: ['open_log'] };
  const values = (path: string, over = {}) =>
    place.searches.propertyValues(ada, { ...openTable, path, ...over });

  it('are the most frequent ones of a column, of a path into one, and of the elements of a list', async () => {
    expect(await values('tags')).toEqual([
      { value: 'all', count: 250 },
      { value: 't0', count: 84 },
      { value: 't1', count: 83 },
      { value: 't2', count: 83 },
    ]);
    expect((await values('user.id')).map(({ value }) => value).toSorted()).toEqual([
      'u0',
      'u1',
      'u2',
      'u3',
      'u4',
    ]);
    expect(await values('p_log_type')).toEqual([{ value: openLog, count: 250 }]);
    expect(await values('number', { limit: 3 })).toHaveLength(3);
    expect(await values('name')).toHaveLength(200);
  });

  it('are none where the tables have no such property, or nothing lately', async () => {
    expect(await values('nobody')).toEqual([]);
    expect(await values('user.nobody')).toEqual([]);
    place.setNow(new Date('2024-08-01T00:00:00Z'));
    expect(await values('tags')).toEqual([]);
    place.setNow(startOfTests);
  });

  it('[001-6.12] are not told of a log type that may not be read', async () => {
    const ofEve = (over: object) =>
      place.searches.propertyValues(eve, { ...logs, path: 'p_log_type', ...over });
    expect(await values('p_log_type', { tables: [] })).toEqual([
      { value: openLog, count: 250 },
      { value: secretLog, count: 7 },
    ]);
    expect(await ofEve({})).toEqual([{ value: openLog, count: 250 }]);
    await expect(ofEve({ tables: ['secret_vault'] })).rejects.toThrow('Invalid table(s): secret_vault');
  });

  it('are refused for tables and numbers that cannot be', async () => {
    await expect(values('tags', { tables: ['nobody'] })).rejects.toThrow('Invalid table(s): nobody');
    await expect(values('tags', { limit: 0 })).rejects.toThrow(/limit/);
    await expect(values('tags', { limit: 201 })).rejects.toThrow(/limit/);
    expect(await values("x'; DROP")).toEqual([]);
  });
});
