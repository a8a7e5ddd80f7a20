import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { administrator, startTestServer, type TestServer } from '../support/server.ts';

/** An administrator brings a colleague in and lets them go again; the colleague sees to their own name and password. */
let server: TestServer;
let browser: TestBrowser;
let admin: Page;
let colleague: Page;
const email = 'grace@example.com';
const password = 'Correct-horse-8';
let temporaryPassword = '';

beforeAll(async () => {
  server = await startTestServer({ environment: { MARGAY_ROLES: 'api' } });
  browser = await startTestBrowser();
  admin = await browser.open();
  colleague = await browser.open();
  await signIn(admin, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name });
/** Opens the menu of a row, and gives it. */
async function menuOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  return page.getByRole('menu');
}
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await (await menuOf(page, name)).getByRole('menuitem', { name: entry, exact: true }).click();
}
/** What is shown once, and the way on. */
async function takeTemporaryPassword(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: 'Temporary password' });
  const text = await shown.getByRole('region', { name: 'Temporary password' }).locator('code').innerText();
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  return text.trim();
}
async function enter(page: Page, typed: string, as = email): Promise<void> {
  await page.goto(`${server.url}/sign-in/`);
  await page.getByLabel('Email').fill(as);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}
/** Invites without the console; gives the temporary password. */
async function invite(address: string, role: string): Promise<string> {
  const { inviteUser } = await server.graphql<{ inviteUser: { temporaryPassword: string } }>(
    'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { temporaryPassword } }',
    {
      input: {
        email: address,
        givenName: 'New',
        familyName: 'Person',
        role: { kind: 'Name', value: role },
      },
    },
  );
  return inviteUser.temporaryPassword;
}
const profileOf = (page: Page, name: string) => page.getByRole('button', { name: `Profile of ${name}` });

it('[000-2.98] [002-2.37] leads to the people from the settings menu', async () => {
  await admin.getByRole('button', { name: 'Settings' }).click();
  await admin.getByRole('menuitem', { name: 'Users', exact: true }).click();
  await admin.waitForURL(/\/settings\/users\//);
  await see(admin.getByRole('heading', { name: 'Users', exact: true }));
  await see(rowOf(admin, 'First Administrator').getByText('Active'));
  expect(await admin.title()).toContain('Users');
});

it("[000-8.8] [002-8.15] says that it couldn't fetch what the form needs", async () => {
  const isList = (body: string | null) => body?.includes('ListUsersRolesSaml') === true;
  await admin.route('**/internal/graphql', (route) =>
    isList(route.request().postData())
      ? route.fulfill({ json: { errors: [{ message: 'the people are away' }] } })
      : route.fallback(),
  );
  await admin.goto(`${server.url}/settings/users/?invite=true`);
  const form = sheet(admin, 'Invite User');
  await see(form.getByText("Couldn't fetch needed data"));
  await see(form.getByText('The people are away'));
  await admin.unroute('**/internal/graphql');
  await form.getByRole('button', { name: 'Try again' }).click();
  await see(form.getByLabel('First name'));
});

it('says what an invitation lacks', async () => {
  const form = sheet(admin, 'Invite User');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  for (const fault of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'This field is required',
  ])
    await see(form.getByText(fault));
  await form.getByLabel('First name').fill('Grace');
  await form.getByLabel('Last name').fill('Hopper');
  await form.getByRole('radio', { name: /^AnalystReadOnly/ }).check();
  await form.getByLabel('Email').fill('grace@');
  await see(form.getByText('Must be a valid email'));
  await form.getByLabel('Email').fill(administrator.email.toUpperCase());
  await see(form.getByText('Email already in use'));
});

it('[000-8.2] shows the words of the server when it refuses', async () => {
  // Somebody else invites the same person meanwhile.
  await invite('taken@example.com', 'Analyst');
  const form = sheet(admin, 'Invite User');
  await form.getByLabel('Email').fill('taken@example.com');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await see(admin.getByRole('alert').getByText('Email already in use'));
});

it('[000-8.7] [002-8.14] invites and shows the temporary password once', async () => {
  const form = sheet(admin, 'Invite User');
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await see(admin.getByText('User invited successfully'));
  temporaryPassword = await takeTemporaryPassword(admin);
  await form.waitFor({ state: 'detached' });
  expect(await admin.content()).not.toContain(temporaryPassword);
});

it('[000-7.20] [002-7.17] has the newest at the top of the list', async () => {
  await see(admin.getByRole('row').nth(1).getByText(email));
  await see(rowOf(admin, 'Grace Hopper').getByText('Invited'));
});

it('lets the invited person in with the temporary password', async () => {
  await enter(colleague, temporaryPassword);
  await choosePassword(colleague);
  await see(profileOf(colleague, 'Grace Hopper'));
});

