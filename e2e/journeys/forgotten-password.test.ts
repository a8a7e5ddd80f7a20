import { startMailServer, type TestMailServer } from '@margay/mail/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { administrator, startTestServer, type TestServer } from '../support/server.ts';

/** Somebody forgot the password: the way with an administrator, the way by mail, and the page that helps when both fail. */
let server: TestServer;
let browser: TestBrowser;
let post: TestMailServer;
let admin: Page;
let page: Page;
const email = 'grace@example.com';

beforeAll(async () => {
  post = await startMailServer();
  server = await startTestServer({
    environment: { MARGAY_ROLES: 'api,jobs', MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' },
  });
  browser = await startTestBrowser();
  admin = await browser.open();
  page = await browser.open();
  await signIn(admin, server);
  const { inviteUser } = await server.graphql<{ inviteUser: { temporaryPassword: string } }>(
    'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { temporaryPassword } }',
    {
      input: { email, givenName: 'Grace', familyName: 'Hopper', role: { kind: 'Name', value: 'Analyst' } },
    },
  );
  await enter(inviteUser.temporaryPassword);
  await choosePassword('Correct-horse-1');
  await page.getByRole('button', { name: 'Profile of Grace Hopper' }).waitFor();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await post?.stop();
});

async function enter(password: string): Promise<void> {
  await page.goto(`${server.url}/sign-in/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
async function choosePassword(password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}
const profile = () => page.getByRole('button', { name: 'Profile of Grace Hopper' });
async function logOut(): Promise<void> {
  await profile().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
/** A link of this installation, whose port the settings do not name. */
function here(link: string): string {
  const { pathname, search } = new URL(link);
  return `${server.url}${pathname}${search}`;
}

it('[000-2.3] shows the account pages to nobody who is signed in', async () => {
  for (const path of ['/sign-in/', '/password-forgot/', '/password-reset/']) {
    await page.goto(server.url + path);
    await see(profile());
    expect(new URL(page.url()).pathname).not.toBe(path);
  }
});

it('[000-8.10] [002-8.22] says that logging out failed', async () => {
  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await logOut();
  await see(page.getByText('Failed to Log Out - We were unable to log you out at this time'));
  await page.unroute('**/auth/sign-out');
});

it('[000-4.17] takes two clicks within 350 ms as one log-out', async () => {
  const asked: number[] = [];
  await page.route('**/auth/sign-out', (route) => {
    asked.push(Date.now());
    return route.fallback();
  });
  await profile().click();
  const clicked = Date.now();
  await page.getByRole('menuitem', { name: 'Sign out' }).evaluate((entry: { click(): void }) => {
    entry.click();
    entry.click();
  });
  await page.waitForURL(/sign-in/);
  expect(asked).toHaveLength(1);
  expect((asked[0] ?? 0) - clicked).toBeGreaterThanOrEqual(350);
  await page.unroute('**/auth/sign-out');
});

it('[000-2.4] has email and password on the sign-in page, and the way for who forgot it', async () => {
  await see(page.getByLabel('Email'));
  await see(page.getByLabel('Password', { exact: true }));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL(/\/password-forgot\//);
  await see(page.getByRole('heading', { name: 'Forgot password' }));
});

it('without a mail server an administrator makes a one-time link', async () => {
  await see(page.getByText('An administrator can make a one-time link for you'));
  await admin.goto(`${server.url}/settings/users/`);
  await admin.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await admin.getByRole('menuitem', { name: 'One-time link' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Make Link' }).click();
  const shown = admin.getByRole('dialog', { name: 'One-time link' });
  const url = (await shown.getByRole('region', { name: 'One-time link' }).locator('code').innerText()).trim();
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  expect(await admin.content()).not.toContain(new URL(url).searchParams.get('code'));
  await page.goto(here(url));
  await see(page.getByRole('heading', { name: 'Choose a new password' }));
  await choosePassword('Correct-horse-2');
  await page.waitForURL(/sign-in/);
  await see(page.getByText('Password updated. Sign in with the new one.'));
  await page.goto(here(url));
  await choosePassword('Correct-horse-3');
  await see(page.getByText('This code is wrong, or its time is over. Ask for a new one.'));
});

it('an administrator sets the mail server and tries it out', async () => {
  await admin.goto(`${server.url}/settings/general/?tab=mail`);
  await admin.getByLabel('Mail server').fill('127.0.0.1');
  await admin.getByRole('spinbutton', { name: 'Port' }).fill(String(post.port));
  await admin
    .getByRole('textbox', { name: 'Security' })
    .or(admin.getByRole('combobox', { name: 'Security' }))
    .click();
  await admin.getByRole('option', { name: 'None' }).click();
  await admin.getByLabel('Sender', { exact: true }).fill('margay@example.com');
  await admin.getByLabel('Support address').fill('help@example.com');
  await admin.getByRole('button', { name: 'Save' }).click();
  await see(admin.getByText('Mail saved'));
  await admin.getByRole('button', { name: 'Send a test mail' }).click();
  await see(admin.getByText('The mail server took it'));
  await post.take(administrator.email);
});

it('[000-2.7] asks for a code by mail, and says the same of every email', async () => {
  for (const address of ['nobody@example.com', email]) {
    await page.goto(`${server.url}/password-forgot/`);
    await page.getByRole('button', { name: 'Send code' }).click();
    await see(page.getByText('Email is required'));
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Send code' }).click();
    await see(page.getByText(`If ${address} belongs to an account with a password, a code is on its way.`));
  }
});

it('[002-5.66] shows each rule of a password as met or not, and how strong it is', async () => {
  await page.getByRole('link', { name: 'Enter the code' }).click();
  await page.waitForURL(/\/password-reset\//);
  const rules = page.getByRole('list', { name: 'Password rules' }).getByRole('listitem');
  const strength = page.getByRole('meter', { name: 'Password strength' });
  const said = async (password: string) => {
    await page.getByLabel('New password').fill(password);
    const lines = await Promise.all(
      (await rules.all()).map(async (rule) => ({
        rule: (await rule.innerText()).trim(),
        isMet: (await rule.getByLabel('met:', { exact: true }).count()) === 1,
      })),
    );
    return { lines, met: await strength.getAttribute('aria-valuenow') };
  };
  const all = [
    'at least 12 characters',
    'at least 1 uppercase character',
    'at least 1 lowercase character',
    'at least 1 symbol',
    'at least 1 number',
  ];
  expect(await said('')).toEqual({ lines: all.map((rule) => ({ rule, isMet: false })), met: '0' });
  expect(await said('abc1')).toEqual({
    lines: all.map((rule) => ({ rule, isMet: /lowercase|number/.test(rule) })),
    met: '2',
  });
  expect(await said('Correct-horse-4')).toEqual({
    lines: all.map((rule) => ({ rule, isMet: true })),
    met: '5',
  });
});

it.each([
  ['[002-5.16] [002-5.17]', '', 'Password must contain at least 12 characters'],
  ['[002-5.18]', 'correct-horse-4', 'Password must contain at least 1 uppercase character'],
  ['[002-5.19]', 'CORRECT-HORSE-4', 'Password must contain at least 1 lowercase character'],
  ['[002-5.20]', 'Correcthorse44', 'Password must contain at least 1 symbol'],
  ['[002-5.21]', 'Correct-horse-x', 'Password must contain at least 1 number'],
])('%s refuses the password %j in words', async (_ids, password, message) => {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await see(page.getByText(message, { exact: true }));
});

it('[000-2.8] sets the new password with email and code', async () => {
  const mail = await post.take(email);
  const code = /^ {4}(\S+)\r?$/m.exec(mail.text)?.[1] ?? '';
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByLabel('Code').fill('ABCD2345');
  await choosePassword('Correct-horse-4');
  await see(page.getByText('This code is wrong, or its time is over. Ask for a new one.'));
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL(/sign-in/);
  await enter('Correct-horse-4');
  await see(profile());
});

it('[000-2.9] [002-2.43] [002-2.48] has a support page for people who cannot sign in', async () => {
  await logOut();
  await page.waitForURL(/sign-in/);
  await page.getByRole('link', { name: 'Support' }).click();
  await page.waitForURL(/\/support\//);
  await see(page.getByRole('heading', { name: 'Support', exact: true }));
  expect(await page.title()).toBe('Support · Margay');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await see(page.getByText('Email is required'));
  await page.getByLabel('Email').fill('lost@example.com');
  await page.getByLabel('Subject').fill('<b>Locked out</b>');
  await page.getByLabel('What happened?').fill('No code comes.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await see(page.getByText('Your request is sent'));
  expect((await post.take('help@example.com')).headers.get('reply-to')).toEqual(['lost@example.com']);
  // Nothing of the installation is told to strangers.
  expect(await page.getByText('Installation id').count()).toBe(0);
});

it('[000-2.10] [000-2.125] has it in the help menu for people who are signed in, who manage people read what came', async () => {
  await admin.goto(`${server.url}/alerts-and-errors/`);
  await admin.getByRole('button', { name: 'Help' }).click();
  const menu = admin.getByRole('menu');
  const documentation = menu.getByRole('menuitem', { name: 'Documentation' });
  expect(await documentation.getAttribute('target')).toBe('_blank');
  await menu.getByRole('menuitem', { name: 'Support' }).click();
  await admin.waitForURL(/\/support\//);
  await see(admin.getByRole('navigation', { name: 'Breadcrumbs' }));
  await see(admin.getByText('Installation id'));
  expect(await admin.title()).toBe('Support · Margay');
  await see(admin.getByRole('heading', { name: '<b>Locked out</b>' }));
  await see(admin.getByText('lost@example.com'));
  await admin.getByLabel('Subject').fill('A question');
  await admin.getByLabel('What happened?').fill('How?');
  await admin.getByRole('button', { name: 'Send', exact: true }).click();
  await see(admin.getByText('Your request is sent'));
  await see(admin.getByRole('heading', { name: 'A question' }));
});

it('went without an error in any page', () => {
  expect(browser.errors().filter((error) => !/status of (4\d\d|500)/.test(error))).toEqual([]);
});
