import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleOf } from '../../apps/server/src/testing/console-client.ts';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { oktaLine } from '../support/investigation.ts';
import { addColleague } from '../support/people.ts';
import { see } from '../support/see.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** A role is made in the browser, given to somebody, changed and counts at once for what they see. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
/** Of the colleague with the role. */
let hers: Page;
const grace = { email: 'grace@example.com', password: 'Correct-horse-8' };
const manager = { email: 'mary@example.com', password: 'Correct-horse-8' };
const alertList = '{ alerts(input: { pageSize: 50 }) { edges { node { detectionId } } } }';

const rule = (id: string, logType: string) => ({
  id,
  displayName: id,
  isNew: true,
  enabled: true,
  severity: 'LOW',
  logTypes: [logType],
  body: 'def rule(event):\n    return True\n',
});

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startTestBrowser()]);
  for (const [id, logType] of [
    ['Seen.InOkta', 'Okta.SystemLog'],
    ['Seen.InCloudTrail', 'AWS.CloudTrail'],
  ] as const)
    await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: rule(id, logType),
    });
  const okta = await createHttpSource(server, 'Okta', ['Okta.SystemLog']);
  const trail = await createHttpSource(server, 'Trail', ['AWS.CloudTrail']);
  await sendLines(server, okta, [oktaLine(new Date().toISOString(), undefined)]);
  await sendLines(server, trail, [cloudTrailLine()]);
  await eventually(
    () => server.graphql<{ alerts: { edges: unknown[] } }>(alertList),
    ({ alerts }) => alerts.edges.length === 2,
    120_000,
  );
  page = await browser.open();
  await signIn(page, server);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const changes = () => page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
const openList = async () => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('menuitem', { name: 'User Roles', exact: true }).click();
  await see(page.getByRole('heading', { name: 'User Roles', level: 1 }));
};
const openRole = async (name: string) => {
  await openList();
  await page.getByRole('link', { name, exact: true }).click();
  await see(page.getByLabel('Role name'));
};
const choose = async (logType: string) => {
  const field = page.getByRole('combobox', { name: 'Log types' });
  await field.fill(logType);
  await page.getByRole('option', { name: logType, exact: true }).click();
  await page.keyboard.press('Escape');
};
const alertsOf = (of: Page) => of.getByRole('row').filter({ hasText: 'Seen.In' });

it('[000-2.94] [000-2.95] [002-2.33] makes a role, and tells before what it gives', async () => {
  await openList();
  expect(new URL(page.url()).pathname).toBe('/settings/roles/');
  await page.getByRole('link', { name: 'Create New' }).click();
  await see(page.getByRole('heading', { name: 'Create a User Role', level: 1 }));
  expect(new URL(page.url()).pathname).toBe('/settings/roles/new/');
  expect(await page.title()).toBe('Create a User Role · Margay');
  // What is missing is said at its field, and nothing is made.
  await page.getByText('Allow selected').click();
  await page.getByRole('button', { name: /^Create Role/ }).click();
  await see(page.getByText('A role needs a name.'));
  await see(page.getByText('Choose at least one log type.'));
  await page.getByLabel('Role name').fill('Admin');
  await choose('Okta.SystemLog');
  await page.getByRole('button', { name: /^Create Role/ }).click();
  await see(page.getByText('The name Admin is reserved. Choose another name.'));
  await page.getByLabel('Role name').fill('Okta only');
  await page.getByLabel('Manage Alerts').check();
  const view = page.getByLabel('View Alerts');
  expect([await view.isChecked(), await view.isDisabled()]).toEqual([true, true]);
  // A search shows fewer, and forgets nothing.
  await page.getByLabel('Find a permission').fill('data lake');
  await view.waitFor({ state: 'detached' });
  await page.getByLabel('Query Data Lake').check();
  await page.getByLabel('Find a permission').fill('');
  await see(view);
  expect(await changes().allTextContents()).toEqual([
    'Gives: View Alerts',
    'Gives: Manage Alerts',
    'Gives: Query Data Lake',
    'Changes: All log types → Only Okta.SystemLog',
  ]);
  await page.getByRole('button', { name: /^Create Role/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'Okta only' });
  await see(row.getByText('3 of 29'));
  await see(row.getByText('Only Okta.SystemLog'));
});

