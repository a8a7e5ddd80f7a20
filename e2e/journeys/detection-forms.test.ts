import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** How detections stand, and what their forms begin with and refuse. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startTestBrowser()]);
  page = await browser.open();
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Version {
  id: string;
  versionId: string;
}

async function putRule(input: Record<string, unknown>): Promise<Version> {
  const { putRule: stored } = await server.graphql<{ putRule: Version }>(
    'mutation ($input: PutRuleInput!) { putRule(input: $input) { id versionId } }',
    {
      input: {
        enabled: true,
        severity: 'LOW',
        logTypes: ['AWS.CloudTrail'],
        body: 'def rule(event):\n    return False\n',
        ...input,
      },
    },
  );
  return stored;
}

async function putPolicy(input: Record<string, unknown>): Promise<Version> {
  const { putPolicy: stored } = await server.graphql<{ putPolicy: Version }>(
    'mutation ($input: PutPolicyInput!) { putPolicy(input: $input) { id versionId } }',
    {
      input: {
        enabled: true,
        severity: 'LOW',
        resourceTypes: ['AWS.S3.Bucket'],
        body: 'def policy(resource):\n    return resource["Encrypted"]\n',
        ...input,
      },
    },
  );
  return stored;
}

const bucket = (name: string, attributes: Record<string, unknown>) => ({
  id: `arn:aws:s3:::${name}`,
  type: 'AWS.S3.Bucket',
  attributes: { Name: name, ...attributes },
});

it('[001-2.93] [001-2.94] [002-9.45] shows pass, fail, error, ENABLED and DISABLED by one badge', async () => {
  await putPolicy({ id: 'Forms.Encrypted', isNew: true });
  await putPolicy({ id: 'Forms.Off', isNew: true, enabled: false });
  await server.graphql(
    'mutation ($input: UploadResourcesInput!) { uploadResources(input: $input) { verdict } }',
    {
      input: {
        resources: [
          bucket('kept', { Encrypted: true }),
          bucket('open', { Encrypted: false }),
          // The policy raises.
          bucket('odd', {}),
        ],
      },
    },
  );
  await expect
    .poll(
      () =>
        server.graphql(
          '{ resourcesForPolicy(input: { policyId: "Forms.Encrypted" }) { active { pass fail error } } }',
        ),
      { timeout: 120_000, interval: 500 },
    )
    .toEqual({ resourcesForPolicy: { active: { pass: 1, fail: 1, error: 1 } } });
  await page.goto(`${server.url}/build/detections/policies/Forms.Encrypted/`);
  await see(page.getByRole('banner').or(page.locator('main')).getByText('ENABLED', { exact: true }).first());
  const badge = (of: string, text: string) =>
    page.getByRole('row').filter({ hasText: of }).getByText(text, { exact: true });
  await see(badge('kept', 'pass'));
  await see(badge('open', 'fail'));
  await see(badge('odd', 'error'));
  const error = badge('odd', 'error').locator('xpath=ancestor-or-self::*[@title]').last();
  expect(await error.getAttribute('title')).toBe(
    "An exception has been raised during a scheduled run. You'll find more information in the related details page",
  );
  await page.goto(`${server.url}/build/detections/policies/`);
  await see(badge('Forms.Encrypted', 'error'));
  await see(badge('Forms.Off', 'DISABLED'));
  await putRule({ id: 'Forms.Off.Rule', isNew: true, enabled: false });
  await page.goto(`${server.url}/build/detections/rules/Forms.Off.Rule/`);
  await see(page.getByText('DISABLED', { exact: true }));
}, 240_000);

it('[001-5.112] says what is wrong with destination overrides once somebody was in the field', async () => {
  const { addDestination } = await server.graphql<{ addDestination: { outputId: string } }>(
    'mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }',
    {
      input: {
        displayName: 'Those on duty',
        outputType: 'customwebhook',
        outputConfig: { webhookURL: 'https://hooks.example.com/duty' },
        alertTypes: ['RULE'],
        defaultForSeverity: ['HIGH'],
        logTypes: [],
      },
    },
  );
  const gone = 'a-destination-that-was-deleted';
  await putRule({ id: 'Forms.Named', isNew: true, outputIds: [addDestination.outputId, gone] });
  const fault = page.getByText(
    `A destination chosen here was deleted and gets no alerts. Remove it: ${gone}`,
  );
  const field = page.getByRole('combobox', { name: 'Destination overrides' });
  await page.goto(`${server.url}/build/detections/rules/Forms.Named/edit/`);
  await see(page.getByText('Deleted destination', { exact: true }));
  await see(page.getByText('Send alerts to these destinations regardless of their severity level settings'));
  expect(await fault.count()).toBe(0);
  expect(await field.getAttribute('aria-invalid')).not.toBe('true');
  await field.focus();
  await page.keyboard.press('Tab');
  await see(fault);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  // It keeps the rule from being saved, until it is taken out.
  await page.getByLabel('Name', { exact: true }).fill('Named');
  await page.keyboard.press('ControlOrMeta+s');
  await see(page.getByText('1 field to fix'));
  await field.focus();
  await page.keyboard.press('Backspace');
  await fault.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+s');
  const stored = async () => {
    const { rule } = await server.graphql<{ rule: unknown }>(
      '{ rule(input: { id: "Forms.Named" }) { displayName outputIds } }',
    );
    return rule;
  };
  await expect
    .poll(stored, { timeout: 60_000 })
    .toEqual({ displayName: 'Named', outputIds: [addDestination.outputId] });
}, 240_000);

