import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOf } from '../../apps/server/src/testing/console-client.ts';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { forbidden, reader, startInvestigation } from '../support/investigation.ts';
import { searchPage } from '../support/search-page.ts';
import { see } from '../support/see.ts';
import { eventually, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** Filters added from an event, and what a person may not change of a detection. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;

const putRule = 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id versionId } }';
const rule = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  isNew: true,
  enabled: true,
  severity: 'LOW',
  logTypes: ['AWS.CloudTrail'],
  ...over,
});
const simpleBody = '- Key: eventName\n  Condition: Equals\n  Value: DeleteTrail\n';
const python = {
  body: 'def rule(event):\n    return event.get("eventName") == "DeleteTrail"\n',
  tests: [{ name: 'Old', expectedResult: false, resource: '{"eventName": "ListUsers"}' }],
};
const failing = {
  body: 'def rule(event):\n    return 1 / event.get("divisor", 0) > 0\n',
  tests: [
    { name: 'first', expectedResult: true, resource: '{}' },
    { name: 'second', expectedResult: true, resource: '{"divisor": "a text"}' },
  ],
};
interface Stored {
  versionId: string;
  inlineFilters: string | null;
  tests: { name: string; expectedResult: boolean; resource: string }[];
}
const stored = async (id: string) => {
  const { rule: found } = await server.graphql<{ rule: Stored }>(
    'query ($id: ID!) { rule(input: { id: $id }) { versionId inlineFilters tests { name expectedResult resource } } }',
    { id },
  );
  return found;
};
const alerts = new Map<string, string>();
const raised = { userAgent: 'journey', requestParameters: { groups: ['the-group'] } };

