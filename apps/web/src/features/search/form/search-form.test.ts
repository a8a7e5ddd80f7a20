import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../../lib/search-params.ts';
import { newGroup } from '../conditions/conditions.ts';
import {
  addressKey,
  addressOfParams,
  canRun,
  formFaults,
  readForm,
  requestOf,
  writeForm,
} from './search-form.ts';
import type { SearchForm } from './form-values.ts';

const now = new Date('2026-11-20T09:31:42Z');
const group = newGroup([{ uuid: 'u', key: 'eventName', operator: 'is', value: ['GetObject'] }]);

describe('search form', () => {
  it('[001-3.2] [001-9.1] has its defaults', () => {
    expect(readForm({})).toMatchObject({
      mode: 'search',
      text: '',
      databases: [],
      tables: [],
      limit: 1000,
      sortDirection: 'descending',
      groups: [],
      time: { kind: 'preset', id: 'Last20Minutes' },
    });
    expect(writeForm(readForm({}))).toEqual({});
  });

  it('[001-2.48] [001-2.49] [001-2.51] lives in the address, lists in brackets, nothing empty', () => {
    const form: SearchForm = {
      ...readForm({}),
      text: '203.0.113.66 "a b"',
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_cloudtrail', 'panther_logs.okta_systemlog'],
      time: { kind: 'preset', id: 'LastWeek' },
      limit: 50,
      sortDirection: 'ascending',
      groups: [group],
    };
    const address = writeForm(form);
    const text = stringifySearch({ ...address });
    expect(text).toContain('databases[]=panther_logs');
    expect(text).toContain('tables[]=panther_logs.okta_systemlog');
    expect(readForm(address)).toEqual(form);
    expect(parseSearch(text)).toMatchObject({ limit: '50', filters: address.filters });
  });

  it('[001-3.1] has its values in the address, by their names', () => {
    const whole: SearchForm = {
      ...readForm({}),
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_alb'],
      limit: 5,
      sortDirection: 'ascending',
      groups: [group],
    };
    const relative = { kind: 'relative', count: 3, unit: 'days' } as const;
    const custom = {
      kind: 'custom',
      startTime: '2026-11-20T08:00:00Z',
      endTime: '2026-11-20T09:00:00Z',
    } as const;
    const flow: SearchForm = { ...whole, mode: 'pantherflow', text: 'aws_alb', groups: [] };
    expect(writeForm({ ...whole, time: relative })).toEqual({
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_alb'],
      timeFrame: 'relative',
      relativeNumberVal: 3,
      relativeTimeUnit: 'days',
      limit: 5,
      sortDirection: 'ascending',
      filters: expect.stringContaining('GetObject'),
    });
    expect(writeForm({ ...flow, time: custom })).toMatchObject({
      startTime: '2026-11-20T08:00:00Z',
      endTime: '2026-11-20T09:00:00Z',
      usePantherFlow: true,
      pantherFlowInput: 'aws_alb',
    });
    expect(readForm(writeForm({ ...flow, time: custom }))).toEqual({ ...flow, time: custom });
    expect(readForm({ mode: 'pantherflow', q: 'aws_alb' })).toMatchObject({
      mode: 'pantherflow',
      text: 'aws_alb',
    });
  });

  it('[001-5.2] asks for a time frame it knows, unless the text is PantherFlow', () => {
    const form = readForm({ timeFrame: 'Last2Hours' });
    expect(formFaults(form).time).toBe('This field is required');
    expect(canRun(formFaults(form))).toBe(false);
    expect(readForm(writeForm(form))).toEqual(form);
    const flow = readForm({ timeFrame: 'Last2Hours', usePantherFlow: true, pantherFlowInput: 'aws_alb' });
    expect(formFaults(flow).time).toBeUndefined();
    expect(requestOf(flow, now)).not.toHaveProperty('relativeTime');
  });

  it('takes names joined by commas', () => {
    expect(readForm({ tables: ['a,b', 'b'] }).tables).toEqual(['a', 'b']);
  });

  it('says when filters do not fit the form', () => {
    expect(readForm({ filters: '{"or":5}' })).toMatchObject({ groups: [], hasUnreadFilters: true });
  });

  it('[001-5.1] wants a limit of at least 1', () => {
    const of = (limit: number | null) => formFaults({ ...readForm({}), limit }).limit;
    expect([of(null), of(0), of(2_000_000), of(1)]).toEqual([
      'This field is required',
      'Limit must be at least 1',
      'Limit must be at most 1,000,000',
      undefined,
    ]);
  });

  it('[001-5.3] wants start and end of a custom time', () => {
    const fault = (startTime: string, endTime: string) =>
      formFaults({ ...readForm({}), time: { kind: 'custom', startTime, endTime } }).time;
    expect(fault('2026-11-20T08:00:00Z', '')).toBe('Start and end are required');
    expect(fault('2026-11-20T08:00:00Z', '2026-11-20T07:00:00Z')).toBe('The end lies before the start');
    expect(fault('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z')).toBeUndefined();
    // The text of a query says its times itself.
    const flow = readForm({ mode: 'pantherflow', q: 'aws_alb', startTime: '2026-11-20T08:00:00Z' });
    expect(formFaults(flow)).toEqual({ hasConditionFaults: false });
    expect(requestOf(flow, now)).not.toHaveProperty('endTime');
  });

  it('does not run with an incomplete condition or an empty SQL text', () => {
    const incomplete = { ...readForm({}), groups: [newGroup()] };
    expect(canRun(formFaults(incomplete))).toBe(false);
    expect(canRun(formFaults(readForm({ mode: 'sql' })))).toBe(false);
    expect(canRun(formFaults({ ...readForm({}), groups: [group] }))).toBe(true);
  });

  it('asks the server with words and groups as one JSON text', () => {
    const request = requestOf({ ...readForm({}), text: ' report ', groups: [group] }, now);
    expect(request).toMatchObject({
      language: 'simplesearch',
      relativeTime: 'PT20M',
      limit: 1000,
      sortDir: 'descending',
    });
    expect(JSON.parse(request.filters)).toEqual({
      text: 'report',
      or: [
        { uuid: group.uuid, and: [{ uuid: 'u', target: 'eventName', operator: 'is', value: '"GetObject"' }] },
      ],
    });
    expect(requestOf(readForm({}), now).filters).toBe('');
    expect(requestOf(readForm({ mode: 'sql', q: 'select 1' }), now)).toEqual({
      language: 'sql',
      filters: 'select 1',
      limit: 1000,
      sortDir: 'descending',
    });
  });

  it('[001-7.35] asks with the text of PantherFlow and the scope of the form, and opens it again', () => {
    const form: SearchForm = {
      ...readForm({ mode: 'pantherflow', q: '| limit 3', databases: ['panther_logs'] }),
      time: { kind: 'preset', id: 'LastHour' },
    };
    const request = requestOf(form, now);
    expect(request).toEqual({
      language: 'pantherflow',
      filters: '| limit 3',
      databases: ['panther_logs'],
      tables: [],
      relativeTime: 'PT1H',
      limit: 1000,
      sortDir: 'descending',
    });
    expect(readForm(addressOfParams(request, 'q1'))).toEqual(form);
    expect(readForm(writeForm(form))).toEqual(form);
    expect(readForm({ mode: 'pantherflow' }).text).toMatch(/^union panther_logs\.public\.\*/);
    expect(canRun(formFaults({ ...form, text: ' ' }))).toBe(false);
  });

  it('[001-4.17] [001-4.18] opens a stored search with its form', () => {
    const form: SearchForm = {
      ...readForm({}),
      text: 'report',
      tables: ['panther_logs.aws_cloudtrail'],
      groups: [group],
      limit: 7,
      time: { kind: 'preset', id: 'LastHour' },
    };
    const { queryId, ...address } = addressOfParams(requestOf(form, now), 'q1');
    expect(queryId).toBe('q1');
    expect(readForm(address)).toEqual(form);
    expect(addressOfParams({ language: 'sql', filters: 'select 1', limit: 1000 }, 'q2')).toEqual({
      mode: 'sql',
      q: 'select 1',
      queryId: 'q2',
    });
  });

  it('compares addresses without the search that ran', () => {
    expect(addressKey({ q: 'a', limit: 5, queryId: 'x' })).toBe(addressKey({ limit: 5, q: 'a' }));
    expect(addressKey({ q: 'a' })).not.toBe(addressKey({ q: 'b' }));
  });
});
