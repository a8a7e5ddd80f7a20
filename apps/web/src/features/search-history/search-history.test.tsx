import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { emptySearch } from '../../testing/empty-search.ts';
import { searchText } from '../../lib/data-lake/search-text.ts';
import type { HistoryEntry } from './queries.ts';

const entry = (id: string, over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  name: null,
  status: 'succeeded',
  kind: 'adhoc',
  message: '',
  sql: `select '${id}'`,
  params: { language: 'sql', filters: `select '${id}'`, limit: 1000 },
  startedAt: '2026-11-20T09:30:00Z',
  completedAt: null,
  issuedBy: { id: 'u1', name: 'Ana', kind: 'person' },
  progress: { readRows: 0, readBytes: 0, totalRows: 0, elapsedMs: 0 },
  stats: { bytesScanned: 2048, executionTime: 290, rowCount: 128 },
  ...over,
});
const running = entry('run', {
  status: 'running',
  stats: null,
  progress: { readRows: 62, readBytes: 4096, totalRows: 100, elapsedMs: 4100 },
});

function server(entries: HistoryEntry[]) {
  return answeringServer({
    ...emptySearch,
    SearchHistory: () => ({
      dataLakeQueries: {
        edges: entries.map((node) => ({ node })),
        pageInfo: { hasNextPage: false, endCursor: null },
      },
    }),
    CancelSearch: () => ({ cancelDataLakeQuery: { id: 'run' } }),
    Notifications: () => ({
      notifications: { edges: [], pageInfo: { hasNextPage: false, endCursor: null }, unreadCount: 0 },
    }),
  });
}
const open = (fake: ReturnType<typeof server>, query = '') =>
  renderConsole({
    path: `/investigate/search-history/${query}`,
    permissions: ['DataAnalyticsRead'],
    graphql: fake.graphql,
  });
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => localStorage.clear());

describe('search history', () => {
  it('[000-2.139] [000-2.40] shows who asked what, and what it cost', async () => {
    await open(server([entry('a'), running]));
    expect(await screen.findByRole('heading', { name: 'Search History' })).toBeDefined();
    expect(screen.getByText('Past 30 days of searches and SQL queries')).toBeDefined();
    const done = within(await rowOf(/select 'a'/));
    for (const text of ['SQL', 'Succeeded', '290 ms', '128']) expect(done.getByText(text)).toBeDefined();
    expect(within(await rowOf(/select 'run'/)).getByText(/Running/).textContent).toBe('Running 62%');
  });

  it('asks with the filters of the address', async () => {
    const fake = server([]);
    await open(fake, '?search=needle&kinds[]=scheduled&status[]=failed&by[]=u1&sortDir=ascending');
    expect(await screen.findByText('No Results')).toBeDefined();
    expect(fake.inputsOf('SearchHistory')[0]).toEqual({
      contains: 'needle',
      kinds: ['scheduled'],
      status: ['failed'],
      issuedBy: ['u1'],
      sortDir: 'ascending',
      pageSize: 50,
    });
  });

  it('cancels what runs', async () => {
    const fake = server([running]);
    await open(fake);
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
    await waitFor(() => expect(fake.inputsOf('CancelSearch')).toEqual([{ id: 'run' }]));
  });

  it('opens kept results, or runs again', async () => {
    const fake = server([entry('a')]);
    const { address } = await open(fake);
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Open results' }));
    await waitFor(() => expect(address()).toContain('/investigate/search/'));
    expect(address()).toContain('queryId=a');
  });
});

describe('the text of a search', () => {
  it('is one line of at most 100 characters', () => {
    expect(searchText({ sql: 'select\n  1', params: {} })).toBe('select 1');
    expect(searchText({ sql: 'x'.repeat(200), params: {} })).toBe(`${'x'.repeat(100)}…`);
  });

  it('is words and conditions of the form, and where it looked', () => {
    const filters = JSON.stringify({
      text: 'needle',
      or: [{ and: [{ target: 'eventName', operator: 'is', value: '"GetObject"' }] }],
    });
    expect(searchText({ sql: '', params: { filters, tables: ['panther_logs.aws_cloudtrail'] } })).toBe(
      'needle, eventName is "GetObject" in panther_logs.aws_cloudtrail',
    );
    expect(searchText({ sql: '', params: { filters: '', databases: ['panther_logs'] } })).toBe(
      'All events in panther_logs',
    );
    expect(searchText({ sql: '', params: undefined })).toBe('All events');
  });
});
