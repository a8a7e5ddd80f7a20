import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** What the screens ask of the server, how much at once and when, seen in a browser on the demo. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
interface Asked {
  operation: string;
  input: Record<string, unknown>;
  variables: Record<string, unknown>;
  at: number;
}
const asked: Asked[] = [];

function note(request: Request): void {
  if (!request.url().endsWith('/internal/graphql')) return;
  const { query, variables = {} } = request.postDataJSON() as {
    query: string;
    variables?: Asked['variables'];
  };
  asked.push({
    operation: /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '',
    variables,
    input: (variables['input'] ?? {}) as Asked['input'],
    at: Date.now(),
  });
}
const askedFor = (operation: string) => asked.filter((one) => one.operation === operation);

beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  page = await browser.open();
  page.on('request', note);
  await signIn(page, server);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A rule that is off, as a file. */
const ruleFile = (id: string, more: Record<string, unknown> = {}) => ({
  path: `${id}.yml`,
  text: stringify({
    AnalysisType: 'rule',
    RuleID: id,
    Enabled: false,
    Severity: 'Low',
    LogTypes: ['AWS.CloudTrail'],
    Detection: [{ Key: 'eventName', Condition: 'Equals', Value: 'Habit' }],
    ...more,
  }),
});
/** Saves rules, all in one transaction. */
async function upload(files: { path: string; text: string }[]): Promise<void> {
  const { uploadDetectionContent } = await server.graphql<{
    uploadDetectionContent: { verdicts: { verdict: string; reason: string }[] };
  }>(
    'mutation ($files: [ContentFileInput!]) { uploadDetectionContent(input: { files: $files }) { verdicts { verdict reason } } }',
    { files },
  );
  expect(uploadDetectionContent.verdicts).toEqual(files.map(() => ({ verdict: 'stored', reason: '' })));
}

it('[000-7.13] [000-7.14] asks for the ids of all rules, 300 a page, and refuses one that is taken', async () => {
  await upload(Array.from({ length: 310 }, (_, at) => ruleFile(`Habit.Rule${at}`)));
  const pages: { detections: { id: string }[]; paging: Record<string, number> }[] = [];
  page.on('response', (response) => {
    if (!response.request().postData()?.includes('ListDetectionIds')) return;
    void response.json().then(({ data }) => pages.push(data.detections));
  });
  await page.goto(`${server.url}/build/detections/new/`);
  await page.getByLabel('ID', { exact: true }).fill('Habit.Rule7');
  await page.getByText('A detection with the ID Habit.Rule7 exists already. Choose another one.').waitFor();
  const total = pages[0]?.paging['totalItems'] ?? 0;
  expect(total).toBeGreaterThan(310);
  expect(askedFor('ListDetectionIds').map(({ input }) => input)).toEqual(
    [1, 2].map((number) => ({
      analysisTypes: ['RULE', 'CORRELATION_RULE', 'SCHEDULED_RULE'],
      sortBy: 'lastModified',
      sortDir: 'descending',
      pageSize: 300,
      page: number,
    })),
  );
  expect(pages.map(({ detections }) => detections.length)).toEqual([300, total - 300]);
  expect(pages[1]?.paging).toEqual({ totalPages: 2, thisPage: 2, totalItems: total });
}, 240_000);

it('[000-7.15] [001-7.32] went on until all ids were there, and takes one that no rule has', async () => {
  const { detections } = await server.graphql<{ detections: { paging: { totalItems: number } } }>(
    '{ detections(input: { analysisTypes: [RULE, CORRELATION_RULE, SCHEDULED_RULE], pageSize: 1 }) { paging { totalItems } } }',
  );
  await page.getByLabel('ID', { exact: true }).fill('Habit.Fresh');
  await page.getByText(/exists already/).waitFor({ state: 'detached' });
  expect(askedFor('ListDetectionIds')).toHaveLength(Math.ceil(detections.paging.totalItems / 300));
});

it('[000-9.14] keeps the long texts of an alert at three rows', async () => {
  for (const name of ['Description', 'Runbook']) {
    const text = page.getByRole('textbox', { name });
    const before = await text.boundingBox();
    await text.fill('line\n'.repeat(30));
    expect(await text.getAttribute('rows')).toBe('3');
    expect((await text.boundingBox())?.height).toBe(before?.height);
  }
});

