import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';

/**
 * From the first alert that somebody opens to how much was taken, without a word typed: what is on the screen is followed.
 * The numbers are those the story is made of, see `demo/scenarios/stolen-key`.
 */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  page = await browser.open();
  await signIn(page, server);
}, 500_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const results = () => page.getByRole('tab', { name: /^Results/ });
const found = (count: number) => see(results().filter({ hasText: String(count) }));
const openField = async (name: RegExp) => {
  const closed = page.getByRole('button', { name, expanded: false });
  if ((await page.getByRole('button', { name, expanded: true }).count()) === 0) await closed.first().click();
};

it('leads from a value of the alert to all events of that address, each once', async () => {
  await page.getByText('svc-billing-export turned off recording').first().click();
  const address = page
    .getByRole('tree', { name: 'Alert context' })
    .getByRole('treeitem', { name: /203\.0\.113\.66/ })
    .last();
  await address.hover();
  await address.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Search for this' }).click();
  await found(622);
});

it('shows what the detections found in them, and leads back to the alerts', async () => {
  const grid = page.getByRole('grid', { name: 'Results' });
  await see(grid.getByText('Match').first());
  await grid.getByRole('row').filter({ hasText: 'Match' }).first().click();
  const event = page.getByRole('complementary', { name: 'Event' });
  await see(event.getByRole('list', { name: 'Findings' }).getByRole('link').first());
  await event.getByRole('button', { name: 'Close event' }).click();
});

it('narrows to the downloads by a click, and says how many bytes they were', async () => {
  await openField(/eventName/);
  await page.getByTitle(/eventName is GetObject$/).click();
  await found(420);
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const event = page.getByRole('complementary', { name: 'Event' });
  const bytes = event.getByRole('treeitem', { name: /bytesTransferredOut/ }).last();
  await bytes.hover();
  await bytes.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Show as column' }).click();
  await event.getByRole('button', { name: 'Close event' }).click();
  await openField(/bytesTransferredOut/);
  await see(page.getByText(/sum 850,563,926$/));
});

it('goes back, and by three more clicks to what left the network', async () => {
  await page.goBack();
  await found(622);
  await openField(/^(?=.*dstAddr)/);
  await page.getByTitle(/dstAddr is 203\.0\.113\.66$/).click();
  await openField(/^(?=.*srcAddr)/);
  await page.getByTitle(/srcAddr is 10\.20\.3\.40$/).click();
  await see(page.getByRole('textbox', { name: /value/ }).or(page.getByText('10.20.3.40')).first());
  await openField(/^(?=.*\bbytes\b)/);
  await see(page.getByText(/sum 31,985,835,000$/));
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
