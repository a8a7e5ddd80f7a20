import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { emptySearch } from '../../testing/empty-search.ts';
import type { PutSavedSearch, SavedRun, SavedSearch } from './queries.ts';

const run: SavedRun = {
  id: 'r1',
  trigger: 'SCHEDULE',
  state: 'FAILED',
  scheduledAt: '2026-11-20T09:30:00Z',
  nextAttemptAt: null,
  attempts: 1,
  startedAt: '2026-11-20T09:30:01Z',
  completedAt: '2026-11-20T09:34:00Z',
  rowCount: null,
  isCut: false,
  bytesScanned: 2048,
  elapsedMs: 240_000,
  matchCount: null,
  errorCount: null,
  error: 'The search ran longer than allowed and was stopped. Narrow its time range.',
};
const keys: SavedSearch = {
  id: 'Keys',
  versionId: 'v1',
  name: 'Keys',
  description: 'Keys of new networks',
  tags: ['AWS'],
  queryKind: 'sql',
  sqlQuery: 'select 1',
  query: null,
  simpleSearchQueryFilter: null,
  queryCookie: null,
  startTime: null,
  endTime: null,
  relativeTime: null,
  relativeNumberVal: null,
  relativeTimeUnit: null,
  limit: null,
  sortDirection: null,
  databases: [],
  tables: [],
  managed: false,
  notRunReason: null,
  updatedAt: '2026-11-20T09:00:00Z',
  schedule: {
    rateMinutes: 60,
    cron: null,
    timeoutMinutes: 4,
    disabled: false,
    nextRunAt: '2026-11-20T10:00:00Z',
  },
  lastRun: run,
};
const form: SavedSearch = {
  ...keys,
  id: 'Sign-ins',
  name: 'Sign-ins',
  queryKind: 'simplesearch',
  sqlQuery: null,
  simpleSearchQueryFilter: '{"text":"ConsoleLogin"}',
  startTime: '0001-01-01T00:00:00Z',
  endTime: '0001-01-01T00:00:00Z',
  schedule: null,
  lastRun: null,
};

function server(searches: SavedSearch[] = [keys, form]) {
  return answeringServer({
    ...emptySearch,
    SavedSearches: () => ({
      savedQueries: { totalItems: searches.length, edges: searches.map((node) => ({ node })) },
    }),
    SavedSearchCount: () => ({ savedQueries: { totalItems: searches.length } }),
    SavedSearch: ({ id }) => ({ savedQuery: searches.find((one) => one.id === id) ?? null }),
    SavedSearchToOpen: ({ id }) => ({ savedQuery: searches.find((one) => one.id === id) ?? null }),
    RulesOfSavedSearch: () => ({ savedQuery: { scheduledRules: [{ id: 'R.1', displayName: 'New Key' }] } }),
    RunsOfSavedSearch: () => ({
      savedQueryRuns: { edges: [{ node: run }], pageInfo: { hasNextPage: false, endCursor: null } },
    }),
    SchedulePreview: () => ({
      schedulePreview: {
        times: ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'],
        error: null,
      },
    }),
    PutSavedSearch: ({ input }) => {
      const put = input as PutSavedSearch; // as the form writes it
      const schedule = put.schedule && { ...put.schedule, nextRunAt: null };
      return { putSavedQuery: { savedQuery: { ...keys, ...put, schedule } } };
    },
    SwitchSavedSearches: () => ({ setDetectionsEnabled: { ids: ['Keys'] } }),
    DeleteSavedSearches: () => ({ deleteSavedQueries: { ids: ['Keys'] } }),
    RunSavedSearch: () => ({ runSavedQuery: { id: 'q9' } }),
  });
}
const modify = ['DataAnalyticsRead', 'DataAnalyticsModify'];
const open = (fake: ReturnType<typeof server>, path = '/investigate/saved-searches/', permissions = modify) =>
  renderConsole({ path, permissions, graphql: fake.graphql });
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });
async function choose(name: string, entry: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

beforeEach(() => localStorage.clear());

describe('the search screen', () => {
  it('opens a saved search, names it, and says once it is changed', async () => {
    await open(server(), '/investigate/search/');
    await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Sign-ins/ }));
    const name = await screen.findByRole('status', { name: 'Saved search' });
    await waitFor(() => expect(name.textContent).toBe('Sign-insSaved'));
    const words = await screen.findByRole('searchbox', { name: 'Words to search for' });
    expect(words).toHaveProperty('value', 'ConsoleLogin');
    await userEvent.type(words, ' root');
    await waitFor(() => expect(name.textContent).toBe('Sign-insEdited'));
    // Opened anew it is as it was saved.
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Sign-ins/ }));
    await waitFor(async () =>
      expect(await screen.findByRole('searchbox', { name: 'Words to search for' })).toHaveProperty(
        'value',
        'ConsoleLogin',
      ),
    );
  });

  it('schedules a search of the form', async () => {
    const fake = server();
    await open(fake, '/investigate/search/?q=root&timeFrame=LastHour');
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save search' });
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Root');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save and schedule' }));
    await waitFor(() =>
      expect(fake.inputsOf('PutSavedSearch')).toMatchObject([
        {
          name: 'Root',
          queryKind: 'simplesearch',
          simpleSearchQueryFilter: '{"text":"root"}',
          relativeTime: 'PT1H',
          schedule: { rateMinutes: 60, disabled: false },
        },
      ]),
    );
  });
});

