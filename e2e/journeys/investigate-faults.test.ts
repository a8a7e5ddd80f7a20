import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { counts, longQuery, startInvestigation, suspect } from '../support/investigation.ts';
import { searchPage } from '../support/search-page.ts';
import { see } from '../support/see.ts';
import { administrator, type TestServer } from '../support/server.ts';

/** What the search screen does with addresses and queries that are wrong, and while the server is away. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let screen: ReturnType<typeof searchPage>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startInvestigation({ hasArchive: true }), startTestBrowser()]);
  page = await browser.open();
  screen = searchPage(page);
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (query: string) => page.goto(`${server.url}/investigate/search/${query}`);
/** No part of an answer tells how the server is built. */
async function saysNothingInternal(): Promise<void> {
  const text = (await page.locator('body').textContent()) ?? '';
  expect(text).not.toMatch(/\bat \w+ \(|\.ts:\d+|node_modules|DB::Exception|ClickHouse|Code: \d+/i);
}

describe('an address that is wrong', () => {
  it('names unknown databases and tables, and clears them', async () => {
    await open('?databases[]=panther_nowhere&tables[]=aws_cloudtrial&q=x');
    await page.getByText('Invalid database(s): panther_nowhere. Invalid table(s): aws_cloudtrial').waitFor();
    await page.getByRole('button', { name: /^Databases \(optional\)\s*All data$/ }).waitFor();
    await page.getByRole('button', { name: /^Search Tables \(optional\)\s*All tables$/ }).waitFor();
    await expect.poll(() => page.url()).not.toMatch(/databases|tables/);
  });

  it('keeps what is right beside what is wrong', async () => {
    await open('?tables[]=aws_cloudtrial&tables[]=okta_systemlog&q=x');
    await page.getByText('Invalid table(s): aws_cloudtrial', { exact: true }).waitFor();
    await see(page.getByRole('button', { name: /^Search Tables \(optional\)\s*Okta\.SystemLog$/ }));
  });

  it('shows a condition on a field that no schema has, and finds no event with it', async () => {
    const filters = { or: [{ and: [{ target: 'nowhere.at', operator: 'is', value: 'x' }] }] };
    await open(`?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await page.getByText('nowhere.at', { exact: true }).waitFor();
    await page.getByText('No event matches the filter.').waitFor();
    await saysNothingInternal();
  });

  it('says that filters do not fit the form, and leaves them out', async () => {
    await open('?filters=%7Bnope&q=x');
    await page.getByText(/^The filters of this address do not fit the form/).waitFor();
    await screen.words().waitFor();
    await saysNothingInternal();
  });

  it('[001-8.11] [002-8.23] says that its filters could not be loaded, and loads them the next time', async () => {
    await page.route('**/internal/graphql', (route) =>
      route.request().postData()?.includes('LoadAllSchemaEntities')
        ? route.fulfill({ status: 503, body: '' })
        : route.fallback(),
    );
    await open('?q=x');
    await see(page.getByText('There was a problem loading the filters'));
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await screen.words().waitFor();
  });

  it.each([
    ['a limit of text', '?limit=many&q=x'],
    ['a limit of nothing', '?limit=0&q=x'],
    ['a time frame nobody knows', '?timeFrame=LastBlueMoon&q=x'],
    ['a search that never was', '?queryId=00000000000000000000000000000000'],
    ['a mode nobody knows', '?mode=telepathy&q=x'],
    ['markup', '?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E'],
  ])('opens with %s, and stays usable', async (_name, query) => {
    await open(query);
    await screen.words().waitFor();
    await saysNothingInternal();
    await screen.words().fill(suspect);
    await page.getByRole('button', { name: /^Run|^Cancel/ }).waitFor();
  });
});

describe('a query that is wrong', () => {
  it('shows every error of a PantherFlow text at its place, and runs nothing', async () => {
    await open('?mode=pantherflow');
    await screen.write(
      "panther_logs.public.aws_cloudtrail\n| where eventName = 'x'\n| summerize n=agg.count()\n| limit 1",
    );
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('alert').getByText('The search cannot run').waitFor();
    const places = page.getByRole('button', { name: /^\d+:\d+ / });
    await places.nth(1).waitFor();
    expect(await places.allTextContents()).toEqual([
      '2:19 "|", ";" or the end of the query was expected, not "=".',
      '3:3 "summerize" is not an operator. Did you mean "summarize"?',
    ]);
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(2);
    expect(page.url()).not.toContain('queryId');
    await saysNothingInternal();
  });

  it('is asked of the server while the language is still loading', async () => {
    const release = Promise.withResolvers<void>();
    await page.route(/flow-engine/, async (route) => {
      await release.promise;
      await route.continue();
    });
    await open('?mode=pantherflow');
    await screen.write('panther_logs.public.aws_cloudtrail | summerize');
    await page.keyboard.press('ControlOrMeta+Enter');
    await see(page.getByRole('button', { name: /^1:38 "summerize" is not an operator/ }));
    release.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('[001-8.1] shows the errors of SQL at their place', async () => {
    await open('?mode=sql');
    const editor = page.getByRole('textbox', { name: 'SQL' });
    await editor.click();
    await page.keyboard.insertText(
      'select nope(eventName), wrong_column\nfrom panther_logs.public.aws_cloudtrail',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: /^1:\d+ .*nope/ }).waitFor();
    await page.getByRole('alert').getByText('The search cannot run').waitFor();
    await saysNothingInternal();
  });
});

describe('a long search', () => {
  it('is still there after the page was loaded anew', async () => {
    await open('?mode=pantherflow');
    await screen.write(longQuery);
    await page.keyboard.press('ControlOrMeta+Enter');
    const text = page.getByText(/^[\d,]+ of 1,000,240 rows read$/);
    const read = async () => Number((await text.textContent())?.split(' ')[0]?.replaceAll(',', ''));
    await text.waitFor();
    const before = await read();
    await page.reload();
    await text.waitFor();
    await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
  });

  it('says that the server went away under it, and is asked again once it is back', async () => {
    await server.kill();
    await page.getByText(/^Reconnecting\. The server does not answer/).waitFor();
    await saysNothingInternal();
    await server.start();
    await page.getByText(/^Reconnecting/).waitFor({ state: 'detached' });
    await screen.progress().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Run/ }).waitFor();
  });
});

describe('results on screen', () => {
  it('stay while the server is away, and go on when it is back', async () => {
    await open(`?q=${suspect}&timeFrame=Last24Hours`);
    const loaded = page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`);
    await loaded.waitFor();
    await server.kill();
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByText(/^Reconnecting\. The server does not answer/).waitFor();
    await saysNothingInternal();
    await server.start();
    await page.getByText(/^Reconnecting/).waitFor({ state: 'detached' });
    await screen.words().fill(`${suspect} StopLogging`);
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByText('4 of 4 rows loaded').waitFor();
  });
});

describe('a session the server does not take any more', () => {
  const address = '/investigate/search/?q=nothing';
  const path = () => page.evaluate<string>('location.pathname');
  async function signInHere(): Promise<void> {
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.keyboard.press('Enter');
  }

  it('[000-4.18] [000-4.19] ends at a 401, and the next one begins where it ended', async () => {
    await page.goto(`${server.url}${address}`);
    // The search of the address has ended, so that the next thing asked is what the click asks.
    await page.getByText('No Results').waitFor();
    await page.route('**/internal/graphql', (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByRole('button', { name: /^Run/ }).click();
    await see(page.getByText('Your session has ended'));
    expect(await path()).toBe('/sign-in/');
    await page.unrouteAll({ behavior: 'wait' });
    await signInHere();
    await see(screen.words());
    expect(await path()).toBe('/investigate/search/');
    expect(await screen.words().inputValue()).toBe('nothing');
  });

  it.each(['**/auth/refresh', '**/internal/graphql'])(
    '[000-4.5] ends at the start when %s fails',
    async (asked) => {
      await page.goto(`${server.url}${address}`);
      await screen.words().waitFor();
      await page.route(asked, (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
      await page.reload();
      await see(page.getByText('Your session has ended'));
      expect(await path()).toBe('/sign-in/');
      await page.unrouteAll({ behavior: 'wait' });
      await signInHere();
      await see(screen.words());
    },
  );
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