it('[001-4.41] judges the tests that stay again, 200 ms after one is deleted', async () => {
  const test = (name: string, eventName: string) => ({
    Name: name,
    ExpectedResult: true,
    Log: { eventName },
  });
  const tests = [test('fits', 'Habit'), test('fails', 'Other'), test('goes', 'Habit')];
  await upload([ruleFile('Habit.Tested', { Tests: tests })]);
  await page.goto(`${server.url}/build/detections/rules/Habit.Tested/edit/`);
  await page.getByRole('button', { name: 'Run all' }).click();
  await page.getByText('1 of 3 tests failed').first().waitFor();
  await page.getByRole('button', { name: /goes/ }).first().click();
  await page.getByRole('button', { name: 'Delete test' }).click();
  const runs = askedFor('TestDetection').length;
  await page.getByRole('button', { name: 'Confirm' }).click();
  const deletedAt = Date.now();
  await expect.poll(() => askedFor('TestDetection').length, { interval: 10 }).toBe(runs + 1);
  const again = askedFor('TestDetection').at(-1);
  expect(((again?.input['tests'] ?? []) as { name: string }[]).map(({ name }) => name)).toEqual([
    'fits',
    'fails',
  ]);
  // The confirmation closes first; both clocks are this one.
  expect((again?.at ?? 0) - deletedAt).toBeGreaterThanOrEqual(150);
  await see(page.getByText('1 of 2 tests failed').first());
});

it('[000-2.45] opens the page of a new data model', async () => {
  await page.goto(`${server.url}/build/data-models/new/`);
  await see(page.getByRole('heading', { level: 1, name: 'New Data Model' }));
});

it('[000-1.18] has saved searches, search history and indicator search', async () => {
  for (const name of ['Saved Searches', 'Search History', 'Indicator Search']) {
    await page.goto(`${server.url}/investigate/${name.toLowerCase().replace(' ', '-')}/`);
    await see(page.getByRole('heading', { level: 1, name }));
  }
});

/** The variables of the next request whose text fits, once `act` has led to it. */
async function sent(wanted: RegExp, act: () => Promise<unknown>): Promise<Asked['variables']> {
  const isIt = (request: Request) => wanted.test(request.postData() ?? '');
  const [request] = await Promise.all([page.waitForRequest(isIt), act()]);
  return (request.postDataJSON() as Pick<Asked, 'variables'>).variables;
}

