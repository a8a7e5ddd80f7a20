import { describe, expect, it } from 'vitest';
import {
  alertEventsSearch,
  dashboardWidgetSearch,
  keyValueSearch,
  keyValueWindow,
  logTypeSearch,
} from './prefilled.ts';
import { readForm } from './search-form.ts';

const now = new Date('2026-11-20T09:31:00Z');

describe('addresses that lead into the search', () => {
  it.each([
    ['[001-5.109] start only', { startTime: '2026-11-20T08:00:00Z' }, '08:00', '08:20'],
    ['[001-5.109] end only', { endTime: '2026-11-20T08:00:00Z' }, '07:40', '08:00'],
    ['[001-5.110] neither', {}, '09:11', '09:31'],
    [
      '[001-5.111] end not after start',
      { startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T08:00:00Z' },
      '08:00',
      '08:05',
    ],
    ['both', { startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T08:02:00Z' }, '08:00', '08:02'],
    ['no times at all', { startTime: 'x', endTime: 'y' }, '09:11', '09:31'],
  ])('%s: gives a key-value search its window', (_title, given, start, end) => {
    expect(keyValueWindow(given, now)).toEqual({
      startTime: `2026-11-20T${start}:00Z`,
      endTime: `2026-11-20T${end}:00Z`,
    });
  });

  it('turns key and value into a condition', () => {
    expect(readForm(keyValueSearch({ key: 'p_any_usernames', value: 'ana' }, now)).groups).toMatchObject([
      { conditions: [{ key: 'p_any_usernames', operator: 'has', value: ['ana'] }] },
    ]);
    expect(readForm(keyValueSearch({ key: 'eventName', value: '1' }, now)).groups).toMatchObject([
      { conditions: [{ key: 'eventName', operator: 'is', value: ['1'] }] },
    ]);
  });

  it('finds the events of alerts among the rule matches', () => {
    expect(readForm(alertEventsSearch({ alertIds: ['a', 'b'] }))).toMatchObject({
      databases: ['panther_rule_matches'],
      time: { kind: 'preset', id: 'AllTime' },
      groups: [{ conditions: [{ key: 'p_alert_id', operator: 'is-in-list', value: ['a', 'b'] }] }],
    });
  });

  it('names the tables of log types', () => {
    expect(logTypeSearch({ logTypes: ['AWS.CloudTrail'] })).toEqual({
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_cloudtrail'],
    });
  });

  it('asks for nothing but the window where no key is given', () => {
    expect(keyValueSearch({}, now)).toEqual({
      startTime: '2026-11-20T09:11:00Z',
      endTime: '2026-11-20T09:31:00Z',
    });
  });

  it('opens what a widget of a dashboard asks for', () => {
    expect(dashboardWidgetSearch({ sql: 'select 1', logTypes: ['AWS.CloudTrail'] })).toEqual({
      mode: 'sql',
      q: 'select 1',
    });
    const filters = '{"or":[{"and":[{"target":"eventName","operator":"is","value":"\\"x\\""}]}]}';
    const search = dashboardWidgetSearch({ filters, logTypes: ['AWS.ALB'], timeFrame: 'Last24Hours' });
    expect(readForm(search)).toMatchObject({
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_alb'],
      time: { kind: 'preset', id: 'Last24Hours' },
      groups: [{ conditions: [{ key: 'eventName', value: ['x'] }] }],
    });
    const window = { startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T09:00:00Z' };
    expect(dashboardWidgetSearch({ text: 'denied', timeFrame: 'AllTime', ...window })).toEqual({
      q: 'denied',
      ...window,
    });
  });
});
