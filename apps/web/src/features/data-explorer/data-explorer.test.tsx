import { linkOf } from './copy-link.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { finishedSearch } from '../../testing/finished-search.ts';
import type { SqlInput } from './queries.ts';
import { changedTab, isChanged, nameFault, readTabs, withoutTab, withTab } from './query-tabs.ts';
import { pathText, previewText, sqlName, treeRows } from './tree-rows.ts';

const column = (name: string, type = 'string', fields: { path: string; type: string }[] = []) => ({
  name,
  type,
  fields,
});
const cloudTrail = {
  databaseName: 'panther_logs',
  name: 'aws_cloudtrail',
  displayName: 'CloudTrail',
  description: null,
  logType: 'AWS.CloudTrail',
  groupedBy: ['eventName', 'userIdentity.arn'],
  columns: [
    column('eventName'),
    column('userIdentity', 'object', [{ path: 'userIdentity.arn', type: 'string' }]),
    column('p_event_time', 'timestamp'),
  ],
};
const okta = { ...cloudTrail, name: 'okta_systemlog', logType: 'Okta.SystemLog', columns: [column('actor')] };
const databases = [
  { name: 'panther_logs', displayName: 'Logs', tables: [cloudTrail, okta] },
  { name: 'panther_signals', displayName: 'Signals', tables: [] },
];

const savedSearch = {
  id: 'sq1',
  versionId: 'v1',
  name: 'Logins',
  description: '',
  tags: [],
  queryKind: 'sql',
  sqlQuery: 'select 7',
  query: null,
  simpleSearchQueryFilter: null,
  queryCookie: null,
  startTime: null,
  endTime: null,
  databases: [],
  tables: [],
  limit: null,
  relativeTime: null,
  relativeNumberVal: null,
  relativeTimeUnit: null,
  sortDirection: null,
  managed: false,
  notRunReason: null,
  updatedAt: '2026-11-20T09:00:00Z',
  schedule: null,
  lastRun: null,
};

/** A server of functions. A query that holds `wrong` is refused; the ids of summaries start with `s`. */
function server() {
  const started: SqlInput[] = [];
  const summaries: unknown[] = [];
  const puts: Record<string, unknown>[] = [];
  const orders: unknown[] = [];
  const cancelled: unknown[] = [];
  let part: (id: string, component: string) => unknown = (id, component) => {
    if (id.startsWith('s'))
      return finishedSearch(
        [
          {
            value: '203.0.113.7',
            row_count: 2,
            first_seen: '2026-11-20 08:00:00',
            last_seen: '2026-11-20 09:00:00',
          },
        ],
        { value: 'string', row_count: 'bigint', first_seen: 'timestamp', last_seen: 'timestamp' },
      );
    if (component === 'timeline') return finishedSearch([], { bucketSeconds: null }, 2);
    return finishedSearch(
      [
        { eventName: 'GetObject', n: 2 },
        { eventName: 'PutObject', n: 1 },
      ],
      {
        eventName: 'string',
        n: 'bigint',
      },
    );
  };
  const { graphql: request } = answeringServer({
    LoadAllSchemaEntities: () => ({ dataLakeDatabases: databases }),
    SavedQueryText: () => ({ savedQuery: savedSearch }),
    SavedSearch: () => ({ savedQuery: savedSearch }),
    ExplainDataLakeQuery: ({ input }) => ({
      explainDataLakeQuery: {
        sql: `expanded ${(input as SqlInput).sql}`, // as queries.ts writes it
        startTime: '2026-11-19T09:00:00Z',
        endTime: null,
        rowLimit: 1000,
        tables: [{ databaseName: 'panther_logs', name: 'aws_cloudtrail' }],
        diagnostics: [],
      },
    }),
    ExecuteDataLakeQuery: ({ input }) => {
      const asked = input as SqlInput; // as queries.ts writes it
      started.push(asked);
      if (!asked.sql.includes('wrong')) return { executeDataLakeQuery: { id: `q${started.length}` } };
      const problem = {
        severity: 'error',
        code: 'x',
        message: 'No such column',
        line: 1,
        column: 8,
        endLine: 1,
        endColumn: 13,
      };
      return new RequestError('No such column', 400, { details: { diagnostics: [problem] } });
    },
    SummarizeDataLakeQuery: ({ input }) => {
      summaries.push(input);
      return { summarizeDataLakeQuery: { id: 's1' } };
    },
    DataLakeQueryText: () => ({ dataLakeQuery: { sql: 'SELECT summary' } }),
    PutSavedSearch: ({ input }) => {
      const put = input as Record<string, unknown>; // as the form of saved searches writes it
      puts.push(put);
      return { putSavedQuery: { savedQuery: { ...savedSearch, ...put, id: 'sq9', schedule: null } } };
    },
    CsvExports: () => ({ csvExports: [] }),
    SearchOfCsv: () => ({ dataLakeQuery: { params: { language: 'sql', filters: 'select eventName, n' } } }),
    StartAsyncDownload: ({ input }) => {
      orders.push(input);
      return { startAsyncDownloadOfAllQueryResults: { error: null } };
    },
    CancelUberSearch: ({ input }) => {
      cancelled.push(input);
      return { cancelDataLakeQuery: { id: 'q1' } };
    },
    UberSearch: ({ id, component }) => ({ uberSearch: part(String(id), String(component)) }),
  });
  return {
    request,
    started,
    summaries,
    puts,
    orders,
    cancelled,
    answer: (next: typeof part) => (part = next),
  };
}

