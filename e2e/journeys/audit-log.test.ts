import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** An administrator looks at what was done: who changed a setting, what it was before, and whether the log can be believed. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  server = await startTestServer();
  browser = await startTestBrowser();
  page = await browser.open({ width: 1600, height: 1000 });
  await signIn(page, server);
  await server.graphql(
    'mutation ($i: UniversalSettingsInput!) { updateUniversalSettings(input: $i) { timezone } }',
    { i: { timezone: 'Local' } },
  );
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('opens from the settings menu, with the newest entries', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Audit Log' }).click();
  await see(page.getByRole('heading', { name: 'Audit Log', exact: true }));
  expect(await page.title()).toBe('Audit Log · Margay');
  expect(new URL(page.url()).pathname).toBe('/settings/audit-log/');
  await see(page.getByText('UPDATE_GENERAL_SETTINGS').first());
  await see(page.getByText('SIGN_IN').first());
});

it('shows before and after of a change, and the record', async () => {
  await page.getByText('UPDATE_GENERAL_SETTINGS').first().click();
  const sheet = page.getByRole('dialog', { name: 'UPDATE_GENERAL_SETTINGS' });
  await see(sheet.getByRole('region', { name: 'Before and after' }));
  await see(sheet.getByText('timezone: "UTC"'));
  await see(sheet.getByText('timezone: "Local"'));
  await see(sheet.getByRole('tree', { name: 'Record' }));
  await sheet.getByRole('button', { name: 'Close', exact: true }).click();
});

it('keeps its filters in the address, and finds by text', async () => {
  await page.getByRole('searchbox', { name: 'Search actions, objects' }).fill('timezone');
  await page.waitForURL(/search=timezone/);
  await see(page.getByText('UPDATE_GENERAL_SETTINGS').first());
  // The list before stays until the new one is there.
  await page.getByText('SIGN_IN', { exact: true }).first().waitFor({ state: 'detached' });
  await page.reload();
  await see(page.getByText('UPDATE_GENERAL_SETTINGS').first());
  expect(await page.getByRole('searchbox', { name: 'Search actions, objects' }).inputValue()).toBe(
    'timezone',
  );
});

it('is exported as the filter leaves it', async () => {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(head).toMatch(/^time,action,result,actor/);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/UPDATE_GENERAL_SETTINGS|LIST_AUDIT_LOG|EXPORT_AUDIT_LOG/);
});

it('is verified, and says up to where', async () => {
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await see(page.getByText(/All \d+ entries are as they were written/));
  await see(page.getByText(/verified up to number \d+/));
});
