import { flowTime } from '../form-search.ts';
import { describe, expect, it } from 'vitest';
import { flowCatalog } from '../../../../editor/pantherflow/flow-catalog.ts';
import * as engine from '../../../../editor/pantherflow/flow-engine.ts';
import { builderTime, flowOfForm, formAfterText, syncErrorText, textAfterChoice } from './flow-sync.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { sqlOfForm } from '../sql/sql-of-form.ts';
import { readForm } from '../../form/search-form.ts';
import type { SearchAddress, SearchForm } from '../../form/form-values.ts';

const table = (databaseName: string, name: string) => ({
  databaseName,
  name,
  displayName: name,
  description: null,
  logType: name,
  groupedBy: [],
  columns: [{ name: 'p_event_time', type: 'timestamp', fields: [] }],
});
const databases: LakeDatabase[] = [
  {
    name: 'panther_logs',
    displayName: 'Logs',
    tables: [table('panther_logs', 'aws_alb'), table('panther_logs', 'okta')],
  },
  { name: 'panther_signals', displayName: 'Signals', tables: [table('panther_signals', 'aws_alb')] },
];
const catalog = flowCatalog(databases);
const now = new Date('2026-11-20T09:30:00Z');
const infoOf = (text: string) => engine.queryInfo(text, now, catalog);
const formOf = (q: string, address: SearchAddress = {}): SearchForm =>
  readForm({ mode: 'pantherflow', q, ...address });
const allTime = { time: { kind: 'preset', id: 'AllTime' } };

describe('from the text into the form', () => {
  const after = (q: string, address?: SearchAddress) =>
    formAfterText(infoOf(q), databases, formOf(q, address));
  const ago = '| where p_event_time > time.ago(1d)';

  it.each([
    ['all tables of the usual database as they are', `union panther_logs.public.* ${ago}`, undefined],
    ['one table', `aws_alb ${ago}`, { databases: ['panther_logs'], tables: ['panther_logs.aws_alb'] }],
    [
      'a whole database',
      `union panther_signals.public.* ${ago}`,
      { databases: ['panther_signals'], tables: [] },
    ],
    ['nothing where the form says the tables', '| limit 1', undefined],
    ['nothing of a broken text', `aws_alb ${ago} | where (`, undefined],
    ['nothing of a table nobody knows', `nope ${ago}`, undefined],
    ['no time as all time', 'union panther_logs.public.*', allTime],
  ])('[001-2.43] takes %s', (_, text, expected) => {
    expect(after(text)).toEqual(expected);
  });

  it('[001-4.8] takes all time from a text with no database, table or time', () => {
    expect(after('datatable [{"a": 1}] | limit 1')).toEqual(allTime);
  });

  it('[001-8.17] keeps a list of faults for the editor', () => {
    const [error] = infoOf('aws_alb | where (').errors;
    expect(syncErrorText(error!.message)).toBe(
      'There was an error parsing the PantherFlow query. Please check the editor for errors.',
    );
    expect(syncErrorText('There is no table nope.')).toBe('There is no table nope.');
  });

  it('[001-2.43] takes two times, and one', () => {
    const start = "p_event_time >= time.parse_timestamp('2026-11-01')";
    expect(after(`| where ${start}`)?.time).toEqual({
      kind: 'custom',
      startTime: '2026-11-01T00:00:00Z',
      endTime: '',
    });
    expect(after(`| where ${start}`, { startTime: '2026-11-01T00:00:00Z' })).toBeUndefined();
  });
});