beforeAll(async () => {
  [server, browser] = await Promise.all([startInvestigation({ hasArchive: false }), startTestBrowser()]);
  for (const input of [
    rule('Python.Deleted', python),
    rule('Simple.Deleted', { simpleDetectionBody: simpleBody }),
    rule('Failing', { ...failing, enabled: false }),
    rule('Okta.Rule', { ...failing, tests: [], enabled: false, logTypes: [forbidden] }),
  ])
    await server.graphql(putRule, { input });
  const sourceId = await createHttpSource(server, 'Deleted', ['AWS.CloudTrail']);
  await sendLines(server, sourceId, [cloudTrailLine({ eventName: 'DeleteTrail', ...raised })]);
  const found = await eventually(
    async () => {
      const { alerts: list } = await server.graphql<{
        alerts: { edges: { node: { id: string; detectionId: string } }[] };
      }>('{ alerts(input: { pageSize: 50 }) { edges { node { id detectionId } } } }');
      return list.edges.map(({ node }) => node);
    },
    (list) => list.length === 2,
    120_000,
  );
  for (const { id, detectionId } of found) alerts.set(detectionId, id);
  page = await browser.open();
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const panel = () => page.getByRole('dialog', { name: 'Add Filter' });
/** Opens the menu of a value of the alert's event. */
async function openMenu(ruleId: string, text: string, of = page) {
  await of.goto(`${server.url}/alerts-and-errors/${alerts.get(ruleId)}/events/`);
  await of.getByRole('treeitem').filter({ hasText: text }).first().click({ button: 'right' });
  await of.getByRole('menuitem', { name: /^Copy value/ }).waitFor();
}
async function addFilter(ruleId: string, text: string) {
  await openMenu(ruleId, text);
  await page.getByRole('menuitem', { name: 'Add to Filter' }).click();
  await panel().getByRole('region', { name: 'Detection' }).waitFor();
}
const addTest = () => panel().getByText('Add the current alert event as a unit test');
const save = () => panel().getByRole('button', { name: 'Save & Run Test' }).click();

describe('a filter from an event', () => {
  it('[001-2.62] [001-2.96] takes out a value or one of a list, in the editor of its detection', async () => {
    await addFilter('Simple.Deleted', 'sourceIPAddress');
    await see(panel().getByRole('button', { name: 'Condition 1 operator: is not', exact: true }));
    expect(await panel().getByLabel('Condition 1, sourceIPAddress value').inputValue()).toBe('198.51.100.7');
    await see(panel().getByText('YAML', { exact: true }));
    await addFilter('Python.Deleted', '"the-group"');
    await see(panel().getByRole('button', { name: 'Condition 1 operator: does not contain', exact: true }));
    expect(await panel().getByText('YAML', { exact: true }).count()).toBe(0);
  });

  it('[001-2.101] is not lost without a question', async () => {
    await panel().getByRole('button', { name: 'Close' }).last().click();
    const question = page.getByRole('dialog', { name: 'Discard Changes' });
    await question.getByRole('button', { name: 'Back to Edit' }).click();
    await see(panel().getByRole('button', { name: 'Condition 1 operator: does not contain', exact: true }));
    await panel().getByRole('button', { name: 'Close' }).last().click();
    await question.getByRole('button', { name: 'Discard Changes' }).click();
    await panel().waitFor({ state: 'detached' });
    expect((await stored('Python.Deleted')).inlineFilters).toBeNull();
  });

  it('[001-4.45] is saved without the test that was taken back', async () => {
    await addFilter('Python.Deleted', 'userAgent');
    await addTest().click();
    await panel()
      .getByText(/^Alert Test - /)
      .waitFor();
    await addTest().click();
    await panel()
      .getByText(/^Alert Test - /)
      .waitFor({ state: 'detached' });
    await save();
    await see(panel().getByText('Filters have been successfully saved to your detection.'));
    const { inlineFilters, tests } = await stored('Python.Deleted');
    expect(inlineFilters).toContain('KeyPath: userAgent');
    expect(tests.map(({ name }) => name)).toEqual(['Old']);
  });

  it('[001-4.44] is saved with a test of the event, which expects no match', async () => {
    const before = Date.now();
    await addFilter('Python.Deleted', 'awsRegion');
    await addTest().click();
    await save();
    await see(panel().getByText('Test Passed!'));
    const { inlineFilters, tests } = await stored('Python.Deleted');
    expect(inlineFilters).toMatch(/KeyPath: userAgent[^]*KeyPath: awsRegion/);
    expect(tests).toHaveLength(2);
    const [name, stamp] = /^Alert Test - (.*)$/.exec(tests[1]?.name ?? '') ?? [];
    expect(name).toBeDefined();
    expect(new Date(stamp ?? '').toISOString()).toBe(stamp);
    expect(Date.parse(stamp ?? '')).toBeGreaterThanOrEqual(before);
    expect(tests[1]?.expectedResult).toBe(false);
    expect(JSON.parse(tests[1]?.resource ?? '')).toMatchObject({ eventName: 'DeleteTrail', ...raised });
  });

  it('[001-8.21] says that it was not saved, as somebody else changed the detection', async () => {
    await addFilter('Simple.Deleted', 'userAgent');
    const { versionId } = await stored('Simple.Deleted');
    const change = rule('Simple.Deleted', {
      isNew: false,
      versionId,
      simpleDetectionBody: simpleBody,
      severity: 'HIGH',
    });
    await server.graphql(putRule, { input: change });
    await save();
    await see(
      panel().getByText(
        'There were errors trying to save the rule with additional filter(s). Changes have not been saved to your detection.',
      ),
    );
    expect((await stored('Simple.Deleted')).inlineFilters).toBeNull();
    await panel().getByRole('link', { name: 'View Detection' }).click();
    await page.waitForURL(/\/build\/detections\/rules\/Simple\.Deleted\/$/);
  });
});

describe('a detection', () => {
  it('[001-8.18] whose tests fail says so, with the error of each', async () => {
    await page.goto(`${server.url}/build/detections/rules/Failing/edit/`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await see(page.getByText('Test Failed').first());
    await see(page.getByText('rule raised ZeroDivisionError: division by zero'));
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByText('2 of 2 tests failed').first().waitFor();
    await page.getByRole('button', { name: 'View results' }).click();
    const results = page.getByRole('list', { name: 'Test results' });
    await results.getByRole('button', { name: 'second' }).click();
    await see(page.getByText(/rule raised TypeError: unsupported operand/));
    await results.getByRole('button', { name: 'first' }).click();
    await see(page.getByText('rule raised ZeroDivisionError: division by zero'));
  });

  it('[001-2.106] shows its code, which folds and is open at first', async () => {
    await page.goto(`${server.url}/build/detections/rules/Failing/`);
    const head = page.getByRole('button', { name: 'Code', exact: true });
    await head.waitFor();
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    const code = page.getByText(/event\.get\("divisor"/);
    await see(code);
    await head.click();
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await code.waitFor({ state: 'hidden' });
    await head.click();
    await see(code);
  });

  it('[001-6.2] gets a filter from a search only where it judges events of that log type', async () => {
    await page.goto(`${server.url}/investigate/search/?q=StopLogging&timeFrame=Last24Hours`);
    await searchPage(page).rows().filter({ hasText: 'AWS.CloudTrail' }).first().click();
    const event = page.getByRole('complementary', { name: 'Event' });
    await event.getByRole('treeitem').filter({ hasText: 'sourceIPAddress' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to Filter' }).click();
    const offered = panel().getByRole('option');
    await offered.first().waitFor();
    // Name and id of each; the rule of the other log type is none of them.
    expect((await offered.allTextContents()).toSorted()).toEqual([
      'FailingFailing, disabled',
      'Python.DeletedPython.Deleted',
      'Simple.DeletedSimple.Deleted',
    ]);
    await offered.filter({ hasText: 'Python.Deleted' }).click();
    await see(panel().getByRole('region', { name: 'Detection' }).getByText('Python.Deleted').first());
  });
});

describe('a reader', () => {
  let hers: Page;

  it('[001-6.1] [001-6.2] is offered neither Edit nor Clone, nor filters', async () => {
    hers = await browser.open();
    await signIn(hers, server, reader);
    await hers.goto(`${server.url}/build/detections/`);
    await hers.getByRole('button', { name: 'Actions for Python.Deleted' }).click();
    for (const name of ['Edit', 'Clone']) {
      const entry = hers.getByRole('menuitem', { name, exact: true });
      await entry.waitFor();
      expect(await entry.isDisabled(), name).toBe(true);
    }
    await openMenu('Python.Deleted', 'sourceIPAddress', hers);
    expect(await hers.getByRole('menuitem', { name: 'Add to Filter' }).count()).toBe(0);
    const ask = await consoleOf(server, reader);
    const { versionId } = await stored('Python.Deleted');
    const changed = rule('Python.Deleted', { ...python, isNew: false, versionId, inlineFilters: '' });
    for (const input of [changed, rule('Python.Clone', python)]) {
      const { errors } = await ask(putRule, { input });
      expect(errors?.[0]?.extensions.statusCode).toBe(403);
    }
    expect((await stored('Python.Deleted')).versionId).toBe(versionId);
  });

  it('[001-6.8] only reads in the editor', async () => {
    await hers.goto(`${server.url}/build/detections/rules/Simple.Deleted/edit/`);
    await see(hers.getByText('Read Only').first());
    expect(await hers.getByRole('button', { name: /^Save/ }).getAttribute('aria-disabled')).toBe('true');
    const conditions = hers.getByRole('group', { name: 'Conditions', exact: true });
    await conditions.waitFor();
    expect(await conditions.getByRole('button', { name: 'Condition', exact: true }).count()).toBe(0);
    expect(await conditions.getByLabel(/value$/).isDisabled()).toBe(true);
  });
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
