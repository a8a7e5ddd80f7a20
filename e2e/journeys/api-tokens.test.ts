import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';

/** A token of a build server: made in the browser, used by a program, rotated, deleted. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let value = '';
let rotated = '';

beforeAll(async () => {
  server = await startTestServer({ environment: { MARGAY_ROLES: 'api' } });
  browser = await startTestBrowser();
  page = await browser.open({ width: 1600, height: 1000 });
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What a program with this value is answered. */
async function ask(key: string, query: string): Promise<{ status: number; code?: string; data?: unknown }> {
  const reply = await fetch(`${server.url}/internal/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  const body = (await reply.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  const code = body.errors?.[0]?.extensions.code;
  return { status: reply.status, data: body.data, ...(code !== undefined && { code }) };
}
const rolesOf = async (key: string) => {
  const { status, code } = await ask(key, '{ roles { name } }');
  return code ?? status;
};
const shownValue = async () =>
  (await page.getByRole('region', { name: 'Value' }).locator('code').innerText()).trim();

it('[000-6.43] [002-2.38] opens the list from the settings menu, which says what a token is for', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'API Tokens' }).click();
  await see(page.getByRole('heading', { name: 'API Tokens', exact: true }));
  await see(page.getByText('No API tokens yet'));
  expect(await page.title()).toBe('API Tokens · Margay');
  await page.getByRole('link', { name: 'Create New' }).first().click();
  await see(page.getByRole('heading', { name: 'Create an API Token' }));
});

it('[000-6.38] [002-2.39] makes one, with what the server finds wrong at its field', async () => {
  expect(new URL(page.url()).pathname).toBe('/settings/api/tokens/new/');
  expect(await page.title()).toBe('Create an API Token · Margay');
  await see(page.getByText(/Lists the users and roles of the installation/));
  await page.getByRole('button', { name: /Create Token/ }).click();
  await see(page.getByText('A token needs a name.'));
  await see(page.getByText('Choose at least one permission, or the token can do nothing.'));
  await page.getByLabel('Name').fill('Build server');
  await page.getByRole('checkbox', { name: 'Read User Info', exact: true }).check();
  const networks = page.getByLabel('Allowed networks');
  for (const network of ['127.0.0.0/8', '::1', 'nowhere']) {
    await networks.fill(network);
    await networks.press('Enter');
  }
  await page.getByRole('button', { name: /Create Token/ }).click();
  await see(page.getByText(/nowhere is no network\. Write it like/i));
  await networks.press('Backspace');
  await page.getByRole('button', { name: /Create Token/ }).click();
  await see(page.getByText('Token Build server was created'));
  value = await shownValue();
  expect(value).toMatch(/^mgy_[\w-]{43}$/);
  await see(page.getByText(`X-API-Key: ${value}`));
});

it('asks before the value is left without a copy, and shows it never again', async () => {
  await page.getByRole('button', { name: 'Done' }).click();
  await see(page.getByRole('dialog', { name: 'Leave without the value?' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the token' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
  await page.getByRole('button', { name: 'Done' }).click();
  await see(page.getByRole('heading', { name: 'Build server' }));
  await page.reload();
  await see(page.getByRole('heading', { name: 'Build server' }));
  expect(await page.content()).not.toContain(value);
});

it('[002-2.40] [002-3.46] does what it may and nothing else, and its page says when', async () => {
  expect(await rolesOf(value)).toBe(200);
  expect((await ask(value, '{ alerts(input: { pageSize: 5 }) { edges { node { id } } } }')).code).toBe(
    'FORBIDDEN',
  );
  await eventually(
    () => server.graphql<{ apiTokens: { lastUsedAt: string | null }[] }>('{ apiTokens { lastUsedAt } }'),
    ({ apiTokens }) => apiTokens[0]?.lastUsedAt !== null,
  );
  await page.reload();
  await see(page.getByText('127.0.0.0/8'));
  await see(page.getByText('Read User Info'));
  expect(await page.getByText('Last used').locator('xpath=following::dd[1]').innerText()).not.toBe('Never');
});

it('[002-2.41] is changed', async () => {
  await page.getByRole('link', { name: 'Edit' }).click();
  await see(page.getByRole('heading', { name: 'Edit API Token' }));
  await page.getByRole('checkbox', { name: 'View Alerts', exact: true }).check();
  await page.getByRole('button', { name: /Update Token/ }).click();
  await see(page.getByRole('heading', { name: 'Build server' }));
  await see(page.getByText('View Alerts'));
  const seen = await eventually(
    () => ask(value, '{ alerts(input: { pageSize: 5 }) { edges { node { id } } } }'),
    ({ code }) => code === undefined,
  );
  expect(seen.status).toBe(200);
});

it('is rotated: the old value counts as long as was said', async () => {
  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('radio', { name: '8 hours more' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await see(page.getByText('Token Build server was rotated'));
  rotated = await shownValue();
  expect(rotated).not.toBe(value);
  await see(page.getByText('Old value counts until'));
  expect([await rolesOf(value), await rolesOf(rotated)]).toEqual([200, 200]);
  // Another page of the console asks, too.
  await page.getByRole('link', { name: 'Edit' }).click();
  await see(page.getByRole('dialog', { name: 'Leave without the value?' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Copy the token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
});

it('is deleted, with a word on what stops', async () => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await see(page.getByText(/Whatever uses the token Build server stops working at once\. It was last used/));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await see(page.getByText('No API tokens yet'));
  await eventually(
    () => rolesOf(rotated),
    (answer) => answer === 'UNAUTHENTICATED' || answer === 401,
  );
  expect((await ask(value, '{ roles { name } }')).status).toBe(401);
});
