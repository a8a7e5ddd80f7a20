import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Asked } from '../support/asked.ts';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { countRows } from '../support/lake.ts';
import { searchPage } from '../support/search-page.ts';
import { see } from '../support/see.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** What a search asks of the server, in which order and when no more, and how its file is ordered. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let screen: ReturnType<typeof searchPage>;
let asked: ReturnType<typeof listen>;

/** A wait ends as soon as it sees what it waits for. */
const patience = { timeout: 60_000 };

/** More than two pages of rows, one event a second. */
const events = 2_100;
const stopped = 70;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startTestServer({ environment: { MARGAY_SEARCH_MEMORY_MB: '256' } }),
    startTestBrowser(),
  ]);
  const now = Date.now();
  const lines = Array.from({ length: events }, (_, index) =>
    cloudTrailLine({
      eventTime: new Date(now - (index + 60) * 1_000).toISOString().replace(/\.\d+Z$/, 'Z'),
      eventName: index % 30 === 0 ? 'StopLogging' : 'ListUsers',
    }),
  );
  await sendLines(server, await createHttpSource(server, 'Trail', ['AWS.CloudTrail']), lines);
  const count = "select count(*) as n from panther_logs.public.aws_cloudtrail where p_occurs_since('1 day')";
  await eventually(
    () => countRows(server, count).catch(() => 0),
    (found) => found === events,
    120_000,
  );
  page = await browser.open();
  screen = searchPage(page);
  asked = listen(page);
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (query: string) => page.goto(`${server.url}/investigate/search/${query}`);
const parts = () => asked.of('UberSearch').map(({ variables }) => String(variables['component']));
const loaded = (count: number) =>
  page.getByText(`${count.toLocaleString('en')} of ${count.toLocaleString('en')} rows loaded`);
/** Of the rows in sight, from above. */
const eventTimes = () =>
  page
    .getByRole('grid', { name: 'Results' })
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
const sortByTime = () =>
  page
    .getByRole('columnheader', { name: /Event Time/ })
    .getByRole('button', { name: 'Event Time', exact: true })
    .press('Enter');

describe('a search', () => {
  it('[001-4.14] [001-4.16] counts first, and then reads rows and summary together', async () => {
    const isTimeline = ({ variables }: Asked) => variables['component'] === 'timeline';
    const letCount = await asked.hold(isTimeline);
    const letRead = await asked.hold((one) => one.operation === 'UberSearch' && !isTimeline(one));
    await open('?q=StopLogging&timeFrame=Last24Hours&sortDirection=ascending');
    await screen.progress().waitFor();
    await page.waitForTimeout(500);
    expect(parts()).toEqual(['timeline']);
    await letCount();
    // Neither waits for the other: none of them has been answered yet.
    await expect
      .poll(() => new Set(parts().filter((part) => part !== 'timeline')), patience)
      .toEqual(new Set(['detailsAscending', 'summary']));
    await letRead();
    await see(loaded(stopped));
    expect(await eventTimes()).toEqual((await eventTimes()).toSorted());
  });

  it('[001-4.19] is sorted the other way from what was read, or by asking where that is not there yet', async () => {
    const ascending = await eventTimes();
    // The summary comes after the rows, and may be on its way still.
    const rows = () => parts().filter((part) => part !== 'summary');
    asked.forget();
    const letRead = await asked.hold(({ variables }) => variables['component'] === 'detailsDescending');
    await sortByTime();
    await expect.poll(rows, patience).toEqual(['detailsDescending']);
    await sortByTime();
    await expect.poll(eventTimes, patience).toEqual(ascending);
    expect(rows()).toEqual(['detailsDescending']);
    // The rows of the other order were still on their way, so they are asked for once more.
    await sortByTime();
    await expect.poll(rows, patience).toEqual(['detailsDescending', 'detailsDescending']);
    await letRead();
    await expect.poll(async () => (await eventTimes())[0], patience).not.toBe(ascending[0]);
    const descending = await eventTimes();
    expect(descending).toEqual(descending.toSorted().toReversed());
    asked.forget();
    await sortByTime();
    await expect.poll(eventTimes, patience).toEqual(ascending);
    expect(rows()).toEqual([]);
    expect(asked.of('RunUberSearch')).toEqual([]);
  });

  it('[001-4.15] stops when nothing was counted', async () => {
    asked.forget();
    await open('?q=nothingofthekind&timeFrame=Last24Hours');
    await see(page.getByText('No Results'));
    await page.waitForTimeout(500);
    expect(new Set(parts())).toEqual(new Set(['timeline']));
  });

  it('[001-4.25] reads the next page when nothing is being read, as long as there is one', async () => {
    await open('?timeFrame=Last24Hours&limit=5000&tables[]=aws_cloudtrail');
    const pages = () =>
      asked
        .of('UberSearch')
        .filter(({ variables }) => variables['component'] === 'detailsDescending')
        .map(({ variables }) => variables['cursor']);
    const toTheEnd = async () => {
      await screen.rows().last().hover();
      for (let turn = 0; turn < 3; turn++) {
        await page.mouse.wheel(0, 1_000_000);
        await page.waitForTimeout(150);
      }
    };
    await see(page.getByText('999 of 2,100 rows loaded'));
    asked.forget();
    const letRead = await asked.hold(({ variables }) => variables['cursor'] !== undefined);
    await toTheEnd();
    await toTheEnd();
    expect(pages()).toHaveLength(1);
    await letRead();
    await see(page.getByText('1,998 of 2,100 rows loaded'));
    await toTheEnd();
    await see(page.getByText('2,100 of 2,100 rows loaded'));
    const cursors = pages();
    expect(new Set(cursors).size).toBe(2);
    await toTheEnd();
    expect(pages()).toEqual(cursors);
  });

  it('[001-4.22] that fails shows its error, and nothing of what was there', async () => {
    await open('?mode=sql');
    await page.getByRole('textbox', { name: 'SQL' }).click();
    const run = async (text: string) => {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+Enter');
    };
    await run('select eventName, p_event_time from panther_logs.public.aws_cloudtrail limit 5');
    await see(loaded(5));
    asked.forget();
    await run(`select array_agg(repeat('x', 1000)) from table(generator(rowcount => 1000000))`);
    await see(page.getByText(/^The search needed more memory than allowed/));
    await see(page.getByText('The search failed'));
    expect(new Set(parts())).toEqual(new Set(['timeline']));
    expect(await screen.rows().count()).toBe(0);
    expect(await page.locator('section[aria-label="Timeline"]').count()).toBe(0);
    expect(await screen.progress().count()).toBe(0);
    expect(await screen.loaded().count()).toBe(0);
  });
});

