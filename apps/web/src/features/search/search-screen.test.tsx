import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { SearchParams } from './queries.ts';

const column = (name: string, type = 'string') => ({ name, type, fields: [] });
const table = (databaseName: string, name: string, displayName: string, own: string) => ({
  databaseName,
  name,
  displayName,
  description: null,
  logType: displayName,
  columns: [column('p_event_time', 'timestamp'), column('p_log_type'), column(own), column('code', 'int')],
});
const databases = [
  {
    name: 'panther_logs',
    displayName: 'Logs',
    tables: [
      table('panther_logs', 'aws_cloudtrail', 'AWS.CloudTrail', 'eventName'),
      table('panther_logs', 'okta_systemlog', 'Okta.SystemLog', 'actor'),
    ],
  },
  {
    name: 'panther_signals',
    displayName: 'Signals',
    tables: [table('panther_signals', 'aws_cloudtrail', 'AWS.CloudTrail', 'eventName')],
  },
];

const events = [
  { p_event_time: '2026-11-20 09:31:00.000000000', p_log_type: 'AWS.CloudTrail', eventName: 'GetObject' },
  { p_event_time: '2026-11-20 09:30:00.000000000', p_log_type: 'AWS.CloudTrail', eventName: 'PutObject' },
];

interface Part {
  id: string;
  component: string;
  cursor?: string;
  columns?: string[];
}

const stats = { bytesScanned: 2048, executionTime: 12, rowCount: 2 };
const results = (
  nodes: Record<string, unknown>[],
  types: Record<string, unknown>,
  rowCount = nodes.length,
) => ({
  status: 'succeeded',
  message: '',
  progress: { readRows: 2, totalRows: 2, elapsedMs: 5 },
  results: {
    columnInfo: { order: Object.keys(types), types },
    edges: nodes.map((node, index) => ({ id: `e${index}`, node })),
    pageInfo: { hasNextPage: false, endCursor: null },
    stats: { ...stats, rowCount },
  },
});

function answerPart({ component, columns = [] }: Part): unknown {
  if (component === 'timeline') {
    return results(
      [{ bucket: '2026-11-20T09:30:00.000Z', series: 'AWS.CloudTrail', count: 2 }],
      { bucketSeconds: 60, startTime: '2026-11-20T09:11:00.000Z', endTime: '2026-11-20T09:32:00.000Z' },
      2,
    );
  }
  if (component === 'summary') {
    return results(
      columns.map((name) => ({ column: name, value: 'GetObject', count: 2 })),
      { distinctCounts: Object.fromEntries(columns.map((name) => [name, 1])) },
    );
  }
  const rows = component === 'detailsAscending' ? events.toReversed() : events;
  return results(rows, { p_event_time: 'timestamp', p_log_type: 'string', eventName: 'string' });
}

/** A server of functions; `part` answers `uberSearch`. */
function server(part: (request: Part) => unknown = answerPart) {
  const started: SearchParams[] = [];
  const parts: Part[] = [];
  const cancelled: string[] = [];
  const request = ((document: string, variables: Record<string, unknown> = {}) => {
    if (document.includes('dataLakeDatabases')) return Promise.resolve({ dataLakeDatabases: databases });
    if (document.includes('executeUberSearch')) {
      started.push((variables['input'] as { params: SearchParams }).params); // as queries.ts writes it
      return Promise.resolve({ executeUberSearch: { queryID: `q${started.length}` } });
    }
    if (document.includes('cancelDataLakeQuery')) {
      cancelled.push((variables['input'] as { id: string }).id); // as queries.ts writes it
      return Promise.resolve({});
    }
    if (document.includes('dataLakeQueries')) return Promise.resolve({ dataLakeQueries: { edges: [] } });
    if (document.includes('searchDiagnostics')) return Promise.resolve({ searchDiagnostics: [] });
    const asked = variables as unknown as Part; // as queries.ts writes it
    parts.push(asked);
    return Promise.resolve(part(asked)).then((uberSearch) => ({ uberSearch }));
  }) as GraphqlClient['request'];
  return { request: vi.fn(request) as GraphqlClient['request'], started, parts, cancelled };
}

const open = (path: string, { request }: { request: GraphqlClient['request'] }) =>
  renderConsole({ path, permissions: ['DataAnalyticsRead'], graphql: request });

beforeEach(() => localStorage.clear());

