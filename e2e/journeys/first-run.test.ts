import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startTestServer({ startsEmpty: true, withAdministrator: false });
  browser = await startTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('makes the first administrator through the link the server printed, and shows an empty installation', async () => {
  const link = /(http\S+\/setup\/\?token=\S+)/.exec(server.output())?.[1];
  expect(link).toBeDefined();
  const page = await browser.open();
  await page.goto(link ?? '');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.waitForURL(/alerts-and-errors/);
  await page.getByRole('heading', { name: 'Alerts & Errors' }).waitFor();
  await page.getByRole('link', { name: 'Log Sources' }).click();
  await page.getByRole('heading', { name: 'Log Sources' }).waitFor();
  await page.goto(link ?? '');
  await page.getByText('Not all who wander are lost...').waitFor();
  expect(browser.errors()).toEqual([]);
});
