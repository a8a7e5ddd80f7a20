import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** The whole way of somebody who writes a rule, from a template and a failing test to its first alert. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let sourceId: string;
beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  page = await browser.open();
  await signIn(page, server);
  sourceId = await createHttpSource(server, 'author-journey', ['AWS.CloudTrail']);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const results = () => page.getByRole('list', { name: 'Test results' });

it('starts from a template, whose tests pass', async () => {
  await page.getByRole('link', { name: 'Detections' }).click();
  await page.getByRole('button', { name: 'Create New' }).first().click();
  await page.getByRole('menuitem', { name: /^Rule/ }).click();
  await page.getByRole('button', { name: 'Template' }).click();
  await page.getByRole('menuitem', { name: /^One of several values/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Trail touched');
  await page.getByRole('textbox', { name: 'ID' }).fill('Journey.TrailTouched');
  // The template brings its log type along.
  await page.getByText('AWS.CloudTrail', { exact: true }).first().waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await see(page.getByText('All tests passed!').first());
});

it('says in a test what the rule should find, and sees it fail', async () => {
  await page.getByRole('button', { name: /Trail read/ }).click();
  await page.getByText('The rule should match this event').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('1 of 2 tests failed').first().waitFor();
  await page.getByRole('button', { name: 'View results' }).click();
  await see(results().getByRole('button', { name: 'Failed Trail read' }));
});

it('mends the text with the keyboard until the tests pass', async () => {
  await page.getByRole('textbox', { name: 'Code of the rule' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', "DescribeTrails"');
  await page.getByText(/^WATCHED = .*"PutEventSelectors", "DescribeTrails"}$/).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('All tests passed!').first().waitFor();
  await see(results().getByRole('button', { name: 'Passed Trail read' }));
});

it('replays the text over the stored events before anything is saved', async () => {
  const dock = page.getByRole('region', { name: 'Live replay' });
  await dock.getByRole('button', { name: 'Live replay' }).click();
  await dock.getByText('Of this text').waitFor();
  // The one who turned the trail off had looked at the trails before: both are one alert.
  const alerts = dock.getByRole('region', { name: 'Would-be alerts' });
  await alerts.getByText(/^DescribeTrails on a trail by .*svc-billing-export$/).waitFor();
  const figures = dock.getByLabel('Result of the replay');
  await see(figures.getByText(/^Alerts\s*1$/));
});

it('saves, and the next event raises an alert', async () => {
  await page.getByRole('textbox', { name: 'Code of the rule' }).click();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Trail touched saved').waitFor();
  await page.waitForURL(/Journey\.TrailTouched\/edit/);
  // A new rule runs its tests once it is saved.
  await page.getByText('All tests passed!').first().waitFor();

  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByText('svc-billing-export turned off recording').first().waitFor();
  const line = cloudTrailLine({ eventSource: 'cloudtrail.amazonaws.com', eventName: 'DescribeTrails' });
  expect(await sendLines(server, sourceId, [line])).toBe(200);
  // The list does not move under the reader: it says that there is something new.
  await page.getByRole('button', { name: /^1 new alert/ }).click();
  await page
    .getByRole('link', { name: 'DescribeTrails on a trail by arn:aws:iam::123456789012:user/deploy' })
    .click();
  await page.getByRole('heading', { level: 1, name: /^DescribeTrails on a trail/ }).waitFor();
  await page.getByText('Trail touched').first().waitFor();
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