describe('from the form into the text', () => {
  const choose = (q: string, address: SearchAddress, isTime: boolean) =>
    textAfterChoice(engine, q, infoOf(q), databases, { form: formOf(q, address), isTime });

  it('changes what the text fixes, and nothing else', () => {
    const text = 'aws_alb | where p_event_time > time.ago(20m) // now\n| limit 5';
    expect(choose(text, { tables: ['panther_logs.okta'] }, false)).toBe(
      text.replace('aws_alb', 'union panther_logs.public.okta'),
    );
    expect(choose(text, { timeFrame: 'LastWeek' }, true)).toBe(text.replace('20m', '7d'));
    expect(choose(text, { timeFrame: 'AllTime' }, true)).not.toContain('p_event_time');
  });

  it('leaves to the form what the text leaves to it', () => {
    expect(choose('| limit 5', { tables: ['panther_logs.okta'] }, false)).toBe('| limit 5');
    expect(choose('| limit 5', { timeFrame: 'LastWeek' }, true)).toBe('| limit 5');
  });

  it.each([
    [{ timeFrame: 'Last20Minutes' }, { kind: 'last', count: 20, unit: 'minutes' }],
    [{ timeFrame: 'Last12Hours' }, { kind: 'last', count: 12, unit: 'hours' }],
    [{ timeFrame: 'LastMonth' }, { kind: 'last', count: 30, unit: 'days' }],
    [
      { timeFrame: 'relative', relativeNumberVal: 2, relativeTimeUnit: 'weeks' },
      { kind: 'last', count: 14, unit: 'days' },
    ],
    [{ startTime: '2026-11-01T00:00:00Z' }, { kind: 'between', start: new Date('2026-11-01') }],
    [{ timeFrame: 'AllTime' }, undefined],
  ])('writes the time %j', (address, expected) => {
    expect(flowTime(readForm(address).time)).toEqual(expected);
  });
});

describe('between the builder and PantherFlow', () => {
  const filters = (operator: string) =>
    JSON.stringify({ or: [{ and: [{ target: 'type', operator, value: '"x"' }] }] });
  it('writes words and conditions, with their tables and time', () => {
    const form = readForm({ q: 'report', databases: ['panther_signals'], filters: filters('is') });
    const { text = '' } = flowOfForm(engine, databases, form);
    expect(text).toContain(`search '"report"'`);
    expect(text).toContain("tostring(type) == 'x'");
    expect(infoOf(text)).toMatchObject({ databases: ['panther_signals'], isReadable: true });
    expect(text).toContain('p_event_time > time.ago(20m)');
  });

  it('leaves logs beside findings, which are events, to the choice of the form', () => {
    const chosen = { databases: ['panther_logs', 'panther_signals'] };
    expect(flowOfForm(engine, databases, readForm({ ...chosen, filters: filters('is') })).text).toBe(
      "| where tostring(type) == 'x'",
    );
    const { text = '' } = flowOfForm(engine, databases, readForm(chosen));
    expect(text).toBe('| where true');
    expect(formAfterText(infoOf(text), databases, formOf(text, chosen))).toBeUndefined();
  });

  it('writes nothing that would mean something else', () => {
    const form = readForm({ filters: filters('nobody-knows') });
    expect(form.groups).toHaveLength(1);
    expect(flowOfForm(engine, databases, form).untranslatable).toMatchObject([
      { path: 'filters.or[0].and[0].operator', reason: 'This field is required' },
    ]);
  });

  it('keeps the time on the way back: a preset where there is one, else two times', () => {
    const back = (q: string) => builderTime(engine, formOf(q), catalog, now);
    expect(back('aws_alb | where p_event_time > time.ago(7d)')).toEqual({ kind: 'preset', id: 'LastWeek' });
    expect(back('aws_alb | where p_event_time > time.ago(5d)')).toEqual({
      kind: 'custom',
      startTime: '2026-11-15T09:30:00Z',
      endTime: '2026-11-20T09:30:00Z',
    });
    expect(back('aws_alb')).toEqual({ kind: 'preset', id: 'AllTime' });
    expect(back('| limit 1')).toEqual({ kind: 'preset', id: 'Last20Minutes' });
  });

  it('names no view where everything is searched, because its tables are there', () => {
    const matches = { ...table('panther_rule_matches', 'aws_alb'), logType: 'AWS.ALB' };
    const view = (name: string) => ({ ...table('panther_views', name), logType: null });
    const all: LakeDatabase[] = [
      ...databases,
      { name: 'panther_rule_matches', displayName: 'Rule Matches', tables: [matches] },
      {
        name: 'panther_views',
        displayName: 'Views',
        tables: ['all_cloudsecurity', 'all_databases', 'all_logs'].map(view),
      },
    ];
    const sqlOf = (address: SearchAddress) => sqlOfForm(engine, all, readForm(address)).text;
    expect(sqlOf({})).toContain("EVENTS('panther_logs.public.*', 'panther_rule_matches.public.*')");
    // Of the views alone it is the one over most tables, as the server chooses.
    expect(sqlOf({ databases: ['panther_views'] })).toContain('FROM panther_views.public.all_databases');
    const { text = '' } = flowOfForm(engine, all, readForm({ q: 'report', databases: ['panther_views'] }));
    expect(text).toMatch(/^panther_views\.public\.all_databases\n/);
  });
});