describe('what is asked for', () => {
  it('[001-7.34] has databases, tables, times in UTC, order, limit, language and filters', async () => {
    asked.forget();
    const filters = JSON.stringify({
      or: [{ and: [{ target: 'eventName', operator: 'is', value: '"StopLogging"' }] }],
    });
    const scope = { databases: ['panther_logs'], tables: ['panther_logs.aws_cloudtrail'] };
    const address = new URLSearchParams({
      'databases[]': 'panther_logs',
      'tables[]': 'panther_logs.aws_cloudtrail',
      timeFrame: 'Last24Hours',
      limit: '20',
      filters,
    });
    const params = () => asked.of('RunUberSearch').map(({ input }) => input['params']);
    const form = {
      language: 'simplesearch',
      filters: expect.stringContaining(String.raw`"value":"\"StopLogging\""`) as string,
      ...scope,
    };
    await open(`?${address.toString()}`);
    await see(loaded(20));
    expect(params()).toEqual([{ ...form, relativeTime: 'PT24H', limit: 20, sortDir: 'descending' }]);
    const first = new URL(page.url()).searchParams.get('queryId');
    await page.getByRole('button', { name: /^Run/ }).click();
    await expect.poll(() => params().length, patience).toBe(2);
    expect(params()[1]).toMatchObject({ ...form, copyUserConfigQueryId: first });

    address.delete('timeFrame');
    const startTime = '2026-11-10T00:00:00.000Z';
    const endTime = '2026-11-20T12:30:00.000Z';
    for (const [name, value] of Object.entries({ startTime, endTime, sortDirection: 'ascending' }))
      address.set(name, value);
    await open(`?${address.toString()}`);
    await expect.poll(() => params().length, patience).toBe(3);
    expect(params()[2]).toEqual({ ...form, startTime, endTime, limit: 20, sortDir: 'ascending' });

    const text = 'panther_logs.public.aws_cloudtrail | limit 3';
    await open(`?${new URLSearchParams({ usePantherFlow: 'true', pantherFlowInput: text }).toString()}`);
    await see(loaded(3));
    expect(params()[3]).toMatchObject({ language: 'pantherflow', filters: text, sortDir: 'descending' });
    const { dataLakeQuery } = await server.graphql<{ dataLakeQuery: { params: unknown } }>(
      'query ($id: ID!) { dataLakeQuery(id: $id) { params } }',
      { id: first },
    );
    expect(dataLakeQuery.params).toMatchObject({ ...form, relativeTime: 'PT24H', limit: 20 });
  });
});

describe('a file of all rows', () => {
  const order = async () => {
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    await page.getByRole('menuitem', { name: /in the background$/ }).click();
  };

  it('[001-8.27] is looked for among the notifications 5 s after it was ordered', async () => {
    await open('?q=StopLogging&timeFrame=Last24Hours');
    await see(loaded(stopped));
    asked.forget();
    await order();
    await expect.poll(() => asked.of('Notifications').length, patience).toBeGreaterThan(0);
    const [ordered] = asked.of('StartAsyncDownload');
    const waited = (asked.of('Notifications')[0]?.at ?? 0) - (ordered?.at ?? 0);
    expect(waited).toBeGreaterThanOrEqual(4_900);
    expect(waited).toBeLessThan(10_000);
    await see(page.getByRole('button', { name: 'Download CSV' }).first());
  });

  it('[000-8.38] [000-8.39] [000-4.39] is offered anew once its link has expired', async () => {
    const later = await browser.open();
    // As long after as the link works, and an hour.
    await later.clock.install({ time: Date.now() + 13 * 3_600_000 });
    await signIn(later, server);
    await later.getByRole('button', { name: /^Notifications/ }).click();
    await later.getByRole('button', { name: 'See all' }).click();
    await see(later.getByText(/^Your CSV generation request of .+ has expired\.$/));
    await see(later.getByText('The download link has expired. Please regenerate the CSV.'));
    await see(later.getByRole('button', { name: 'Generate New CSV' }).last());
    expect(await later.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
    await later.close();
  });

  it('[001-8.28] [000-8.40] says that it was not made, and why', async () => {
    const endless = `select max(a.x) from (select seq4() as x from table(generator(rowcount => 1000000))) a, (select seq4() as y from table(generator(rowcount => 1000000))) b where x + y = -1`;
    for (const originalQueryId of ['first', 'second', 'third'])
      await server.graphql(
        'mutation ($input: StartAsyncDownloadInput!) { startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }',
        { input: { originalQueryId, params: { language: 'sql', filters: endless } } },
      );
    await order();
    await see(page.getByText('There was an error generating your CSV'));
    await see(page.getByText('3 of your CSV files are being generated. Wait for one, or cancel one.'));
  });
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
