import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { finishedSearch } from '../../testing/finished-search.ts';
import { searchOf, windowOf, withFieldOf } from './indicator-address.ts';
import { barsOf } from './indicator-hits.tsx';
import type { IndicatorRequest } from './queries.ts';

const hit = { firstSeen: '2026-11-19 10:00:00.000000000', lastSeen: '2026-11-20 09:00:00.000000000' };
const tables = [
  { database: 'panther_logs', table: 'aws_cloudtrail', logType: 'AWS.CloudTrail', count: 12, ...hit },
  { database: 'panther_signals', table: 'aws_cloudtrail', logType: 'AWS.CloudTrail', count: 1, ...hit },
];
const values = [
  {
    value: '203.0.113.7',
    field: 'p_any_ip_addresses',
    count: 13,
    tables: tables.map(({ database, table, count }) => ({ database, table, count })),
    ...hit,
    buckets: [['2026-11-20T08:00:00.000Z', 13]],
  },
  { value: 'ana', field: null, count: 0, tables: [], firstSeen: null, lastSeen: null, buckets: [] },
];
const column = (name: string) => ({ name, type: 'array<string>', fields: [] });
const table = (databaseName: string) => ({
  databaseName,
  name: 'aws_cloudtrail',
  displayName: 'CloudTrail',
  groupedBy: [],
  description: null,
  logType: 'AWS.CloudTrail',
  columns: [column('p_any_ip_addresses'), column('p_any_usernames')],
});

function partOf(component: string, hasHits: boolean): unknown {
  if (component === 'indicatorTables') return finishedSearch(hasHits ? tables : [], {});
  if (component === 'indicatorValues')
    return finishedSearch(hasHits ? values : [], {
      bucketSeconds: 3600,
      startTime: '2026-11-20T06:00:00.000Z',
      endTime: '2026-11-20T10:00:00.000Z',
    });
  if (component === 'indicatorLately')
    return finishedSearch(
      [{ value: 'ana', field: null, count: 12, firstSeen: null, lastSeen: hit.lastSeen }],
      {},
    );
  if (component === 'timeline')
    return finishedSearch(
      hasHits ? [{ bucket: '2026-11-20T08:00:00.000Z', series: 'AWS.CloudTrail', count: 13 }] : [],
      { bucketSeconds: 3600, startTime: '2026-11-20T06:00:00.000Z', endTime: '2026-11-20T10:00:00.000Z' },
      hasHits ? 13 : 0,
    );
  const event = { p_event_time: hit.lastSeen, p_log_type: 'AWS.CloudTrail', eventName: 'GetObject' };
  return finishedSearch([event], { p_event_time: 'timestamp', p_log_type: 'string', eventName: 'string' });
}

/** A server of functions; `refusal` is what starting a search answers. */
function server({ hasHits = true, refusal }: { hasHits?: boolean; refusal?: Error } = {}) {
  const started: IndicatorRequest[] = [];
  const cancelled: unknown[] = [];
  const orders: unknown[] = [];
  const { graphql: request } = answeringServer({
    LoadAllSchemaEntities: () => ({
      dataLakeDatabases: [
        { name: 'panther_logs', displayName: 'Logs', tables: [table('panther_logs')] },
        { name: 'panther_signals', displayName: 'Signals', tables: [table('panther_signals')] },
      ],
    }),
    ExecuteIndicatorSearch: ({ input }) => {
      started.push(input as IndicatorRequest); // as queries.ts writes it
      return refusal ?? { executeIndicatorSearchQuery: { id: `i${started.length}` } };
    },
    CsvExports: () => ({ csvExports: [] }),
    SearchOfCsv: () => ({ dataLakeQuery: { params: { language: 'indicators', filters: 'x' } } }),
    StartAsyncDownload: ({ input }) => {
      orders.push(input);
      return { startAsyncDownloadOfAllQueryResults: { error: null } };
    },
    CancelUberSearch: ({ input }) => {
      cancelled.push(input);
      return { cancelDataLakeQuery: { id: 'i1' } };
    },
    UberSearch: ({ component }) => ({ uberSearch: partOf(String(component), hasHits) }),
  });
  return { request, started, cancelled, orders };
}