it('[001-9.12] [002-9.12] [002-9.13] reads 10, 25 or 999 at once, and searches for 1000 rows', async () => {
  const list = await sent(/query ListDetections\b/, () => page.goto(`${server.url}/build/detections/`));
  expect(list).toMatchObject({ input: { pageSize: 25 } });
  // The bell reads the newest ones.
  const bell = await sent(/query Notifications\b/, () => page.reload());
  expect(bell).toMatchObject({ input: { pageSize: 10 } });
  await page.goto(`${server.url}/investigate/search/?q=203.0.113.66&timeFrame=Last24Hours`);
  await page.getByText(/rows loaded/).waitFor();
  const run = () => page.keyboard.press('ControlOrMeta+Enter');
  expect(await sent(/mutation RunUberSearch\b/, run)).toMatchObject({ input: { params: { limit: 1000 } } });
  await page.getByText(/rows loaded/).waitFor();
  expect(await sent(/"component":"details/, run)).toMatchObject({ pageSize: 999 });
});

it('[002-9.30] asks for each of the twelve time frames by its duration', async () => {
  await page.goto(`${server.url}/investigate/search/`);
  const time = page.getByRole('button', { name: /^Time frame/ });
  const frames = page.getByRole('listbox', { name: 'Time frames' }).getByRole('option');
  await time.click();
  await frames.first().waitFor();
  const names = (await frames.allTextContents()).filter((name) => /^(Last|All time)/.test(name));
  await page.keyboard.press('Escape');
  const durations = [];
  for (const name of names) {
    await time.click();
    await page.getByRole('option', { name, exact: true }).click();
    const { input } = await sent(/mutation RunUberSearch\b/, () =>
      page.keyboard.press('ControlOrMeta+Enter'),
    );
    durations.push((input as { params: { relativeTime?: string } }).params.relativeTime);
  }
  expect(durations).toEqual('PT20M PT1H PT3H PT6H PT12H PT24H P3D P1W P1M P3M P6M PAllTime'.split(' '));
});

it('[000-2.43] [001-2.13] every route that searches opens one screen, with its search in it', async () => {
  const { alerts } = await server.graphql<{ alerts: { edges: { node: { id: string } }[] } }>(
    '{ alerts(input: { pageSize: 1, type: ALERT }) { edges { node { id } } } }',
  );
  const day = { startTime: new Date(Date.now() - 2 * 86_400_000), endTime: new Date(Date.now() + 3_600_000) };
  const window = `startTime=${day.startTime.toISOString()}&endTime=${day.endTime.toISOString()}`;
  const words = page.getByRole('searchbox', { name: 'Words to search for' });
  const chosen = (label: string, value: string) =>
    page.getByRole('button', { name: new RegExp(`^${label}.*${value}`) });
  const routes = [
    { path: '', mode: 'Search', shows: words },
    { path: `search/?q=root&${window}`, mode: 'Search', shows: words },
    {
      path: `alert-events-search/?alertIds[]=${alerts.edges[0]?.node.id}`,
      mode: 'Search',
      shows: chosen('Databases', 'Rule Matches'),
    },
    {
      path: `key-value-search/?key=sourceIPAddress&value=203.0.113.66&${window}`,
      mode: 'Search',
      shows: page.getByRole('button', { name: /condition 1 field: .*sourceIPAddress/ }),
    },
    {
      path: `log-type-search/?logTypes[]=AWS.CloudTrail&${window}`,
      mode: 'Search',
      shows: chosen('Search Tables', 'AWS.CloudTrail'),
    },
    {
      path: `dashboard-widget-search/?logTypes[]=AWS.CloudTrail&text=root&timeFrame=Last24Hours`,
      mode: 'Search',
      shows: chosen('Time frame', 'Last 24 hours'),
    },
    {
      path: 'dashboard-widget-search/?sql=select%207%20as%20seven',
      mode: 'SQL',
      shows: page.getByRole('textbox', { name: 'SQL' }).filter({ hasText: 'seven' }),
    },
    {
      path: 'search/?usePantherFlow=true&pantherFlowInput=panther_logs.public.aws_cloudtrail%20%7C%20limit%203',
      mode: 'PantherFlow',
      shows: page.getByRole('textbox', { name: 'PantherFlow' }).filter({ hasText: 'limit 3' }),
    },
  ];
  for (const { path, mode, shows } of routes) {
    await page.goto(`${server.url}/investigate/${path}`);
    await page.waitForURL(/\/investigate\/search\//);
    await see(page.getByRole('heading', { level: 1, name: 'Search', exact: true }));
    await see(page.getByRole('radiogroup', { name: 'Search mode' }));
    expect(await page.getByRole('radio', { name: mode, exact: true }).isChecked()).toBe(true);
    await see(shows.first());
    // What frames a search stands in the same place in every mode.
    for (const name of ['Query info', 'Copy link', 'Save'])
      await see(page.getByRole('button', { name, exact: true }));
    await see(page.getByRole('button', { name: /^(Run|Cancel)/ }).first());
  }
  await page.goto(`${server.url}/investigate/search-history/`);
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').first().click();
  await page.waitForURL(/\/investigate\/search\/.*queryId=/);
  await see(page.getByRole('radiogroup', { name: 'Search mode' }));
}, 240_000);

it('[002-9.14] runs a search every day at midnight where its cron is left as it is', async () => {
  await page.goto(`${server.url}/investigate/search/?q=root`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByLabel('Name').fill('Every midnight');
  await dialog.getByText('Is this a scheduled search?').click();
  await dialog.getByText('Cron', { exact: true }).click();
  expect(await dialog.getByLabel('Cron expression, UTC').inputValue()).toBe('0 0 * * *');
  const midnights = /^\w{3} \d+, 00:00 · \w{3} \d+, 00:00 · \w{3} \d+, 00:00$/;
  await see(dialog.getByRole('status').filter({ hasText: midnights }));
  await dialog.getByRole('button', { name: 'Save and schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${server.url}/investigate/saved-searches/`);
  await see(page.getByRole('row').filter({ hasText: 'Every midnight' }).getByText('0 0 * * *'));
});

it('[002-9.32] says of columns which of seven data types they have', async () => {
  const { dataLakePropertyDefinitions } = await server.graphql<{
    dataLakePropertyDefinitions: { edges: { node: { path: string; dataType: string } }[] };
  }>(
    '{ dataLakePropertyDefinitions(input: { tables: ["aws_cloudtrail"] }) { edges { node { path dataType } } } }',
  );
  const types = new Map(dataLakePropertyDefinitions.edges.map(({ node }) => [node.path, node.dataType]));
  expect([...new Set(types.values())].toSorted()).toEqual([
    'any',
    'array',
    'boolean',
    'number',
    'object',
    'string',
    'timestamp',
  ]);
  await page.goto(`${server.url}/investigate/data-explorer/`);
  const tree = page.getByRole('tree', { name: 'Databases, tables and columns' });
  for (const path of ['eventTime', 'readOnly', 'requestParameters', 'eventName', 'resources']) {
    await page.getByRole('searchbox', { name: 'Filter tables and columns' }).fill(path);
    const column = tree
      .getByRole('treeitem')
      .filter({ hasText: new RegExp(`^${path}`) })
      .first();
    await see(column.getByRole('img', { name: types.get(path) ?? 'none', exact: true }));
  }
});

it('[002-3.43] lists databases with their tables', async () => {
  const { dataLakeDatabases } = await server.graphql<{
    dataLakeDatabases: { name: string; tables: { name: string }[] }[];
  }>('{ dataLakeDatabases { name tables { name } } }');
  const logs = dataLakeDatabases.find(({ name }) => name === 'panther_logs');
  expect(logs?.tables.map(({ name }) => name)).toContain('aws_cloudtrail');
});

it('[000-9.18] [002-9.10] follows the time zone that is set for everybody, unless a person chose the other one', async () => {
  await page.goto(`${server.url}/alerts-and-errors/`);
  const zone = async () => {
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const names = await page.getByRole('menuitem', { name: /^(Local|UTC)/ }).allTextContents();
    await page.keyboard.press('Escape');
    return names;
  };
  expect(await zone()).toEqual(['Local', 'UTC (default)']);
  await server.graphql(
    'mutation ($input: UniversalSettingsInput!) { updateUniversalSettings(input: $input) { timezone } }',
    { input: { timezone: 'Local' } },
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Alerts & Errors' }).waitFor();
  await expect.poll(zone, { timeout: 60_000 }).toEqual(['Local (default)', 'UTC']);
  expect(await page.evaluate(() => localStorage['margay.timezone'] as string)).toBe('Local');
});

it('[001-9.4] keeps tables and fields in the browser for the next time', async () => {
  await page.goto(`${server.url}/investigate/search/`);
  await expect
    .poll(() =>
      page.evaluate(() => (localStorage['margay.propertyDefinitions'] as string | undefined)?.length ?? 0),
    )
    .toBeGreaterThan(1_000);
});

it('[001-9.4] [002-9.5] keeps none of them once they are more than 1,000,000 characters', async () => {
  const kept = () => page.evaluate(() => localStorage['margay.propertyDefinitions'] as string | undefined);
  const before = (await kept())?.length ?? 0;
  expect(before).toBeLessThanOrEqual(1_000_000);
  // A table that says of itself what there is no more room for.
  const spec = `description: ${'x'.repeat(1_000_000 - before)}\nfields: [{ name: word, type: string }]\n`;
  await server.graphql(
    'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
    { input: { name: 'Custom.Wordy', spec } },
  );
  await sendLines(server, await createHttpSource(server, 'Wordy', ['Custom.Wordy']), ['{"word":"many"}']);
  const tables = async () => {
    const { dataLakeDatabases } = await server.graphql<{
      dataLakeDatabases: { tables: { name: string }[] }[];
    }>('{ dataLakeDatabases { tables { name } } }');
    return dataLakeDatabases.flatMap((database) => database.tables.map(({ name }) => name));
  };
  await expect.poll(tables, { timeout: 60_000 }).toContain('custom_wordy');
  await page.reload();
  await expect.poll(kept, { timeout: 60_000 }).toBeUndefined();
});

it('reads its own documentation', async () => {
  await page.goto(`${server.url}/alerts-and-errors/`);
  const link = page.getByRole('link', { name: /^View Panther documentation/ });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await tab.getByRole('heading', { level: 1, name: 'Alerts and errors' }).waitFor();
  await tab.getByRole('link', { name: 'Alert destinations', exact: true }).click();
  await see(tab.getByRole('heading', { level: 1, name: 'Alert destinations' }));
  await tab.close();
});

it('dates the alerts of the demo by their events', async () => {
  const { alerts } = await server.graphql<{
    alerts: { edges: { node: { createdAt: string; firstEventOccurredAt: string | null } }[] };
  }>('{ alerts(input: { pageSize: 50 }) { edges { node { createdAt firstEventOccurredAt } } } }');
  const dated = alerts.edges.filter(({ node }) => node.firstEventOccurredAt !== null);
  expect(dated.length).toBeGreaterThan(15);
  for (const { node } of dated)
    expect(Date.parse(node.createdAt) - Date.parse(node.firstEventOccurredAt ?? '')).toBe(60_000);
  const hours = new Set(dated.map(({ node }) => node.createdAt.slice(0, 13)));
  expect(hours.size).toBeGreaterThan(3);
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