describe('saved searches', () => {
  it('[000-1.18] lists kind, schedule, runs and state; the newest first', async () => {
    const fake = server();
    await open(fake);
    const row = await rowOf('Keys');
    for (const text of ['SQL', 'every 1 hour', 'Failed']) expect(within(row).getByText(text)).toBeDefined();
    expect(within(await rowOf('Sign-ins')).getByText('Off')).toBeDefined();
    expect(fake.inputsOf('SavedSearches')).toEqual([
      { sortBy: 'updatedAt', sortDir: 'descending', pageSize: 25, cursor: '1' },
    ]);
  });

  it('[001-9.35] can be in four orders', async () => {
    const fake = server();
    await open(fake);
    await rowOf('Keys');
    await userEvent.click(screen.getByRole('button', { name: 'Last updated' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Alphabetical',
      'Last accessed',
      'Last created',
      'Last updated',
    ]);
    await userEvent.click(entries[1]!);
    await waitFor(() =>
      expect(fake.inputsOf('SavedSearches').at(-1)).toMatchObject({
        sortBy: 'lastAccessedAt',
        sortDir: 'descending',
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Last accessed' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Alphabetical' }));
    await waitFor(() =>
      expect(fake.inputsOf('SavedSearches').at(-1)).toMatchObject({ sortBy: 'name', sortDir: 'ascending' }),
    );
  });

  it('takes its filters from the address', async () => {
    const fake = server();
    await open(
      fake,
      '/investigate/saved-searches/?search=key&tags[]=AWS&active=true&sortBy=name&sortDir=ascending&page=2',
    );
    await rowOf('Keys');
    expect(fake.inputsOf('SavedSearches')[0]).toEqual({
      contains: 'key',
      tags: ['AWS'],
      isActive: true,
      sortBy: 'name',
      sortDir: 'ascending',
      pageSize: 25,
      cursor: '2',
    });
  });

  it('[001-6.4] [000-6.22] [002-6.19] needs DataAnalyticsModify for every change', async () => {
    const fake = server();
    await open(fake, undefined, ['DataAnalyticsRead']);
    const paused = within(await rowOf('Keys')).getByRole<HTMLInputElement>('switch');
    expect(paused.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Keys' }));
    const reason = 'You need the permission DataAnalyticsModify for this. Ask an administrator.';
    for (const name of ['Run now', 'Edit name, tags, schedule', 'Pause the schedule', 'Delete'])
      expect((await screen.findByRole('menuitem', { name })).title).toBe(reason);
  });

  it('pauses a schedule, and shows what became of its runs', async () => {
    const fake = server();
    await open(fake);
    await userEvent.click(within(await rowOf('Keys')).getByRole('switch'));
    await waitFor(() =>
      expect(fake.inputsOf('SwitchSavedSearches')).toEqual([{ ids: ['Keys'], enabled: false }]),
    );
    await choose('Keys', 'See its runs');
    const runs = await screen.findByRole('list', { name: 'Runs' });
    expect(await within(runs).findByText(/Narrow its time range/)).toBeDefined();
    expect(within(runs).getByText('Failed')).toBeDefined();
  });

  it('says which rules use it before it deletes', async () => {
    const fake = server();
    await open(fake);
    await choose('Keys', 'Delete');
    expect(
      await screen.findByText(/cannot be deleted while scheduled rules judge its rows: Keys: New Key/),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(fake.callsOf('DeleteSavedSearches')).toEqual([]);
    await choose('Sign-ins', 'Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(fake.inputsOf('DeleteSavedSearches')).toEqual([{ ids: ['Sign-ins'] }]));
  });

  it('[001-5.7] warns of a missing limit, shows the next runs and saves', async () => {
    const fake = server();
    await open(fake);
    await choose('Keys', 'Edit name, tags, schedule');
    const dialog = await screen.findByRole('dialog', { name: 'Save search' });
    expect(
      within(dialog).getByText(/A scheduled query needs a limit clause if the SQL has none/),
    ).toBeDefined();
    expect(await within(dialog).findByText('Nov 20, 10:00 · Nov 20, 11:00 · Nov 20, 12:00')).toBeDefined();
    expect(await within(dialog).findByRole('link', { name: 'New Key' })).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save and schedule' }));
    await waitFor(() => expect(fake.inputsOf('PutSavedSearch')).toHaveLength(1));
    expect(fake.inputsOf('PutSavedSearch')[0]).toMatchObject({
      id: 'Keys',
      versionId: 'v1',
      sqlQuery: 'select 1\nLIMIT 1000',
      tags: ['AWS'],
      schedule: { rateMinutes: 60, cron: null, timeoutMinutes: 4, disabled: false },
    });
  });

  it('opens in Search with its values, and stays its origin', async () => {
    const fake = server();
    const { address } = await open(fake, '/investigate/search/?savedQueryId=Sign-ins');
    await waitFor(() => expect(fake.inputsOf('RunUberSearch')).toHaveLength(1));
    expect(fake.inputsOf('RunUberSearch')[0]).toMatchObject({
      params: { language: 'simplesearch', filters: '{"text":"ConsoleLogin"}', relativeTime: 'PAllTime' },
    });
    await waitFor(() => expect(address()).toContain('queryId=q1'));
    expect(address()).toContain('savedQueryId=Sign-ins');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save search' });
    await userEvent.type(within(dialog).getByLabelText(/^Name/), ' 2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as new' }));
    await waitFor(() => expect(fake.inputsOf('PutSavedSearch')).toHaveLength(1));
    const [input] = fake.inputsOf('PutSavedSearch');
    expect(input).toMatchObject({ name: 'Sign-ins 2', queryKind: 'simplesearch' });
    expect(input).not.toHaveProperty('id');
  });
});
