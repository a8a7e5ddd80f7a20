import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { keyBatch, putKeyRule } from '../support/key-rule.ts';
import { see } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** Whatever has a name is found by it, from anywhere; what was typed is not lost. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  server = await startTestServer();
  const sourceId = await createHttpSource(server, 'find-journey', ['AWS.CloudTrail']);
  await putKeyRule(server);
  await sendLines(server, sourceId, keyBatch('zebra'));
  browser = await startTestBrowser();
  page = await browser.open();
  await signIn(page, server);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const jumpBox = () => page.getByRole('combobox', { name: 'Name, id or action' });
const option = (group: string, name: string | RegExp) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('option', { name }).first();
async function look(text: string) {
  await page.keyboard.press('ControlOrMeta+k');
  await jumpBox().fill(text);
}

it('goes to a detection by its id, and offers it first the next time', async () => {
  await look('test.k');
  await see(option('Detections', /Test\.Key/));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/build\/detections\/rules\/Test\.Key\//);
  await page.keyboard.press('ControlOrMeta+k');
  await see(option('Recent', /Test\.Key/));
  await page.keyboard.press('Escape');
});

it('goes to an alert by words of its title, and to a schema and a source by their names', async () => {
  // Looked for anew until the alert is there.
  await expect
    .poll(
      async () => {
        await look('zebra key');
        const isThere = await option('Alerts', /key zebra/)
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
        if (!isThere) await page.keyboard.press('Escape');
        return isThere;
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  await option('Alerts', /key zebra/).click();
  await page.waitForURL(/\/alerts-and-errors\/[0-9a-f]{32}\//);
  await look('aws.cloudtrail');
  await option('Schemas', 'AWS.CloudTrail').click();
  await page.waitForURL(/\/configure\/schemas\/AWS\.CloudTrail\//);
  await look('find-jour');
  await see(option('Log sources', /find-journey/));
  await page.keyboard.press('Escape');
});

it('makes a condition of field:value and finds its events', async () => {
  await page.goto(`${server.url}/investigate/search/?timeFrame=Last24Hours`);
  const words = page.getByRole('searchbox', { name: 'Words to search for' });
  await words.fill('eventName:CreateAccessKey ');
  await see(page.getByRole('group', { name: 'Conditions' }));
  expect(await words.inputValue()).toBe('');
  await words.press('Enter');
  await see(page.getByText('1 of 1 row loaded'));
});

it('finds detections by their code, with the line and a week of alerts', async () => {
  await page.goto(`${server.url}/build/detections/`);
  await page.getByText('Code', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search code' }).fill('createaccesskey');
  const row = page.getByRole('row', { name: /Test\.Key/ });
  await see(row.getByText('CreateAccessKey'));
  await see(row.getByRole('img', { name: '1 alert in 7 days' }));
});

it('offers what was typed before a reload, and makes tests of stored events', async () => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${server.url}/build/detections/rules/Test.Key/edit/`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half written');
  // Kept a moment after the last key.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)), { timeout: 20_000 })
    .toContain('Half written');
  await page.reload();
  await see(page.getByText(/were not saved/));
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => name.inputValue()).toBe('Half written');
  await page.getByRole('button', { name: 'Add test' }).click();
  await page.getByRole('menuitem', { name: 'From events…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tests from stored events' });
  await dialog.getByLabel('Words in the event').fill('CreateAccessKey');
  await dialog
    .getByText(/CreateAccessKey/)
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Add test' }).click();
  await page.getByRole('button', { name: 'Run all' }).click();
  await see(page.getByText(/Test Passed!|All tests passed!/).first());
});
