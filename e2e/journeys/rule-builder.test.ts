import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { startDemoServer } from '../support/demo-server.ts';
import type { TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** A detection built without code, and a filter that takes out what turned out to be harmless. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let sourceId: string;
beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  page = await browser.open();
  await signIn(page, server);
  sourceId = await createHttpSource(server, 'builder-journey', ['AWS.CloudTrail']);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const keyMade = (userName: string, sourceIPAddress: string) =>
  cloudTrailLine({
    eventName: 'CreateAccessKey',
    readOnly: false,
    sourceIPAddress,
    requestParameters: { userName },
  });

async function pickField(name: string, field: string) {
  await page.getByRole('button', { name: `${name} field: none` }).click();
  await page.getByRole('combobox', { name: /Search fields/ }).fill(field);
  await page.getByRole('option', { name: field }).first().click();
}

it('[001-2.103] builds a simple detection without code and sees its alert', async () => {
  await page.goto(`${server.url}/build/detections/`);
  await page.getByRole('button', { name: 'Create New' }).first().click();
  await page.getByRole('menuitem', { name: /Simple detection/ }).click();
  await page.getByText('Please select a log type to update rule clauses.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Access key made');
  await page.getByRole('textbox', { name: 'ID' }).fill('Journey.KeyMade');
  await page.getByLabel(/^Log types/).click();
  await page.getByRole('option', { name: 'AWS.CloudTrail', exact: true }).click();

  const tree = page.getByRole('group', { name: 'Conditions', exact: true });
  await tree.getByRole('button', { name: 'Condition', exact: true }).click();
  await pickField('Condition 1', 'eventName');
  await page.getByLabel('Condition 1, eventName value').fill('CreateAccessKey');
  await tree.getByRole('button', { name: 'Condition', exact: true }).click();
  await pickField('Condition 2', 'userIdentity.type');
  await page.getByRole('button', { name: /Condition 2 operator/ }).click();
  await page.getByRole('option', { name: 'is in', exact: true }).click();
  await page.getByRole('button', { name: /Condition 2.* values: none/ }).click();
  await page.getByLabel('New value').fill('IAMUser, Root');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page
    .getByRole('textbox', { name: 'Alert title' })
    .fill('Journey: {requestParameters.userName} has a key');
  // It begins without a test: nobody is asked about one that nobody wrote.
  await page.getByText('There are no Unit Tests').waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.waitForURL(/Journey\.KeyMade\/edit/);

  expect(await sendLines(server, sourceId, [keyMade('first', '203.0.113.9')])).toBe(200);
  await expect.poll(titles, { timeout: 30_000 }).toContain('Journey: first has a key');
  await page.goto(`${server.url}/alerts-and-errors/?status[]=OPEN`);
  await page.getByText('Journey: first has a key').first().waitFor();
});

it('[001-1.5] [001-2.61] [001-4.47] adds a filter from the alert, and the next such event raises nothing', async () => {
  await page.getByText('Journey: first has a key').first().click();
  await page.getByRole('tab', { name: /^Events/ }).click();
  const line = page.getByRole('treeitem').filter({ hasText: 'sourceIPAddress' }).first();
  await line.hover();
  await line.getByRole('button', { name: /Field sourceIPAddress/ }).click();
  await page.getByRole('menuitem', { name: 'Add to Filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Add Filter' });
  await panel.getByRole('group', { name: /Condition 1, sourceIPAddress/ }).waitFor();
  await panel.getByText('Add the current alert event as a unit test').click();
  await panel.getByRole('button', { name: 'Save & Run Test' }).click();
  await panel.getByText(/have been successfully saved to your detection\./).waitFor();
  await panel.getByText('Test Passed!').waitFor();
  const { rule } = await server.graphql<{ rule: { inlineFilters: string; tests: { name: string }[] } }>(
    '{ rule(input: { id: "Journey.KeyMade" }) { inlineFilters tests { name } } }',
  );
  expect(rule.inlineFilters).toContain('KeyPath: sourceIPAddress');
  expect(rule.tests.at(-1)?.name).toMatch(/^Alert Test - /);

  await sendLines(server, sourceId, [keyMade('filtered', '203.0.113.9'), keyMade('kept', '203.0.113.10')]);
  await expect.poll(titles, { timeout: 30_000 }).toContain('Journey: kept has a key');
  expect(await titles()).not.toContain('Journey: filtered has a key');
});

async function titles(): Promise<string[]> {
  const { alerts } = await server.graphql<{ alerts: { edges: { node: { title: string } }[] } }>(
    '{ alerts(input: { pageSize: 50 }) { edges { node { title } } } }',
  );
  return alerts.edges.map(({ node }) => node.title);
}

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
