import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { administrator, startTestServer, type TestServer } from '../support/server.ts';

/** Somebody sees to their own access: a passkey, recovery codes, the places they are signed in at, and the way out. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
/** Browsers make passkeys for the machine's name, and for no address. */
let url = '';
let recoveryCode = '';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  server = await startTestServer({
    environment: { MARGAY_ROLES: 'api', MARGAY_PORT: String(port), MARGAY_URL: url },
  });
  browser = await startTestBrowser();
  page = await browser.open();
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const dialog = (name: string) => page.getByRole('dialog', { name });
async function openOwn(entry: string, of = page): Promise<void> {
  await of.getByRole('button', { name: /^Profile of/ }).click();
  await of.getByRole('menuitem', { name: entry, exact: true }).click();
}
async function enter(of = page): Promise<void> {
  await of.goto(`${url}/sign-in/`);
  // What is being renewed would be written after it was cleared.
  await see(of.getByLabel('Email').or(of.getByRole('button', { name: /^Profile of/ })));
  // A new browser of the same machine, as far as the console can tell.
  await of.evaluate(() => localStorage.clear());
  await of.goto(`${url}/sign-in/`);
  await of.getByLabel('Email').fill(administrator.email);
  await of.getByLabel('Password', { exact: true }).fill(administrator.password);
  await of.keyboard.press('Enter');
}
const stored = (of = page) =>
  of.evaluate(() => {
    const text = localStorage.getItem('margay.session');
    return text === null ? undefined : (JSON.parse(text) as Record<string, unknown>);
  });
const isIn = (of = page) => of.waitForURL(/alerts-and-errors/);

it('[000-3.24] keeps the record of who is signed in, and writes it anew whenever it changes', async () => {
  await page.goto(`${url}/sign-in/`);
  expect(await stored()).toBeUndefined();
  await signIn(page, { ...server, url });
  const first = await stored();
  expect(first).toMatchObject({
    lastUserId: expect.any(String) as string,
    refreshToken: expect.any(String) as string,
    refreshTokenHours: 12,
  });
  // A new window renews what it finds.
  await page.reload();
  await see(page.getByRole('button', { name: /^Profile of/ }));
  const second = await stored();
  expect(second).toMatchObject({ lastUserId: first?.['lastUserId'], authTime: first?.['authTime'] });
  expect(second?.['refreshToken']).not.toBe(first?.['refreshToken']);
});

it('makes a passkey after the password, and is given recovery codes with the first', async () => {
  await openOwn('Passkeys');
  await see(dialog('Passkeys').getByText('You have no passkey yet.'));
  await dialog('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  const form = dialog('Add a passkey');
  await form.getByLabel('Name').fill('This laptop');
  await form.getByLabel('Your password').fill('Wrong-horse-7');
  await form.getByRole('button', { name: 'Continue' }).click();
  await see(form.getByText('The password is wrong.'));
  await form.getByLabel('Your password').fill(administrator.password);
  await form.getByRole('button', { name: 'Continue' }).click();
  const codes = dialog('Keep your recovery codes');
  const text = await codes.getByRole('region', { name: 'Recovery codes' }).locator('code').innerText();
  expect(text.trim().split(/\s+/)).toHaveLength(10);
  recoveryCode = text.trim().split(/\s+/)[0] ?? '';
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  const list = dialog('Passkeys').getByRole('list', { name: 'Your passkeys' });
  await see(list.getByText('This laptop'));
  await see(list.getByText('never used'));
  await list.getByRole('button', { name: 'Rename This laptop' }).click();
  await dialog('Rename passkey').getByLabel('Name').fill('Work laptop');
  await dialog('Rename passkey').getByRole('button', { name: 'Rename' }).click();
  await see(list.getByText('Work laptop'));
});

it('signs in with the passkey', async () => {
  await enter();
  await see(page.getByRole('heading', { name: 'Use your passkey' }));
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await isIn();
});

it('signs in with a recovery code where the passkey is not at hand', async () => {
  const other = await browser.open();
  await enter(other);
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await other.getByLabel('Recovery code').fill('aaaa-aaaa-aaaa-aaaa');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await see(other.getByText('This code is wrong, was used, or its time is over. Enter another one.'));
  await other.getByLabel('Recovery code').fill(recoveryCode);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(other);

  // And is seen, and signed out, from the first one.
  await openOwn('Where you are signed in');
  const list = dialog('Where you are signed in').getByRole('list', { name: 'Your sessions' });
  await see(list.getByText('(this one)'));
  await dialog('Where you are signed in').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.poll(() => list.getByRole('listitem').count(), { timeout: 60_000 }).toBe(1);
  await other.reload();
  await see(other.getByLabel('Email'));
  await other.close();
  await page.keyboard.press('Escape');
});

it('removes the passkey after the password', async () => {
  await openOwn('Passkeys');
  await dialog('Passkeys').getByRole('button', { name: 'Remove Work laptop' }).click();
  const form = dialog('Remove passkey');
  await form.getByLabel('Your password').fill(administrator.password);
  await form.getByRole('button', { name: 'Remove', exact: true }).click();
  await see(dialog('Passkeys').getByText('You have no passkey yet.'));
  await page.keyboard.press('Escape');
});

it('says at an address why there are no passkeys there', async () => {
  const other = await browser.open();
  await signIn(other, { ...server, url: url.replace('localhost', '127.0.0.1') });
  await openOwn('Passkeys', other);
  await see(other.getByText(`Passkeys of this installation are made at ${url}.`, { exact: false }));
  expect(await other.getByRole('button', { name: 'Add a passkey' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await other.close();
});

it('[000-3.24] [000-4.17] signs out once, 350 ms after the last of several clicks, and ends at the sign-in page', async () => {
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/sign-out')) asked.push(Date.now());
  });
  const refreshToken = (await stored())?.['refreshToken'];
  await page.getByRole('button', { name: /^Profile of/ }).click();
  const entry = page.getByRole('menuitem', { name: 'Sign out' });
  const clickedAt = Date.now();
  await entry.dblclick();
  await page.waitForURL(/sign-in/);
  await see(page.getByLabel('Email'));
  expect(asked).toHaveLength(1);
  expect((asked[0] ?? 0) - clickedAt).toBeGreaterThanOrEqual(350);
  expect(await stored()).toBeUndefined();
  const refused = await fetch(`${url}/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  expect(refused.status).toBe(401);
  expect(browser.errors()).toEqual([]);
});

it('does not lead away after signing in, whatever was left in the browser', async () => {
  for (const path of ['//evil.example/', '/\\evil.example/', '/\t/evil.example/', 'https://evil.example/']) {
    await page.goto(`${url}/sign-in/`);
    await page.evaluate((left) => sessionStorage.setItem('margay.returnPath', left), path);
    await enter();
    await see(page.getByRole('button', { name: /^Profile of/ }));
    expect(new URL(page.url()).origin).toBe(url);
    await page.evaluate(() => localStorage.clear());
  }
});