const open = (path: string, { request }: { request: GraphqlClient['request'] }) =>
  renderConsole({ path, permissions: ['DataAnalyticsRead'], graphql: request });

beforeEach(() => localStorage.clear());

describe('indicator search', () => {
  it('[001-2.9] [000-2.39] waits for indicators, says what is none, and searches for the rest', async () => {
    const fake = server();
    const { address } = await open('/investigate/indicator-search/', fake);
    const input = await screen.findByRole('textbox', { name: 'Indicators to look for' });
    expect(fake.started).toEqual([]);
    await userEvent.click(input);
    await userEvent.paste('hxxp://203[.]0[.]113[.]7/x, 203.0.113.7\nana 999.1.1.1');
    expect(screen.getByText('1 IP')).toBeDefined();
    expect(screen.getByText('1 defanged value restored, 1 duplicate dropped')).toBeDefined();
    expect(screen.getByText('is left out: it is no IP address', { exact: false })).toBeDefined();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toContain('queryId=i1'));
    expect(fake.started[0]).toMatchObject({ indicators: ['p_any_ip_addresses=203.0.113.7', 'ana'] });
    const { startTime, endTime } = fake.started[0]!;
    expect((Date.parse(endTime) - Date.parse(startTime)) / 86_400_000).toBeGreaterThanOrEqual(28);
    expect(address()).toContain('999.1.1.1');
  });

  it('shows hits by table and by indicator, over time, and the events', async () => {
    await open('/investigate/indicator-search/?q=203.0.113.7%20ana&queryId=i0&timeFrame=LastWeek', server());
    const byTable = await screen.findByRole('region', { name: 'Hits by table' });
    expect(within(byTable).getByText('13 events in 2 tables; the rest have none')).toBeDefined();
    const [logs] = within(byTable).getAllByRole('link', { name: 'Open in Search' });
    await waitFor(() => expect(logs?.getAttribute('href')).toContain('has-any'));
    const search = new URL(logs?.getAttribute('href') ?? '', 'http://localhost').searchParams;
    expect(search.getAll('tables[]')).toEqual(['panther_logs.aws_cloudtrail']);
    expect(search.get('timeFrame')).toBe('LastWeek');
    expect(JSON.parse(search.get('filters') ?? '')).toEqual({
      or: [{ and: [{ target: 'p_any_ip_addresses', operator: 'has-any', value: '["203.0.113.7"]' }] }],
    });
    const byIndicator = screen.getByRole('grid', { name: 'Hits by indicator' });
    expect(within(byIndicator).getByText('203.0.113.7')).toBeDefined();
    expect(within(byIndicator).queryByText('ana')).toBeNull();
    expect(screen.getByText('1 of 2 found')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Hide the 1 without hits' }));
    expect(within(screen.getByRole('grid', { name: 'Indicators' })).queryByText('ana')).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: /Events/ }));
    expect(await screen.findByText('GetObject', { selector: '[role=gridcell]' })).toBeDefined();
  });

  it('says what a longer time holds of those it did not find, and searches it', async () => {
    const fake = server();
    const { address } = await open(
      '/investigate/indicator-search/?q=203.0.113.7%20ana&queryId=i0&timeFrame=LastWeek',
      fake,
    );
    const note = await screen.findByText(/0 in this time, 12 events in the last 180 days/);
    expect(note.textContent).toContain('ana');
    await userEvent.click(screen.getByRole('button', { name: 'Search the last 6 months' }));
    await waitFor(() => expect(address()).toContain('timeFrame=Last6Months'));
  });

  it('saves the events found, or orders a file of all of them', async () => {
    const fake = server();
    await open('/investigate/indicator-search/?q=203.0.113.7&queryId=i0&timeFrame=LastWeek', fake);
    await screen.findByRole('region', { name: 'Hits by table' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'CSV' }).getAttribute('aria-disabled')).not.toBe('true'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    expect(await screen.findByRole('menuitem', { name: 'The columns of the table, 13 rows' })).toBeDefined();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'All 13 rows, in the background' }));
    await waitFor(() => expect(fake.orders).toHaveLength(1));
    expect(fake.orders[0]).toMatchObject({ originalQueryId: 'i0', params: { language: 'indicators' } });
  });

  it('runs a link by itself, and in the field a person says', async () => {
    const fake = server();
    const { address } = await open('/investigate/indicator-search/?q=ana&timeFrame=AllTime', fake);
    await waitFor(() => expect(address()).toContain('queryId=i1'));
    const open_ = '0001-01-01T00:00:00.000Z';
    expect(fake.started).toEqual([{ indicators: ['ana'], startTime: open_, endTime: open_ }]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type of ana' }), 'User name');
    expect(screen.getByRole('textbox', { name: 'Indicators to look for' })).toHaveProperty(
      'value',
      'p_any_usernames=ana',
    );
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(fake.started.at(-1)?.indicators).toEqual(['p_any_usernames=ana']));
  });

  it('says that nothing was found, and why a search cannot run', async () => {
    const view = await open('/investigate/indicator-search/?q=ana&queryId=i0', server({ hasHits: false }));
    expect(await screen.findByText('No Results')).toBeDefined();
    view.unmount();
    const refusal = new RequestError('Invalid table(s): gone', 400);
    await open('/investigate/indicator-search/?q=ana', server({ refusal }));
    expect(await screen.findByText('The search cannot run')).toBeDefined();
    expect(screen.getByText('Invalid table(s): gone')).toBeDefined();
  });

  it('[001-6.3] is closed without DataAnalyticsRead', async () => {
    await renderConsole({ path: '/investigate/indicator-search/', permissions: ['AlertRead'] });
    expect(await screen.findByText(/proper permissions to view this page/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Indicators to look for' })).toBeNull();
  });
});

