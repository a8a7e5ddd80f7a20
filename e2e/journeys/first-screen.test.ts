import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { administrator, startTestServer, type TestServer } from '../support/server.ts';

/** What a browser loads of the console and when, over the real server. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;

interface Loaded {
  name: string;
  /** Milliseconds since the page was opened. */
  startTime: number;
  /** Bytes on the way, and after they were unpacked. */
  encodedBodySize: number;
  decodedBodySize: number;
}
const scripts = () =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.toJSON() as Loaded)
      .filter(({ name }) => name.endsWith('.js')),
  );

/** Waits until no script has come for a second: the browser had time, and used it. */
async function allIsLoaded(): Promise<number> {
  for (let before = -1; ;) {
    const { length } = await scripts();
    if (length === before) return length;
    before = length;
    await page.waitForTimeout(1000);
  }
}

beforeAll(async () => {
  server = await startTestServer({ startsEmpty: true });
  browser = await startTestBrowser();
  page = await browser.open();
  await page.addInitScript({
    content: `new MutationObserver(() => {
      if (document.querySelector('input[type=password]')) performance.mark('form');
    }).observe(document, { childList: true, subtree: true });`,
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('shows the sign-in form after at most 200 kB of scripts, each of them compressed', async () => {
  await page.goto(`${server.url}/`);
  await see(page.getByLabel('Password', { exact: true }));
  const shownAt = await page.evaluate(() => performance.getEntriesByName('form')[0]!.startTime);
  const before = (await scripts()).filter(({ startTime }) => startTime < shownAt);
  expect(before.length).toBeGreaterThan(10);
  const bytes = before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(200_000);
  expect(
    before.filter((one) => one.decodedBodySize > 1000 && one.encodedBodySize >= one.decodedBodySize),
  ).toEqual([]);
});

it('opens the first screen and those of the navigation with what it loaded while nothing else was to do', async () => {
  const withForm = await allIsLoaded();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await see(page.getByRole('heading', { name: 'Alerts & Errors' }));

  await page.unroute('**/assets/*.js');
  expect(await allIsLoaded()).toBeGreaterThan(withForm);
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const name of ['Log Sources', 'Schemas', 'Search History', 'Detections']) {
    await page.getByRole('link', { name, exact: true }).click();
    await see(page.getByRole('heading', { name, exact: true }));
  }
});