const open = (path: string, { request }: { request: GraphqlClient['request'] }) =>
  renderConsole({ path, permissions: ['DataAnalyticsRead', 'DataAnalyticsModify'], graphql: request });
const tabs = (...texts: string[]) =>
  localStorage.setItem(
    'margay.dataExplorer.tabs',
    JSON.stringify({
      activeId: 't0',
      tabs: texts.map((text, index) => ({
        id: `t${index}`,
        name: `Query ${index + 1}`,
        text,
        opened: '',
        database: 'panther_logs',
      })),
    }),
  );

beforeEach(() => localStorage.clear());

describe('Data Explorer', () => {
  it('[001-2.7] [000-2.37] opens a saved search in a tab, and leaves its id out of the address', async () => {
    const { address } = await open('/investigate/data-explorer/?savedQueryId=sq1', server());
    expect(await screen.findByRole('tab', { name: 'Logins', selected: true })).toBeDefined();
    await waitFor(() => expect(address()).not.toContain('savedQueryId'));
    expect(screen.getAllByRole('tab', { name: /^(Query|Logins)/ })).toHaveLength(3);
  });

  it('opens the text of a link in a tab, and copies such a link', async () => {
    const link = linkOf(
      { id: 't', name: 'x', text: 'select 7', opened: '', database: 'panther_signals' },
      '',
    );
    const { address } = await open(link, server());
    expect(await screen.findByRole('tab', { name: 'Query 2', selected: true })).toBeDefined();
    await waitFor(() => expect(address()).not.toContain('q='));
    await waitFor(() =>
      expect(localStorage.getItem('margay.dataExplorer.tabs')).toMatch(
        /"text":"select 7".*"panther_signals"/,
      ),
    );
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
  });

  it('runs the query of the tab, shows its rows and what it reads', async () => {
    tabs('select eventName, n');
    const fake = server();
    await open('/investigate/data-explorer/', fake);
    await userEvent.click(await screen.findByRole('button', { name: /^Run/ }));
    expect(await screen.findByText('GetObject', { selector: '[role=gridcell]' })).toBeDefined();
    expect(fake.started).toEqual([{ sql: 'select eventName, n', databaseName: 'panther_logs' }]);
    expect(screen.getByText('Full result')).toBeDefined();
    await userEvent.click(screen.getByRole('tab', { name: 'Query info' }));
    expect(await screen.findByText('expanded select eventName, n')).toBeDefined();
    expect(screen.getByText('panther_logs.aws_cloudtrail')).toBeDefined();
    expect(screen.getByText('At most 1,000: the query has no LIMIT')).toBeDefined();
  });

  it('runs the statement at the cursor where a text holds several, and lays out each', async () => {
    tabs("select 1;\n\nselect ';' as wrong");
    const lake = server();
    await open('/investigate/data-explorer/', lake);
    await userEvent.click(await screen.findByRole('button', { name: 'Run statement' }));
    await waitFor(() => expect(lake.started).toMatchObject([{ sql: 'select 1' }]));
    const save = screen.getByRole('button', { name: 'Save as' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Format' }));
    const laidOut = JSON.stringify("SELECT 1;\n\nSELECT ';' AS wrong;");
    await waitFor(() => expect(localStorage.getItem('margay.dataExplorer.tabs')).toContain(laidOut));
  });
  it('shows a refusal at its place in the text', async () => {
    tabs('select wrong');
    await open('/investigate/data-explorer/', server());
    await userEvent.click(await screen.findByRole('button', { name: /^Run/ }));
    expect(await screen.findByText('The query cannot run')).toBeDefined();
    expect(screen.getByRole('button', { name: '1:8 No such column' })).toBeDefined();
  });

  it('reads a text as PantherFlow where a line of it says so', async () => {
    tabs('-- pragma: pantherflow\nlet n = 5; aws_cloudtrail|limit n');
    const fake = server();
    const { container } = await open('/investigate/data-explorer/', fake);
    const editor = await screen.findByRole('textbox', { name: /^PantherFlow of / });
    await waitFor(() => expect(container.querySelector('.cm-inlayHint')?.textContent).toBe(': int'));
    await userEvent.click(screen.getByRole('button', { name: 'Format' }));
    await waitFor(() => expect(editor.textContent).toContain('aws_cloudtrail| limit n'));
    await userEvent.click(screen.getByRole('button', { name: /^Run/ }));
    await waitFor(() => expect(fake.started[0]?.sql).toContain('\n| limit n'));
  });

  it('cancels a query that runs', async () => {
    tabs('select 1');
    const fake = server();
    fake.answer(() => ({ ...finishedSearch([], {}), status: 'running', results: null }));
    await open('/investigate/data-explorer/', fake);
    await userEvent.click(await screen.findByRole('button', { name: /^Run/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('No results yet')).toBeDefined();
    await waitFor(() => expect(fake.cancelled).toEqual([{ id: 'q1' }]));
  });

  it('summarizes a column and opens the summary as a query', async () => {
    tabs('select eventName, n');
    const fake = server();
    await open('/investigate/data-explorer/', fake);
    await userEvent.click(await screen.findByRole('button', { name: /^Run/ }));
    await screen.findByText('GetObject', { selector: '[role=gridcell]' });
    await userEvent.click(screen.getByRole('tab', { name: 'Summarize' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Column to summarize' }));
    await userEvent.click(await screen.findByRole('option', { name: 'eventName' }));
    const values = await screen.findByRole('grid', { name: 'Values of eventName' });
    expect(await within(values).findByText('203.0.113.7')).toBeDefined();
    expect(fake.summaries).toEqual([{ id: 'q1', column: 'eventName', sortDir: 'descending' }]);
    await userEvent.click(screen.getByRole('radio', { name: 'Lowest' }));
    await waitFor(() => expect(fake.summaries.at(-1)).toMatchObject({ sortDir: 'ascending' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Open as query' }));
    expect(await screen.findByRole('tab', { name: 'eventName summary', selected: true })).toBeDefined();
  });

  it('saves what the table shows at once, and orders a file of every row', async () => {
    tabs('select eventName, n');
    const fake = server();
    const files: Blob[] = [];
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:x';
    });
    await open('/investigate/data-explorer/', fake);
    expect((await screen.findByRole('button', { name: 'CSV' })).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(await screen.findByRole('button', { name: /^Run/ }));
    await screen.findByText('GetObject', { selector: '[role=gridcell]' });
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'The columns of the table, 2 rows' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]!.text()).toBe('eventName,n\r\nGetObject,2\r\nPutObject,1\r\n');
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'All 2 rows, in the background' }));
    await waitFor(() => expect(fake.orders).toHaveLength(1));
    expect(fake.orders[0]).toMatchObject({
      originalQueryId: 'q1',
      columns: ['eventName', 'n'],
      params: { language: 'sql', filters: 'select eventName, n' },
    });
    made.mockRestore();
  });

  it('saves the text of a tab as a search, which the tab then belongs to', async () => {
    tabs('select 1', '-- pragma: pantherflow\npanther_logs.aws_cloudtrail');
    const fake = server();
    await open('/investigate/data-explorer/', fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Save as' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Logins');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('tab', { name: 'Logins', selected: true })).toBeDefined();
    expect(fake.puts[0]).toMatchObject({
      name: 'Logins',
      queryKind: 'sql',
      sqlQuery: 'select 1',
      databases: [],
    });
    await waitFor(() =>
      expect(localStorage.getItem('margay.dataExplorer.tabs')).toContain('"savedQueryId":"sq9"'),
    );
    await userEvent.click(screen.getByRole('tab', { name: /^Query 2/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save as' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Flow');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.puts).toHaveLength(2));
    expect(fake.puts[1]).toMatchObject({ queryKind: 'pantherflow', query: 'panther_logs.aws_cloudtrail' });
  });

  it('[001-5.63] asks before a changed tab closes, renames tabs without doubles, and keeps them', async () => {
    tabs('select 1', '');
    await open('/investigate/data-explorer/', server());
    const first = await screen.findByRole('tab', { name: /^Query 1/ });
    await userEvent.dblClick(first);
    const name = await screen.findByRole('textbox', { name: /Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, 'Query 2');
    expect(screen.getByText('Cannot have duplicate tab name')).toBeDefined();
    await userEvent.type(name, '1{Enter}');
    expect(await screen.findByRole('tab', { name: /^Query 21/ })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Close Query 21' }));
    expect(await screen.findByText(/is kept nowhere else/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('tab', { name: /^Query 21/ })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Close Query 2' }));
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Query 2' })).toBeNull());
    await waitFor(() =>
      expect(localStorage.getItem('margay.dataExplorer.tabs')).toContain('"name":"Query 21"'),
    );
  });

  it('opens the tree by keyboard and previews a table', async () => {
    await open('/investigate/data-explorer/', server());
    await userEvent.click(await screen.findByRole('button', { name: 'Tables' }));
    const tree = await screen.findByRole('tree', { name: 'Databases, tables and columns' });
    const table = await within(tree).findByRole('treeitem', { name: /aws_cloudtrail/ });
    expect(table.title).toMatch(/Events of an hour are kept together by eventName, userIdentity\.arn\./);
    within(tree).getByRole('treeitem', { name: /Logs/ }).focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(table));
    await userEvent.keyboard('{ArrowRight}');
    expect(await within(tree).findByRole('treeitem', { name: /eventName/ })).toBeDefined();
    await userEvent.click(within(table).getByRole('button', { name: 'Preview aws_cloudtrail' }));
    expect(await screen.findByRole('tab', { name: 'aws_cloudtrail', selected: true })).toBeDefined();
  });
});

describe('query tabs', () => {
  let next = 0;
  const newId = () => `n${next++}`;

  it('are one empty tab where nothing readable was kept', () => {
    for (const text of [undefined, '', '{', '{"tabs":[]}', '{"activeId":"x","tabs":[{"id":1}]}'])
      expect(readTabs(text, newId).tabs).toMatchObject([
        { name: 'Query 1', text: '', database: 'panther_logs' },
      ]);
  });

  it('read what they were written as, and open one that is there', () => {
    const kept = withTab(readTabs(undefined, newId), { id: 'b', name: 'Query 1', text: 'x' });
    expect(kept.tabs.map(({ name }) => name)).toEqual(['Query 1', 'Query 1 (2)']);
    expect(readTabs(JSON.stringify(kept), newId)).toEqual(kept);
    expect(readTabs(JSON.stringify({ ...kept, activeId: 'gone' }), newId).activeId).toBe(kept.tabs[0]!.id);
  });

  it('open the neighbour of one that closes', () => {
    const three = ['a', 'b', 'c'].reduce((state, id) => withTab(state, { id }), {
      tabs: [],
      activeId: '',
    } as ReturnType<typeof readTabs>);
    expect(withoutTab(three, 'c', newId).activeId).toBe('b');
    expect(withoutTab(three, 'a', newId).activeId).toBe('c');
    expect(withoutTab({ tabs: three.tabs.slice(0, 1), activeId: 'a' }, 'a', newId).tabs).toHaveLength(1);
  });

  it('are changed when their text is, and have names of their own', () => {
    const state = withTab({ tabs: [], activeId: '' }, { id: 'a', text: 'select 1' });
    expect(isChanged(state.tabs[0]!)).toBe(false);
    const changed = changedTab(state, 'a', { text: 'select 2' });
    expect(isChanged(changed.tabs[0]!)).toBe(true);
    expect(nameFault(state.tabs, 'b', 'Query 1')).toBe('Cannot have duplicate tab name');
    expect(nameFault(state.tabs, 'a', 'Query 1')).toBeUndefined();
    expect(nameFault(state.tabs, 'a', ' ')).toBe('This field is required');
  });
});

describe('the tree of the lake', () => {
  const keys = (open: string[], words = '') =>
    treeRows(databases, new Set(open), words).map(({ key }) => key);

  it('shows what is open', () => {
    expect(keys([])).toEqual(['panther_logs', 'panther_signals']);
    const opened = [
      'panther_logs',
      'panther_logs.aws_cloudtrail',
      'panther_logs.aws_cloudtrail.userIdentity',
    ];
    expect(keys(opened)).toEqual([
      'panther_logs',
      'panther_logs.aws_cloudtrail',
      'panther_logs.aws_cloudtrail.eventName',
      'panther_logs.aws_cloudtrail.userIdentity',
      'panther_logs.aws_cloudtrail.userIdentity.arn',
      'panther_logs.aws_cloudtrail.p_event_time',
      'panther_logs.okta_systemlog',
      'panther_signals',
    ]);
  });

  it('finds tables and columns by a part of their name', () => {
    expect(keys([], 'OKTA')).toEqual(['panther_logs', 'panther_logs.okta_systemlog']);
    expect(keys([], 'eventn')).toEqual([
      'panther_logs',
      'panther_logs.aws_cloudtrail',
      'panther_logs.aws_cloudtrail.eventName',
    ]);
    expect(keys([], 'nothing')).toEqual([]);
  });

  it('writes names as SQL takes them', () => {
    expect(sqlName('eventName')).toBe('eventName');
    expect(sqlName('user agent"')).toBe('"user agent"""');
    expect(pathText('userIdentity.arn')).toBe('userIdentity:arn');
    expect(previewText(cloudTrail)).toBe(
      "SELECT *\nFROM panther_logs.public.aws_cloudtrail\nWHERE p_occurs_since('1 d')\nORDER BY p_event_time DESC\nLIMIT 100",
    );
    expect(previewText(okta)).toBe('SELECT *\nFROM panther_logs.public.okta_systemlog\nLIMIT 100');
  });
});