it('[001-6.12] shows somebody with that role only this', async () => {
  await addColleague(server, grace, 'Okta only');
  hers = await browser.open();
  await signIn(hers, server, grace);
  await see(alertsOf(hers).first());
  expect(await alertsOf(hers).count()).toBe(1);
  await see(alertsOf(hers).filter({ hasText: 'Seen.InOkta' }));
  // Menus follow the role.
  expect(await hers.getByRole('button', { name: 'Settings', exact: true }).count()).toBe(0);
  await see(hers.getByRole('link', { name: 'Search', exact: true }));
  for (const name of ['Detections', 'Log Sources', 'Schemas', 'Alert Destinations'])
    expect(await hers.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  await hers.goto(`${server.url}/investigate/data-explorer/`);
  await see(hers.getByText('okta_systemlog').first());
  expect(await hers.getByText('aws_cloudtrail').count()).toBe(0);
  // Nor does she get in by the address.
  await hers.goto(`${server.url}/settings/roles/`);
  await see(hers.getByText("Oops! You don't have the proper permissions to view this page."));
  await see(hers.getByText('This may also be caused by a restriction on the log types you have access to.'));
  await see(hers.getByText('Contact an admin to get access.'));
});

it('[000-2.97] [002-2.36] edits the role, which counts at once', async () => {
  const askAsGrace = await consoleOf(server, grace);
  const alerts = async () => {
    const { data } = await askAsGrace(alertList, {});
    return (data as { alerts: { edges: unknown[] } }).alerts.edges.length;
  };
  expect(await alerts()).toBe(1);
  await openRole('Okta only');
  expect(new URL(page.url()).pathname).toMatch(/^\/settings\/roles\/[\w-]+\/edit\/$/);
  await choose('AWS.CloudTrail');
  await page.getByLabel('View Rules').check();
  await page.getByLabel('Manage Alerts').uncheck();
  expect(await changes().allTextContents()).toEqual([
    'Gives: View Rules',
    'Gives: Log type AWS.CloudTrail',
    'Takes away: Manage Alerts',
  ]);
  await see(page.getByText('1 person has this role. The change counts at once.'));
  // Nothing is lost by a wrong click.
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard Changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await alerts()).toBe(1);
  await page.getByRole('button', { name: /^Update Role/ }).click();
  await see(page.getByRole('row').filter({ hasText: 'Only Okta.SystemLog, AWS.CloudTrail' }));
  expect(await alerts()).toBe(2);
  await hers.goto(`${server.url}/`);
  await see(alertsOf(hers).filter({ hasText: 'Seen.InCloudTrail' }));
  expect(await alertsOf(hers).count()).toBe(2);
  await see(hers.getByRole('link', { name: 'Detections', exact: true }));
});

it('does not write over what somebody else changed meanwhile', async () => {
  await openRole('Okta only');
  const { roles } = await server.graphql<{ roles: { id: string; name: string }[] }>('{ roles { id name } }');
  const id = roles.find(({ name }) => name === 'Okta only')?.id;
  await server.graphql('mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }', {
    input: { id, permissions: ['AlertRead'] },
  });
  await page.getByLabel('View Policies').check();
  await page.getByRole('button', { name: /^Update Role/ }).click();
  await see(page.getByText(/^Somebody else changed the role Okta only meanwhile/));
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByText(/^Somebody else changed/).waitFor({ state: 'detached' });
  await see(page.getByText('1 of 29 permissions'));
  expect(await page.getByLabel('View Policies').isChecked()).toBe(false);
});

it('[000-2.96] [002-2.35] keeps a role that somebody has, and one page for each', async () => {
  await openList();
  await page.getByRole('button', { name: 'Actions for Okta only' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete Role' }).getByRole('button', { name: 'Delete' }).click();
  await see(page.getByText('1 person has the role Okta only. Give them another role first.'));
  const { roles } = await server.graphql<{ roles: { id: string; name: string }[] }>('{ roles { id name } }');
  await page.goto(`${server.url}/settings/roles/${roles[0]?.id}/`);
  await page.waitForURL(/\/settings\/roles\/(\?|$)/);
  await page.goto(`${server.url}/settings/roles/no-such-role/edit/`);
  const lost = page.getByText('Not all who wander are lost...');
  // What failed on the page that is left does not fail the next one, however often somebody comes and goes.
  for (let time = 0; time < 5; time++) {
    await see(lost);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Roles' }).click();
    await see(page.getByRole('heading', { name: 'User Roles' }));
    await page.waitForTimeout(300);
    expect(await lost.count()).toBe(0);
    await page.goBack();
  }
  await page.goto(`${server.url}/settings/roles/`);
});

it('[002-2.34] shows Admin as it is, and makes another role from it', async () => {
  await openRole('Admin');
  await see(page.getByText('29 of 29 permissions'));
  expect(await page.getByLabel('Everything of Alerts').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /^Update Role/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Make another role from it' }).click();
  await page.getByLabel('Role name').fill('Lead of Okta');
  for (const group of ['Integrations', 'Enrichment', 'Configuration', 'Data'])
    await page.getByLabel(`Everything of ${group}`).uncheck();
  await page.getByText('Allow selected').click();
  await choose('Okta.SystemLog');
  await see(page.getByText('gives full administration', { exact: false }));
  await page.getByRole('button', { name: /^Create Role/ }).click();
  await see(page.getByRole('row').filter({ hasText: 'Lead of Okta' }));
});

it('[000-2.152] [000-6.42] leads an admin who is limited from a page that is refused to the roles', async () => {
  await addColleague(server, manager, 'Lead of Okta');
  const limited = await browser.open();
  await signIn(limited, server, manager);
  await limited.goto(`${server.url}/configure/destinations/`);
  await see(
    limited.getByText('This may also be caused by a restriction on the log types you have access to.'),
  );
  await limited.getByRole('link', { name: 'list of roles' }).click();
  await see(limited.getByRole('heading', { name: 'User Roles', level: 1 }));
  await limited.getByRole('button', { name: 'Settings', exact: true }).click();
  await see(limited.getByRole('menuitem', { name: 'User Roles', exact: true }));
  expect(await limited.getByRole('menuitem', { name: 'API Tokens', exact: true }).count()).toBe(0);
});

it('shows no error in the browser on the way but the pages that are refused', () => {
  const refused = /RequestError: (This page needs one of the permissions|Role no-such-role does not exist)/;
  expect(browser.errors().filter((text) => !refused.test(text))).toEqual([]);
});
