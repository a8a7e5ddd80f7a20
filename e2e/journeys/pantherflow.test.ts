import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { searchPage } from '../support/search-page.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';

/** Somebody who writes a query: with the help of the editor, then beside the form. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let screen: ReturnType<typeof searchPage>;
beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  page = await browser.open();
  screen = searchPage(page);
  await signIn(page, server);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('[001-2.150] [001-2.42] offers tables and stages while a query is typed', async () => {
  await page.goto(`${server.url}/investigate/search/`);
  await screen.mode('PantherFlow').click();
  await page.getByText('union panther_logs.public.* | where p_event_time > time.ago(20m)').waitFor();
  await screen.editor().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('aws_clo');
  await screen.take(/aws_cloudtrail.*panther_logs/);
  await page.getByText('panther_logs.public.aws_cloudtrail', { exact: true }).waitFor();
  await page.keyboard.type(' | ');
  await screen.offered(/^where/).waitFor();
  // What the form says about the unfinished text has its place: neither the text nor the list moves.
  await page.getByText('There was an error parsing the PantherFlow query.', { exact: false }).waitFor();
  const line = await page.locator('.cm-activeLine').boundingBox();
  const top = async () => (await screen.offered(/^where/).boundingBox())?.y;
  await expect.poll(top, { timeout: 20_000 }).toBeGreaterThan((line?.y ?? 0) + (line?.height ?? 0) / 2);
  await page.keyboard.type("where p_event_time > time.ago(30d) and eventName == 'StopLo");
  // Nothing was searched yet: the value comes from the newest rows of the table.
  await screen.take(/^StopLogging$/);
  await page.keyboard.press('ControlOrMeta+End');
  await page.getByText(/ eventName == 'StopLogging'$/).waitFor();
  // Nothing of it is to be completed, so it comes in one piece.
  await page.keyboard.insertText(' | summarize n=agg.count() by eventName');
  await page.keyboard.press('Escape');
  await see(page.getByText(/ \| summarize n=agg\.count\(\) by eventName$/));
});

it('[001-2.45] [001-2.46] says beside the dropdowns what the text fixes', async () => {
  await see(
    page
      .getByRole('img', { name: 'Dropdown selection not in use because query text contains an override' })
      .first(),
  );
  await see(page.getByText(/relative start time/));
  await see(page.getByRole('button', { name: 'Time frame Last 30 days, from the text' }));
  await see(page.getByRole('button', { name: /^Search Tables \(optional\)\s*AWS.CloudTrail/ }));
});

it('[001-1.2] runs it by keyboard, and shows the groups', async () => {
  await screen.editor().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Enter');
  await screen.loaded().waitFor();
  await page.getByRole('gridcell', { name: 'StopLogging' }).first().waitFor();
  expect(page.url()).toContain('usePantherFlow=true');
  expect(page.url()).toContain('queryId=');
});

it('[001-2.150] tells what a word is under the pointer', async () => {
  await screen.editor().getByText('summarize', { exact: true }).hover();
  await see(page.getByText(/^Groups by the keys and computes the aggregates/));
  await page.mouse.move(5, 5);
});

it('underlines what is wrong, and runs again once it is mended', async () => {
  await screen.editor().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' | nope');
  await page.keyboard.press('Escape');
  await see(page.locator('.cm-lintRange-error', { hasText: 'nope' }));
  for (let at = 0; at < ' | nope'.length; at++) await page.keyboard.press('Backspace');
  await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' });
});

it('offers the values of a field that are in the rows', async () => {
  await screen.editor().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(" | where eventName == 'Stop");
  await screen.take(/^StopLogging\s*1 row$/);
  await page.keyboard.press('Escape');
  await see(page.getByText(/ \| where eventName == 'StopLogging'$/));
});

it('[001-4.13] opens the chart a text asks for', async () => {
  await screen.editor().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' | visualize bar');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('tab', { name: /^Visualizations/, selected: true }).waitFor();
  await see(
    page
      .getByRole('img', { name: /StopLogging/ })
      .or(page.getByText('StopLogging', { exact: true }))
      .last(),
  );
});

it('[001-2.43] keeps tables and time on the way to the form, which runs with them', async () => {
  await screen.mode('Search').click();
  await see(page.getByRole('searchbox', { name: 'Words to search for' }));
  await see(page.getByRole('button', { name: /^Search Tables \(optional\)\s*AWS.CloudTrail/ }));
  await see(page.getByRole('button', { name: 'Time frame Last month' }));
  await page.getByRole('searchbox', { name: 'Words to search for' }).fill('StopLogging');
  await page.keyboard.press('ControlOrMeta+Enter');
  await see(screen.loaded());
  await see(page.getByRole('gridcell', { name: 'StopLogging' }).first());
});

it('gives the editor the height of its text, or the one it is dragged to', async () => {
  await screen.mode('PantherFlow').click();
  const edge = page.getByRole('separator', { name: 'Height of the editor' });
  const height = async () => Number(await edge.getAttribute('aria-valuenow'));
  await screen.write('panther_logs.public.aws_cloudtrail');
  await expect.poll(height).toBeLessThan(100);
  const low = await height();
  await screen.write(['panther_logs.public.aws_cloudtrail', ...Array(9).fill('| limit 5')].join('\n'));
  await expect.poll(height).toBeGreaterThan(low + 80);
  const grown = await height();
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 150, { steps: 5 });
  await page.mouse.up();
  await expect.poll(height).toBeGreaterThan(grown + 140);
  await edge.dblclick();
  await expect.poll(height).toBe(grown);
});

it('says on a phone too what the form reads', async () => {
  const phone = await browser.open({ width: 430, height: 930, isPhone: true });
  await signIn(phone, server);
  await phone.goto(`${server.url}/investigate/search/?timeFrame=LastMonth`);
  await phone.getByRole('button', { name: 'Query info' }).click();
  const info = phone.getByRole('dialog', { name: 'Query info' });
  await see(info.getByText('Event time'));
  await see(info.getByRole('button', { name: 'Open in SQL' }));
  await phone.close();
});

it('offers the hours that have events, and the history says the same of their search', async () => {
  // Long before the story, however young its folder is.
  await page.goto(
    `${server.url}/investigate/search/?startTime=2020-01-01T00:00:00Z&endTime=2020-01-01T01:00:00Z`,
  );
  await see(page.getByText(/^The newest event is from/));
  await page.getByRole('button', { name: /^Search \d/ }).click();
  await see(screen.loaded());
  const row = page.getByRole('row').filter({ hasText: 'All events' }).first();
  const cell = (column: string) => row.locator(`[data-column=${column}]`).innerText();
  // What still read when the page was left is added when it ends, so the two are compared until nothing reads any more.
  const sayTheSame = async () => {
    await page.goto(`${server.url}/investigate/search-history/`);
    await see(row.getByText('Form', { exact: true }));
    const costs = [`${await cell('bytes')} scanned`, `Query Time ${await cell('duration')}`];
    await row.click();
    await see(screen.loaded());
    const shown = page.getByRole('status').filter({ hasText: costs[0] }).filter({ hasText: costs[1] });
    return shown.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(sayTheSame, { timeout: 120_000 }).toBe(true);
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
