import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../../lib/search-params.ts';
import {
  filterCountOf,
  filterInputOf,
  pageInputOf,
  readAlertListSearch,
  unassigned,
  withoutFilters,
} from './list-search.ts';

const now = new Date('2026-11-20T12:00:00Z');

describe('the address of the list of alerts', () => {
  it('[000-2.28] holds its lists in bracket form, there and back', () => {
    const search = readAlertListSearch(parseSearch('?status[]=OPEN&status[]=TRIAGED&severity[]=HIGH'));
    expect(search).toEqual({ status: ['OPEN', 'TRIAGED'], severity: ['HIGH'] });
    expect(stringifySearch(search)).toBe('?status[]=OPEN&status[]=TRIAGED&severity[]=HIGH');
  });
  it('drops what is no value of a filter', () => {
    expect(
      readAlertListSearch(parseSearch('?status[]=NEW&sort=random&tab=system-errors&x=1') as never),
    ).toEqual({ tab: 'system-errors' });
  });
});

describe('the filter for the server', () => {
  it('counts a named range back from now and lets it win over fixed times', () => {
    expect(filterInputOf({ range: '24h', from: '2020-01-01T00:00:00Z' }, now)).toEqual({
      type: 'ALERT',
      createdAtAfter: '2026-11-19T12:00:00.000Z',
    });
  });
  it('keeps nobody apart from people', () => {
    expect(filterInputOf({ assignee: [unassigned, 'u1'] }, now)).toEqual({
      type: 'ALERT',
      assigneeIds: ['u1'],
      unassigned: true,
    });
    expect(filterInputOf({ assignee: [unassigned] }, now)).toEqual({ type: 'ALERT', unassigned: true });
  });
  it('ignores times that are none', () => {
    expect(filterInputOf({ from: 'yesterday' }, now)).toEqual({ type: 'ALERT' });
  });
  it('orders by the newest first unless the address says otherwise', () => {
    expect(pageInputOf({}, now, 25)).toMatchObject({ sortBy: 'createdAt', sortDir: 'descending' });
    expect(pageInputOf({ sort: 'last-ascending', tab: 'detection-errors' }, now, 25)).toMatchObject({
      type: 'DETECTION_ERROR',
      sortBy: 'lastReceivedEventAt',
      sortDir: 'ascending',
    });
  });
  it('counts filters, times as one, tab and order as none', () => {
    const search = {
      tab: 'alerts',
      sort: 'created-ascending',
      from: 'a',
      to: 'b',
      status: ['OPEN'],
    } as const;
    expect(filterCountOf({ ...search, status: [...search.status] })).toBe(2);
    expect(filterCountOf(readAlertListSearch({ ...search, ...withoutFilters } as never))).toBe(0);
    expect(filterCountOf(readAlertListSearch(parseSearch('?severity=zzz')))).toBe(0);
  });
});
