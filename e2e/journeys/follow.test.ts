import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';

/** What is on the screen leads on: values, rows, columns and the events around one. The numbers are those of the story. */
const suspect = '203.0.113.66';
const suspectCount = 622;
const outsideAccount = '444455556666';
const objectCount = 420;

let server: TestServer;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), startTestBrowser()]);
  page = await browser.open();
  await signIn(page, server);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The page that a click opens beside this one. */
async function tabOf(click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), click()]);
  await tab.waitForLoadState();
  return tab;
}
const results = (on: Page = page) => on.getByRole('grid', { name: 'Results' });
const openSearch = async (query: string) => {
  await page.goto(`${server.url}/investigate/search/?${query}`);
  await page.getByText(/rows loaded/).waitFor();
};

it('finds indicators of the last month, also an account that one event shares something with', async () => {
  await page.goto(`${server.url}/investigate/indicator-search/?q=${outsideAccount}%20${suspect}`);
  const hits = page.getByRole('grid', { name: 'Hits by indicator' });
  await see(hits.getByRole('row').filter({ hasText: outsideAccount }).getByText('1', { exact: true }));
  await see(hits.getByRole('row').filter({ hasText: suspect }).getByText(String(suspectCount)));
  await see(page.getByRole('button', { name: /Last month/ }));
});

it('says what lies outside of the time, and takes the longer one', async () => {
  await page.goto(`${server.url}/investigate/indicator-search/?q=${suspect}&timeFrame=Last20Minutes`);
  await see(page.getByText(`0 in this time, ${suspectCount} events in the last 180 days`));
  await page.getByRole('button', { name: 'Search the last 6 months' }).click();
  await see(page.getByText('1 of 1 found'));
});

it('opens lists in new tabs, and counts all events of an alert', async () => {
  const detections = await tabOf(async () => {
    await page.goto(`${server.url}/build/detections/`);
    await page
      .getByRole('link', { name: /^CloudTrail stopped or narrowed/ })
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
  });
  await see(detections.getByRole('heading', { level: 1, name: /CloudTrail stopped or narrowed/ }));
  await detections.close();
  expect(new URL(page.url()).pathname).toBe('/build/detections/');

  await page.goto(`${server.url}/alerts-and-errors/`);
  const alert = await tabOf(() =>
    page
      .getByRole('row')
      .filter({ hasText: 'reads many objects of' })
      .getByText('AWS.CloudTrail')
      .first()
      .click({ button: 'middle' }),
  );
  await alert.getByRole('tab', { name: /^Events/ }).click();
  await see(alert.locator('li').filter({ hasText: 'AWS.CloudTrail' }).getByText(String(objectCount)));
  // Nothing of it was loaded but a page.
  expect(await alert.getByText(/newest \d+ of/).count()).toBe(0);

  await alert.getByRole('tab', { name: /^Summary/ }).click();
  await alert.getByRole('button', { name: suspect, exact: true }).first().click();
  await alert.getByRole('menuitem', { name: 'Events of the alert with it' }).click();
  await alert.waitForURL(/investigate\/search/);
  await see(alert.getByText(`${objectCount} of ${objectCount} rows loaded`));
  await alert.close();
});

it('keeps the value of a cell, goes back, and leaves it out, by pointer and by keyboard', async () => {
  await openSearch(`timeFrame=Last24Hours&q=${suspect}`);
  await results().getByText('AWS.VPCFlow').first().hover();
  await page.getByRole('button', { name: 'Only Log Type AWS.VPCFlow' }).click();
  await see(page.getByText('107 of 107 rows loaded'));
  await page.goBack();
  await see(page.getByText(`${suspectCount} of ${suspectCount} rows loaded`));
  await results().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await see(page.getByRole('toolbar', { name: /^Actions for Log Type AWS.VPCFlow/ }));
  await page.keyboard.press('-');
  await see(page.getByText(`${suspectCount - 107} of ${suspectCount - 107} rows loaded`));
});

it('keeps columns under a name, and gives them to another search', async () => {
  await openSearch(`timeFrame=Last24Hours&q=${suspect}`);
  const heads = async () =>
    (await results().getByRole('columnheader').allTextContents()).map((text) => text.trim());
  await results()
    .getByRole('columnheader', { name: /^Usernames/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await results()
    .getByRole('columnheader', { name: /^Log Type/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin left' }).click();
  await expect.poll(heads).toEqual(expect.arrayContaining(['Log Type', 'Event Time']));
  const chosen = await heads();
  expect(chosen[0]).toBe('Log Type');
  expect(chosen).not.toContain('Usernames');
  await page.getByRole('button', { name: 'Column sets' }).click();
  await page.getByRole('textbox', { name: 'Name for these columns' }).fill('Flows');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await see(page.getByText('The columns are kept as Flows'));
  await page.keyboard.press('Escape');

  const other = await browser.open();
  await signIn(other, server);
  await other.goto(`${server.url}/investigate/search/?timeFrame=Last24Hours&q=svc-backup`);
  await other.getByText(/rows loaded/).waitFor();
  await other.getByRole('button', { name: 'Column sets' }).click();
  await other.getByRole('button', { name: 'Flows', exact: true }).click();
  await expect
    .poll(async () =>
      (await results(other).getByRole('columnheader').allTextContents()).map((text) => text.trim()),
    )
    .toEqual(chosen);
  await other.getByRole('button', { name: 'Column sets' }).click();
  await other.getByRole('button', { name: 'Remove Flows' }).click();
  await see(other.getByText('Keep these columns to use them in other searches.'));
});

it('shows the line that came, and the events around one of the same address', async () => {
  await openSearch(`timeFrame=Last24Hours&q=${suspect}`);
  await results().getByText('AWS.VPCFlow').first().click();
  const event = page.getByRole('complementary', { name: 'Event' });
  await event.getByText('Raw', { exact: true }).click();
  const line = event.getByRole('region', { name: 'Line as it came' });
  await line.waitFor();
  // Fields of a flow log, parted by blanks: no JSON.
  expect(await line.textContent()).toMatch(/^2 \d{12} eni-\w+ [\d.]+ [\d.]+ \d+ \d+ 6 .* OK/);
  await page.keyboard.press('e');
  await see(page.getByRole('radio', { name: '± 5 min' }).and(page.locator(':focus')));
  // The arrow goes on from the one that is chosen.
  await page.keyboard.press('ArrowRight');
  await page.getByRole('link', { name: `Same IP ${suspect}` }).click();
  await page.waitForURL(/startTime=/);
  const { searchParams } = new URL(page.url());
  const [from, to] = ['startTime', 'endTime'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  expect(to! - from!).toBe(30 * 60_000 + 1000);
  expect(searchParams.get('filters')).toContain(suspect);
  await page.getByText(/rows loaded/).waitFor();
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