describe('the address of an indicator search', () => {
  const now = new Date('2026-11-20T09:31:00Z');

  it('keeps what a person says about a value in its text', () => {
    expect(withFieldOf('ana 203.0.113.7 999.1.1.1', 'ana', 'p_any_usernames')).toBe(
      'p_any_usernames=ana\n203.0.113.7\n999.1.1.1',
    );
    expect(withFieldOf('p_any_usernames=ana', 'ana', undefined)).toBe('ana');
  });

  it('turns a time frame into two moments', () => {
    expect(windowOf({}, now, () => ({ relativeTime: 'PT1H' }))).toEqual({
      startTime: '2026-11-20T08:31:00.000Z',
      endTime: '2026-11-20T09:32:00.000Z',
    });
    expect(windowOf({}, now, () => ({ startTime: '2026-11-20T08:00:00Z' }))).toEqual({
      startTime: '2026-11-20T08:00:00Z',
      endTime: '0001-01-01T00:00:00.000Z',
    });
  });

  it('searches every field of the table for a value whose form says nothing', () => {
    const { filters } = searchOf([{ value: 'ana' }], {}, ['p_any_usernames', 'p_any_emails', 'eventName']);
    expect(JSON.parse(String(filters))).toEqual({
      or: ['p_any_emails', 'p_any_usernames'].map((target) => ({
        and: [{ target, operator: 'has-any', value: '["ana"]' }],
      })),
    });
  });

  it('draws a bar for every stretch of time', () => {
    const facts = { bucketSeconds: 3600, startTime: '2026-11-20T06:30:00Z', endTime: '2026-11-20T10:00:00Z' };
    expect(barsOf({ buckets: [['2026-11-20T08:00:00.000Z', 3]] }, facts)).toEqual([0, 0, 3, 0]);
    expect(barsOf({ buckets: [['2026-11-20T08:00:00.000Z', 3]] }, undefined)).toEqual([3]);
  });
});