describe('search screen', () => {
  it('[001-2.2] waits for Run on a bare address, with the texts of the form', async () => {
    const fake = server();
    await open('/investigate/search/', fake);
    expect(await screen.findByRole('button', { name: /Databases \(optional\)\s*All data/ })).toBeDefined();
    expect(screen.getByRole('button', { name: /Search Tables \(optional\)\s*All tables/ })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Time frame Last 20 minutes' })).toBeDefined();
    expect(screen.getByText('Search the data lake')).toBeDefined();
    expect(fake.started).toEqual([]);
  });

  it('[001-4.14] [001-4.16] runs a linked search: timeline first, then rows and summary', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?q=report&timeFrame=Last24Hours', fake);
    expect(
      await screen.findByText((_, element) => element?.textContent === '2 of 2 rows loaded'),
    ).toBeDefined();
    expect(fake.started).toMatchObject([
      { language: 'simplesearch', filters: '{"text":"report"}', relativeTime: 'PT24H', limit: 1000 },
    ]);
    expect(fake.parts.map((part) => part.component)).toEqual(['timeline', 'detailsDescending', 'summary']);
    expect(address()).toContain('queryId=q1');
    expect(screen.getByText('Query Time 24 ms', { selector: 'header span' })).toBeDefined();
  });

  it('[001-4.15] stops when nothing was counted, and offers a longer look', async () => {
    const fake = server(() => results([], { bucketSeconds: 60 }, 0));
    await open('/investigate/search/?q=nothing', fake);
    expect(await screen.findByText('No Results')).toBeDefined();
    expect(fake.parts.map((part) => part.component)).toEqual(['timeline']);
    await userEvent.click(screen.getByRole('button', { name: 'Search the last 24 hours' }));
    await waitFor(() => expect(fake.started.at(-1)).toMatchObject({ relativeTime: 'PT24H' }));
  });

  it('[001-2.14] [001-4.18] opens a search that ran by its id, without starting another', async () => {
    const fake = server();
    await open('/investigate/search/?q=report&queryId=old', fake);
    expect(await screen.findByText('GetObject', { selector: '[role=gridcell]' })).toBeDefined();
    expect(fake.started).toEqual([]);
    expect(fake.parts[0]).toMatchObject({ id: 'old', component: 'timeline' });
  });

  it('[001-4.19] sorts the same search the other way', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?queryId=old', fake);
    await userEvent.click(
      within(await screen.findByRole('columnheader', { name: /p_event_time/ })).getByRole('button'),
    );
    await waitFor(() => expect(fake.parts.at(-1)?.component).toBe('detailsAscending'));
    expect(address()).toContain('sortDirection=ascending');
    expect(fake.started).toEqual([]);
  });

  it('[001-4.20] [001-4.21] [001-4.26] polls while it runs, and cancels', async () => {
    const running = {
      status: 'running',
      message: '',
      progress: { readRows: 5, totalRows: 10, elapsedMs: 300 },
      results: null,
    };
    const fake = server(() => running);
    const { address } = await open('/investigate/search/?q=slow', fake);
    await waitFor(() => expect(fake.parts.length).toBeGreaterThan(1), { timeout: 5000 });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: /Run/ })).toBeDefined();
    expect(fake.cancelled).toEqual(['q1']);
    expect(address()).not.toContain('queryId');
    expect(address()).toContain('q=slow');
  });

  it('[001-4.22] [001-4.28] [001-8.1] shows why a search failed', async () => {
    const failed = {
      status: 'failed',
      message: '',
      progress: { readRows: 0, totalRows: 0, elapsedMs: 0 },
      results: null,
    };
    await open(
      '/investigate/search/?q=x',
      server(() => failed),
    );
    expect(await screen.findByText('Query Failed')).toBeDefined();
  });

  it('shows a refusal at the condition it is about', async () => {
    const fake = server();
    const refuse = ((document: string, variables?: Record<string, unknown>) => {
      if (!document.includes('executeUberSearch')) return fake.request(document, variables);
      const message = 'This field + operator requires an IP or CIDR';
      const diagnostics = [
        { message, severity: 'error', path: 'filters.or[0].and[0].value', line: 1, column: 1 },
      ];
      return Promise.reject(new RequestError(message, 400, { details: { diagnostics } }));
    }) as GraphqlClient['request'];
    const filters = JSON.stringify({
      or: [{ and: [{ target: 'eventName', operator: 'is', value: '"x"' }] }],
    });
    await open(`/investigate/search/?filters=${encodeURIComponent(filters)}`, { request: refuse });
    const group = await screen.findByRole('group', { name: 'Conditions' });
    expect((await within(group).findByRole('alert')).textContent).toBe(
      'This field + operator requires an IP or CIDR',
    );
  });

  it('[001-5.4] [001-5.5] names unknown databases and tables and clears them', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?databases[]=nope&tables[]=gone&queryId=old', fake);
    expect(await screen.findByText('Invalid database(s): nope. Invalid table(s): gone')).toBeDefined();
    await waitFor(() => expect(address()).not.toContain('nope'));
  });

  it('[001-2.38] [001-2.40] chooses all tables or those that match, and drops what leaves the databases', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/', fake);
    await userEvent.click(await screen.findByRole('button', { name: /Search Tables/ }));
    expect(await screen.findByRole('button', { name: 'Select all (3)' })).toBeDefined();
    await userEvent.type(screen.getByRole('combobox', { name: 'Table' }), 'cloudtrail');
    await userEvent.click(screen.getByRole('button', { name: 'Select matches (2)' }));
    await waitFor(() => expect(address()).toContain('tables[]=panther_signals.aws_cloudtrail'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: /Databases/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Signals/ }));
    await waitFor(() => expect(address()).not.toContain('tables[]=panther_logs'));
    expect(address()).toContain('tables[]=panther_signals.aws_cloudtrail');
  });

  it('[001-2.66] [001-5.11] says what a condition lacks, then runs it', async () => {
    const fake = server();
    await open('/investigate/search/', fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Condition' }));
    await userEvent.click(screen.getByRole('button', { name: /Run/ }));
    const group = screen.getByRole('group', { name: 'Conditions' });
    expect((await within(group).findByRole('alert')).textContent).toBe('This field is required');
    expect(fake.started).toEqual([]);
    await userEvent.type(within(group).getByRole('textbox'), 'AWS.CloudTrail{Control>}{Enter}{/Control}');
    await waitFor(() => expect(fake.started).toHaveLength(1));
    expect(JSON.parse(fake.started[0]!.filters)).toMatchObject({
      or: [{ and: [{ target: 'p_log_type', operator: 'is', value: '"AWS.CloudTrail"' }] }],
    });
  });

  it('narrows by a value of the summary', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?q=report', fake);
    const fields = await screen.findByRole('region', { name: 'In this table' });
    await userEvent.click(await within(fields).findByRole('button', { name: /eventName/ }));
    await userEvent.click(await within(fields).findByTitle('Add to search: eventName is GetObject'));
    await waitFor(() => expect(fake.started).toHaveLength(2));
    expect(JSON.parse(fake.started[1]!.filters)).toMatchObject({
      text: 'report',
      or: [{ and: [{ target: 'eventName', operator: 'is', value: '"GetObject"' }] }],
    });
    await waitFor(() => expect(address()).toContain('queryId=q2'));
  });

  it('[001-2.59] [001-2.60] offers copy, and Indicator Search in a new tab for texts only', async () => {
    const withCode = events.map((event) => ({ ...event, code: 7 }));
    const fake = server((part) =>
      part.component.startsWith('details')
        ? results(withCode, {
            p_event_time: 'timestamp',
            p_log_type: 'string',
            eventName: 'string',
            code: 'int',
          })
        : answerPart(part),
    );
    await open('/investigate/search/?q=report', fake);
    await userEvent.click(await screen.findByText('GetObject', { selector: '[role=gridcell]' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Field eventName' }));
    const link = await screen.findByRole('menuitem', { name: /Indicator Search/ });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('href')).toBe('/investigate/search/?q=%22GetObject%22&timeFrame=AllTime');
    expect(screen.getByRole('menuitem', { name: /Copy value/ })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Field code' }));
    expect(await screen.findByRole('menuitem', { name: 'Exclude from search' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: /Indicator Search/ })).toBeNull();
  });

  it('[001-2.54] [001-2.55] [001-2.56] keeps size and showing of the histogram in this browser', async () => {
    await open('/investigate/search/?queryId=old', server());
    await userEvent.click(await screen.findByRole('button', { name: 'Expand histogram' }));
    expect(localStorage.getItem('margay.search.histogramSize')).toBe('large');
    await userEvent.click(screen.getByRole('button', { name: 'Histogram menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide histogram' }));
    expect(localStorage.getItem('margay.search.showHistogram')).toBe('false');
    expect(screen.queryByRole('figure', { name: 'Events per Log Type' })).toBeNull();
  });

  it('[001-2.77] [001-2.78] picks relative times, and keeps what was on Cancel', async () => {
    const { address } = await open('/investigate/search/', server());
    const choose = async () => {
      await userEvent.click(await screen.findByRole('button', { name: /^Time frame/ }));
      await userEvent.click(await screen.findByRole('option', { name: 'Relative' }));
      const count = await screen.findByRole('spinbutton', { name: 'Last' });
      await userEvent.clear(count);
      await userEvent.type(count, '45');
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'hours');
    };
    await choose();
    expect(screen.getByRole('button', { name: 'Other options' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Time frame Last 20 minutes' })).toBeDefined();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('button', { name: 'Time frame Last 45 hours' })).toBeDefined();
    await waitFor(() =>
      expect(address()).toContain('timeFrame=relative&relativeNumberVal=45&relativeTimeUnit=hours'),
    );
  });

  it('[001-2.42] runs SQL from a link and changes the mode', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?mode=sql&q=select%201', fake);
    await waitFor(() => expect(fake.started).toMatchObject([{ language: 'sql', filters: 'select 1' }]));
    await userEvent.click(screen.getByRole('radio', { name: 'Search' }));
    await waitFor(() => expect(address()).not.toContain('mode=sql'));
    expect(await screen.findByRole('searchbox', { name: 'Words to search for' })).toBeDefined();
  });
});
