import { totpCodeAt } from '@margay/auth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Somebody who was invited: from the temporary password to the console, and in again the next day. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
const email = 'grace@example.com';
const password = 'Correct-horse-8';
let temporaryPassword = '';
let secret = '';
let recoveryCode = '';

beforeAll(async () => {
  server = await startTestServer({ environment: { MARGAY_ROLES: 'api' } });
  browser = await startTestBrowser();
  page = await browser.open();
  const made = await server.graphql<{ inviteUser: { temporaryPassword: string } }>(
    'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { temporaryPassword } }',
    {
      input: { email, givenName: 'Grace', familyName: 'Hopper', role: { kind: 'Name', value: 'Analyst' } },
    },
  );
  temporaryPassword = made.inviteUser.temporaryPassword;
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function enter(typed: string): Promise<void> {
  await page.goto(`${server.url}/sign-in/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const isIn = () => see(page.getByRole('button', { name: /Grace Hopper/ }).first());
const signOut = async () => {
  await page
    .getByRole('button', { name: /Grace Hopper/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await see(page.getByLabel('Email'));
};

it('[000-2.93] [002-2.32] is to have a second factor, as an administrator says under General', async () => {
  const hers = await browser.open();
  await signIn(hers, server);
  await hers.goto(`${server.url}/settings/`);
  await see(hers.getByRole('heading', { name: 'General settings' }));
  expect(new URL(hers.url()).pathname).toBe('/settings/general/');
  await hers.getByRole('tab', { name: 'Sign-in' }).click();
  const isAsked = hers.getByRole('switch', { name: 'Everybody signs in with a second factor' });
  await isAsked.check();
  await hers.getByRole('button', { name: 'Save' }).click();
  await see(hers.getByText('Sign-in saved'));
  await hers.reload();
  await expect.poll(() => isAsked.isChecked(), { timeout: 20_000 }).toBe(true);
  await hers.close();
});

it('[000-4.1] [000-4.2] sets a password and a second factor before anything is seen', async () => {
  await enter(temporaryPassword);
  await see(page.getByRole('heading', { name: 'Choose a password' }));
  // Whoever goes elsewhere in the middle is not in.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/alerts-and-errors/`);
  await see(other.getByLabel('Email'));
  await other.close();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill('Correct-horse-9');
  await page.getByRole('button', { name: 'Set password' }).click();
  await see(page.getByText('Passwords must match'));
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();

  await see(page.getByRole('img', { name: 'QR code for the authenticator app' }));
  await page.getByRole('button', { name: 'Show code' }).click();
  secret = (await page.getByRole('region', { name: 'Secret' }).locator('code').innerText()).trim();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await page.getByLabel('Digit 1').fill('000000');
  await see(page.getByText('This code is wrong, was used, or its time is over. Enter another one.'));
  await page.getByLabel('Digit 1').fill(totpCodeAt(secret, Date.now()));
  await see(page.getByRole('heading', { name: 'Keep your recovery codes' }));
  const codes = (await page.getByRole('region', { name: 'Recovery codes' }).locator('code').innerText())
    .trim()
    .split('\n');
  expect(codes).toHaveLength(10);
  recoveryCode = codes[3] ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await isIn();
});

it('[000-4.3] is asked for the code the next time, or takes a recovery code', async () => {
  await signOut();
  await enter(password);
  await see(page.getByRole('heading', { name: 'Enter your code' }));
  await page.getByLabel('Digit 1').fill(totpCodeAt(secret, Date.now() + 30_000));
  await isIn();
  await signOut();
  await enter(password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn();
  await signOut();
  await enter(password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await see(page.getByText('A recovery code that was used does not count again.'));
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