it('[000-2.51] [001-2.19] begins a new detection with what its address says', async () => {
  const open = (search: string) => page.goto(`${server.url}/build/detections/new/?${search}`);
  const name = page.getByLabel('Name', { exact: true });
  const nameIs = (text: string) => expect.poll(() => name.inputValue(), { timeout: 60_000 }).toBe(text);
  const mapped = page.getByLabel('IDs 1');

  await open(
    'isSimpleDetection=true&mitreTactic=TA0005&mitreTechnique=T1562&sessionId=s1' +
      '&correlationRuleRefs[]=One&correlationRuleRefs[]=Two',
  );
  await see(page.getByText('Please select a log type to update rule clauses.'));
  expect(await mapped.inputValue()).toBe('TA0005:T1562');
  // Of no use yet, but not lost: who comes back from another page finds them.
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('sessionId')).toBe('s1');
  expect(searchParams.getAll('correlationRuleRefs[]')).toEqual(['One', 'Two']);

  await open('type=SCHEDULED_RULE');
  await see(page.getByText('Scheduled queries', { exact: true }));

  const { versionId } = await putRule({ id: 'Forms.Base', isNew: true, displayName: 'First' });
  await putRule({ id: 'Forms.Base', versionId, displayName: 'Second' });
  await open('relatedDetectionId=Forms.Base&relationOperation=clone');
  await nameIs('Second (copy)');
  await open('relatedDetectionId=Forms.Base&relationOperation=clone&version=1');
  await nameIs('First (copy)');
  await open('relatedDetectionId=Forms.Base&relationOperation=derive');
  await nameIs('Second (derived)');
  await see(page.getByText('Derived', { exact: true }));

  await open('type=POLICY&mitreTactic=TA0010');
  await see(page.getByText('Resource types', { exact: true }));
  expect(await mapped.inputValue()).toBe('TA0010');
  const first = await putPolicy({ id: 'Forms.Policy', isNew: true, displayName: 'First policy' });
  await putPolicy({ id: 'Forms.Policy', versionId: first.versionId, displayName: 'Second policy' });
  await open('type=POLICY&relatedDetectionId=Forms.Policy&relationOperation=clone&version=1');
  await nameIs('First policy (copy)');
  await open('type=POLICY&relatedDetectionId=Forms.Policy&version=7');
  await see(page.getByText('There is no version 7 of Forms.Policy to copy'));
}, 240_000);

it('[001-9.32] [002-9.21] knows five kinds of detections, and four of errors', async () => {
  const listed = async (kinds: string) =>
    server.graphql<{ detections: { detections: { id: string; analysisType: string }[] } }>(
      `{ detections(input: { analysisTypes: [${kinds}], nameContains: "Forms.", pageSize: 100 }) {
        detections { id analysisType } } }`,
    );
  await putRule({
    id: 'Forms.Derived',
    isNew: true,
    analysisType: 'DERIVED_RULE',
    baseDetection: 'Forms.Base',
    body: undefined,
    logTypes: undefined,
  });
  const { detections } = await listed('RULE, SCHEDULED_RULE, POLICY, CORRELATION_RULE, DERIVED_RULE');
  const kindOf = new Map(detections.detections.map(({ id, analysisType }) => [id, analysisType]));
  expect(kindOf.get('Forms.Base')).toBe('RULE');
  expect(kindOf.get('Forms.Policy')).toBe('POLICY');
  expect(kindOf.get('Forms.Derived')).toBe('DERIVED_RULE');
  expect((await listed('DERIVED_RULE')).detections.detections.map(({ id }) => id)).toEqual(['Forms.Derived']);
  const alertsOf = (types: string) =>
    server.refusals(`{ alerts(input: { subtypes: [${types}] }) { totalItems } }`);
  expect(await alertsOf('RULE_ERROR, SCHEDULED_RULE_ERROR, CORRELATION_RULE_ERROR, SYSTEM_ERROR')).toEqual(
    [],
  );
  expect(await alertsOf('HELPER_ERROR')).toMatchObject([
    { message: expect.stringContaining('HELPER_ERROR') as string },
  ]);
}, 60_000);

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