it('lets who may only read people look and change nothing', async () => {
  await colleague.goto(`${server.url}/settings/users/`);
  await see(rowOf(colleague, 'First Administrator'));
  const button = colleague.getByRole('button', { name: 'Invite User' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  const entries = (await menuOf(colleague, 'First Administrator')).getByRole('menuitem');
  expect(await entries.count()).toBe(6);
  for (const entry of await entries.all()) expect(await entry.isDisabled()).toBe(true);
});

it('[002-6.11] shows people to nobody without UserRead or UserModify', async () => {
  await server.graphql('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
    input: { name: 'Alerts only', permissions: ['AlertRead'] },
  });
  const other = await browser.open();
  await enter(other, await invite('alerts@example.com', 'Alerts only'), 'alerts@example.com');
  await choosePassword(other);
  await see(profileOf(other, 'New Person'));
  expect(await other.getByRole('button', { name: 'Settings' }).count()).toBe(0);
  await other.goto(`${server.url}/settings/users/`);
  await see(other.getByText("Oops! You don't have the proper permissions to view this page."));
  await other.close();
});

it('[000-8.6] [002-8.13] [002-6.12] changes name and role, which count at once', async () => {
  await admin.reload();
  await see(rowOf(admin, 'Grace Hopper').getByText('Active'));
  await choose(admin, 'Grace Hopper', 'Edit');
  const form = sheet(admin, 'Edit User');
  await form.getByLabel('Last name').fill('Murray Hopper');
  await form.getByRole('radio', { name: /^Admin/ }).check();
  await form.getByRole('button', { name: 'Update User' }).click();
  await see(admin.getByText('User updated successfully!'));
  await see(rowOf(admin, 'Grace Murray Hopper').getByText('Admin', { exact: true }));
  await colleague.goto(`${server.url}/settings/users/?invite=true`);
  await see(sheet(colleague, 'Invite User').getByLabel('First name'));
});

it('[000-2.142] closes the panel when the path changes', async () => {
  await colleague.getByRole('link', { name: 'Alerts', exact: true }).click();
  await colleague.waitForURL(/alerts-and-errors/);
  await expect.poll(() => sheet(colleague, 'Invite User').count()).toBe(0);
  expect(colleague.url()).toContain('/alerts-and-errors/');
});

it("[000-5.21] [002-5.77] needs both of one's own names", async () => {
  await profileOf(colleague, 'Grace Murray Hopper').or(profileOf(colleague, 'Grace Hopper')).click();
  await colleague.getByRole('menuitem', { name: 'Profile Settings' }).click();
  const form = colleague.getByRole('dialog', { name: 'Profile Settings' });
  await form.getByLabel('First name').fill(' ');
  await see(form.getByText('First name is required'));
  await form.getByLabel('Last name').fill('');
  await see(form.getByText('Last name is required'));
  const update = form.getByRole('button', { name: 'Update', exact: true });
  expect(await update.getAttribute('aria-disabled')).toBe('true');
});

it('[000-8.5] [002-8.17] lets people change their own name', async () => {
  const form = colleague.getByRole('dialog', { name: 'Profile Settings' });
  await form.getByLabel('First name').fill('Amazing');
  await form.getByLabel('Last name').fill('Grace');
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await see(colleague.getByText('User profile updated successfully'));
  await see(profileOf(colleague, 'Amazing Grace'));
});

it('[000-8.4] [002-8.16] says why a profile was not updated', async () => {
  await profileOf(colleague, 'Amazing Grace').click();
  await colleague.getByRole('menuitem', { name: 'Profile Settings' }).click();
  const form = colleague.getByRole('dialog', { name: 'Profile Settings' });
  await form.getByLabel('Last name').fill('x'.repeat(101));
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await see(form.getByText('Unable to update profile'));
  await see(form.getByText('Last name must have at most 100 characters'));
});

it('[000-8.3] [002-8.18] says that the error is unknown where the server says nothing', async () => {
  await colleague.route('**/internal/graphql', (route) =>
    route.request().postData()?.includes('UpdateProfile') === true
      ? route.fulfill({ json: { errors: [{ message: '' }] } })
      : route.fallback(),
  );
  const form = colleague.getByRole('dialog', { name: 'Profile Settings' });
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await see(form.getByText('An unknown error occurred'));
  await colleague.unroute('**/internal/graphql');
  await form.getByRole('button', { name: 'Cancel' }).click();
});

it('[000-4.12] [002-8.21] [000-5.15] warns before a password is changed, and shows how strong it is', async () => {
  await profileOf(colleague, 'Amazing Grace').click();
  await colleague.getByRole('menuitem', { name: 'Change password' }).click();
  const form = colleague.getByRole('dialog', { name: 'Change password' });
  await see(form.getByText('Updating your password will log you out of all devices you are logged in!'));
  const strength = form.getByRole('meter', { name: 'Password strength' });
  await form.getByLabel('New password').fill('short');
  expect(await strength.getAttribute('aria-valuenow')).toBe('1');
  await form.getByLabel('New password').fill('Correct-horse-9');
  expect(await strength.getAttribute('aria-valuenow')).toBe('5');
});

it('[000-5.12] [002-5.74] needs the old password for a new one', async () => {
  const form = colleague.getByRole('dialog', { name: 'Change password' });
  await form.getByLabel('New password').fill('short');
  await form.getByRole('button', { name: 'Update password' }).click();
  await see(form.getByText('This field is required'));
});

it('[000-5.13] [002-5.75] holds a changed password to the rules of every other', async () => {
  const form = colleague.getByRole('dialog', { name: 'Change password' });
  await see(form.getByText('Password must contain at least 12 characters'));
});

it('[000-5.14] [002-5.76] has a new password typed twice', async () => {
  const form = colleague.getByRole('dialog', { name: 'Change password' });
  await see(form.getByText('Passwords must match'));
});

it('[000-8.9] [002-8.19] says why a password was not changed', async () => {
  const form = colleague.getByRole('dialog', { name: 'Change password' });
  await form.getByLabel('Old password').fill('Not-the-old-one-1');
  await form.getByLabel('New password').fill('Correct-horse-9');
  await form.getByLabel('Repeat the password').fill('Correct-horse-9');
  await form.getByRole('button', { name: 'Update password' }).click();
  await see(form.getByText('Update password failed.'));
  await see(form.getByText('The old password is wrong.'));
});

it('[000-4.10] [000-4.11] [002-8.20] changes the password and is signed out of every device', async () => {
  const other = await browser.open();
  await enter(other, password);
  await see(profileOf(other, 'Amazing Grace'));
  const form = colleague.getByRole('dialog', { name: 'Change password' });
  await form.getByLabel('Old password').fill(password);
  await form.getByRole('button', { name: 'Update password' }).click();
  await colleague.waitForURL(/sign-in/);
  await see(colleague.getByText('Password updated. Sign in with the new one.'));
  await other.reload();
  await see(other.getByLabel('Email'));
  await other.close();
  await enter(colleague, 'Correct-horse-9');
  await see(profileOf(colleague, 'Amazing Grace'));
});

it('[002-6.21] resets a password and deactivates, and nothing opens any more', async () => {
  await admin.reload();
  await choose(admin, 'Amazing Grace', 'Reset password');
  await admin.getByRole('dialog').getByRole('button', { name: 'Reset Password' }).click();
  const second = await takeTemporaryPassword(admin);
  expect(second).not.toBe(temporaryPassword);
  await see(rowOf(admin, 'Amazing Grace').getByText('Reset required'));
  await enter(colleague, second);
  await see(colleague.getByRole('heading', { name: 'Choose a password' }));

  await choose(admin, 'Amazing Grace', 'Deactivate');
  await see(admin.getByRole('dialog').getByText('API tokens that this person made stop working'));
  await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await see(rowOf(admin, 'Amazing Grace (Deactivated)').getByText('Deactivated', { exact: true }));
  await enter(colleague, second);
  await see(colleague.getByRole('alert'));
  await choose(admin, 'Amazing Grace', 'Delete');
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await rowOf(admin, 'Amazing Grace').waitFor({ state: 'detached' });
});

it('offers nothing on the own row that would lock oneself out', async () => {
  const menu = await menuOf(admin, 'First Administrator');
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Edit', 'Reset second factor']);
  await admin.keyboard.press('Escape');
});

it('has on a phone, in the panel, what the menu of a row has', async () => {
  const phone = await browser.open({ width: 430, height: 932, isPhone: true });
  await signIn(phone, server);
  await phone.goto(`${server.url}/settings/users/`);
  await phone.getByRole('link', { name: 'New Person' }).first().click();
  await sheet(phone, 'Edit User').getByRole('button', { name: 'More' }).click();
  const entries = phone.getByRole('menu').getByRole('menuitem');
  await see(entries.first());
  expect(await entries.allInnerTexts()).toEqual([
    'Reset password',
    'One-time link',
    'Reset second factor',
    'Deactivate',
    'Delete',
  ]);
  await entries.filter({ hasText: 'Deactivate' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await see(phone.getByText('New Person is deactivated'));
  await phone.close();
});

it('shows no error in the browser on the way', () => {
  // One person went where they may not.
  const isRefusal = (error: string) => error.includes('This page needs one of the permissions');
  expect(browser.errors().filter((error) => !isRefusal(error))).toEqual([]);
});
