import { readIndicators } from '@margay/query';
import { describe, expect, it } from 'vitest';
import { sharedValuesOf, surroundingsPath } from './surroundings.ts';
import { conditionAt, indicatorPath, isIndicatorLike, searchForPath } from './value-searches.ts';

const now = new Date('2026-11-20T12:00:00Z');
const event = {
  p_event_time: '2026-11-20 10:00:00.000000000',
  p_any_ip_addresses: ['203.0.113.7'],
  p_any_usernames: ['ana', 'ana'],
  p_any_sha256_hashes: ['f'.repeat(64)],
  user: 'ana',
};
const at = new Date('2026-11-20T10:00:00Z');
const paramsOf = (path: string) => new URL(path, 'http://localhost').searchParams;
const filtersOf = (path: string) => JSON.parse(paramsOf(path).get('filters') ?? 'null');

describe('the way from a value', () => {
  it('searches an indicator as one value, whatever it holds', () => {
    const path = indicatorPath('C:\\x "y"', {}, now);
    expect(new URL(path, 'http://localhost').pathname).toBe('/investigate/indicator-search/');
    expect(readIndicators(paramsOf(path).get('q') ?? '').indicators).toEqual([{ value: 'C:\\x "y"' }]);
  });

  it('says what the value is, by the field it stands in or that holds it too', () => {
    const wanted = (path: string) => readIndicators(paramsOf(path).get('q') ?? '').indicators;
    expect(wanted(indicatorPath('ana', { path: ['p_any_usernames', 0] }, now))).toEqual([
      { value: 'ana', field: 'p_any_usernames' },
    ]);
    expect(wanted(indicatorPath('ana', { path: ['user'], event }, now))).toEqual([
      { value: 'ana', field: 'p_any_usernames' },
    ]);
    expect(wanted(indicatorPath('ana', { path: ['user'] }, now))).toEqual([{ value: 'ana' }]);
  });

  it('looks as far back as the event is old', () => {
    const frameOf = (days: number) =>
      paramsOf(indicatorPath('ana', { at: new Date(now.getTime() - days * 86_400_000) }, now)).get(
        'timeFrame',
      );
    expect([1, 40, 400].map(frameOf)).toEqual([null, 'Last6Months', 'AllTime']);
  });

  it('takes texts of sensible length for indicators', () => {
    expect(isIndicatorLike('203.0.113.7')).toBe(true);
    for (const value of ['', 7, true, null, {}, [], 'x'.repeat(501)])
      expect(isIndicatorLike(value)).toBe(false);
  });

  it.each([
    [['user'], 'ana', { target: 'user', operator: 'is', value: '"ana"' }],
    [['port'], 22, { target: 'port', operator: 'equals', value: '"22"' }],
    [['a', 'isOn'], true, { target: 'a.isOn', operator: 'is-true' }],
    [['user'], '', { target: 'user', operator: 'is-in-list', value: '[""]' }],
    [['tags', 3], '', { target: 'tags', operator: 'has-any', value: '[""]' }],
    [['tags', 3], 'x', { target: 'tags', operator: 'has', value: '"x"' }],
    [['gone'], null, { target: 'gone', operator: 'is-null' }],
  ])('makes a condition of %j', (path, value, condition) => {
    expect(conditionAt(path, value)).toEqual(condition);
  });

  it('searches by the field that holds a value where its own path is none of the event', () => {
    const place = { path: ['who'], value: 'ana', event, isInEvent: false, at };
    expect(filtersOf(searchForPath(place))).toEqual({
      or: [{ and: [{ target: 'p_any_usernames', operator: 'has', value: '"ana"' }] }],
    });
    const words = searchForPath({ ...place, value: 'a "b"' });
    expect(paramsOf(words).get('q')).toBe('"a \\"b\\""');
    expect(paramsOf(words).get('startTime')).toBe('2026-11-19T10:00:00Z');
  });
});

describe('the surroundings of an event', () => {
  it('are asked for by what the event shares with others, each value once, who and where first', () => {
    expect(sharedValuesOf(event).map(({ kind, value }) => [kind, value])).toEqual([
      ['IP', '203.0.113.7'],
      ['User name', 'ana'],
      ['SHA-256', 'f'.repeat(64)],
    ]);
  });

  it('are a search whose time and conditions can be seen', () => {
    const path = surroundingsPath(at, 15, { field: 'p_any_usernames', value: 'ana' });
    expect(paramsOf(path).get('startTime')).toBe('2026-11-20T09:45:00Z');
    expect(paramsOf(path).get('endTime')).toBe('2026-11-20T10:15:01Z');
    expect(filtersOf(path).or[0].and).toEqual([
      { target: 'p_any_usernames', operator: 'has', value: '"ana"' },
    ]);
    expect(filtersOf(surroundingsPath(at, 1))).toBeNull();
  });
});
