import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/asked.ts';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see, soon } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What stands around every screen: its measures, its links and addresses, and how it asks the server. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
/** Signs that mean something in an address. */
const resource = 'arn:aws:s3:::a bucket/with?every#sign&of=100%+é';
const rule = 'Frame.Deleted';

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startTestServer({ environment: { MARGAY_ROLES: 'api' } }),
    startTestBrowser(),
  ]);
  await server.graphql(
    `mutation ($rule: PutRuleInput!, $resources: UploadResourcesInput!) {
      putRule(input: $rule) { id }
      uploadResources(input: $resources) { verdict }
    }`,
    {
      rule: {
        id: rule,
        isNew: true,
        enabled: false,
        severity: 'LOW',
        logTypes: ['AWS.CloudTrail'],
        reports: [{ key: 'CIS', values: ['3.5'] }],
        body: 'def rule(event):\n    return event.get("eventName") == "DeleteTrail"\n',
        tests: [{ name: 'Deleted', expectedResult: true, resource: '{"eventName": "DeleteTrail"}' }],
      },
      resources: { resources: [{ id: resource, type: 'AWS.S3.Bucket', attributes: { Name: 'odd' } }] },
    },
  );
  page = await browser.open();
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string) => page.goto(`${server.url}${path}`);
const topBar = () => page.getByRole('banner');
const side = () => page.getByRole('navigation', { name: 'Main' });
const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumbs' });
async function sizeOf(locator: Locator): Promise<{ width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not drawn');
  return box;
}
const widthOf = async (locator: Locator) => (await sizeOf(locator)).width;

describe('the frame', () => {
  it('[000-2.109] [000-2.111] [000-2.112] has a bar of 65 px and a navigation of 248, or of 68 px', async () => {
    expect((await sizeOf(topBar())).height).toBe(65);
    expect(await widthOf(side())).toBe(248);
    await side().getByRole('button', { name: 'Collapse navigation' }).click();
    await page.mouse.move(800, 500);
    await soon(() => widthOf(side())).toBe(68);
  });

  it('[000-2.114] opens the collapsed navigation over the page while the pointer is on it', async () => {
    const content = page.getByRole('main');
    const left = (await content.boundingBox())?.x;
    await side().getByRole('link', { name: 'Schemas' }).hover();
    await soon(() => widthOf(side())).toBe(248);
    expect((await content.boundingBox())?.x).toBe(left);
    await page.mouse.move(800, 500);
    await soon(() => widthOf(side())).toBe(68);
    await page.reload();
    await soon(() => widthOf(side())).toBe(68);
    await side().getByRole('button', { name: 'Expand navigation' }).click();
    await page.mouse.move(800, 500);
    await soon(() => widthOf(side())).toBe(248);
  });

  it('[000-2.110] has breadcrumbs, settings, help, the bell and the profile in its bar', async () => {
    await see(topBar().getByRole('navigation', { name: 'Breadcrumbs' }));
    for (const name of [/^Settings$/, /^Help$/, /^Notifications/, /^Profile of First Administrator$/])
      await see(topBar().getByRole('button', { name }));
  });

  it('[000-2.119] [000-2.121] [000-2.122] links to alerts, what investigates, and detections', async () => {
    const lines = (await side().innerText()).split('\n').map((line) => line.trim());
    const [alerts, investigate, detections, configure] = [
      'Alerts',
      'Investigate',
      'Detections',
      'Configure',
    ].map((name) => lines.indexOf(name));
    expect([alerts, investigate, detections, configure].toSorted((a = -1, b = -1) => a - b)).toEqual([
      alerts,
      investigate,
      detections,
      configure,
    ]);
    expect(alerts).toBeGreaterThanOrEqual(0);
    expect(lines.slice(investigate, detections).filter((line) => line !== 'Indicator Search')).toEqual(
      expect.arrayContaining([
        'Search',
        'Data Explorer',
        'Saved Searches',
        'Search History',
        'Cloud Resources',
      ]),
    );
    for (const [name, path] of [
      ['Alerts', '/alerts-and-errors/'],
      ['Detections', '/build/detections/'],
    ] as const) {
      await side().getByRole('link', { name, exact: true }).click();
      await page.waitForURL((url) => url.pathname === path);
    }
  });

  it('[000-2.120] opens the alerts that are open or triaged', async () => {
    await side().getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.waitForURL(/alerts-and-errors/);
    await soon(() => new URL(page.url()).searchParams.has('status[]')).toBe(true);
    expect(new URL(page.url()).searchParams.getAll('status[]')).toEqual(['OPEN', 'TRIAGED']);
  });

  it('[000-2.143] [000-9.9] shows notifications 510 px wide, in whatever window', async () => {
    await topBar()
      .getByRole('button', { name: /^Notifications/ })
      .click();
    await page.getByRole('button', { name: 'See all' }).click();
    const centre = page.getByRole('dialog', { name: 'Notifications' });
    await see(centre);
    for (const width of [1600, 2560]) {
      await page.setViewportSize({ width, height: 1000 });
      await soon(() => widthOf(centre)).toBe(510);
    }
    await page.setViewportSize({ width: 1600, height: 1000 });
    await page.keyboard.press('Escape');
    await centre.waitFor({ state: 'detached' });
  });

  it('[000-2.133] hides the middle of a long trail behind "..." where there is little space', async () => {
    const more = crumbs().getByRole('button', { name: 'More of the path' });
    const links = () => crumbs().getByRole('link').allInnerTexts();
    await open(`/build/detections/rules/${rule}/`);
    await see(crumbs().getByText(rule));
    expect(await links()).toEqual(['Build', 'Detections', 'Rules']);
    await page.setViewportSize({ width: 1000, height: 800 });
    await see(more);
    expect(await more.innerText()).toBe('...');
    expect(await links()).toEqual(['Build']);
    await more.click();
    await page.getByRole('menuitem', { name: 'Detections', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/build/detections/');
    // Three are short enough.
    await open('/settings/roles/new/');
    await see(crumbs().getByText('New'));
    expect(await more.count()).toBe(0);
    await page.setViewportSize({ width: 1600, height: 1000 });
  });

  it('[000-2.134] [002-2.49] [002-2.50] heads a page with title, words and the way to its documentation', async () => {
    await open('/settings/roles/');
    await see(page.getByRole('heading', { level: 1, name: 'User Roles' }));
    await see(page.getByText('What people may do, and of which log types they see anything.'));
    const text = 'View Panther documentation to learn more about features on this page';
    const link = page.getByRole('main').getByRole('link', { name: text, exact: true });
    expect(await link.getAttribute('href')).toContain('/documentation/roles/');
    await link.hover();
    await see(
      page.getByRole('tooltip', { name: text }).or(page.getByRole('tooltip').filter({ hasText: text })),
    );
  });

  it('[002-2.83] says "No Results" where a search finds nothing', async () => {
    await page.getByRole('searchbox', { name: 'Search roles' }).fill('no role is called so');
    await see(page.getByRole('status').getByText('No Results', { exact: true }));
  });

  it('keeps what stands in place of rows out of the table, for those who hear it', async () => {
    await page.evaluate(axe.source);
    const found = await page.evaluate<string[]>(
      `axe.run(document, { runOnly: ['aria-required-children', 'aria-required-parent'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
    expect(found).toEqual([]);
  });
});

describe('an address', () => {
  it('[000-2.1] [002-2.1] begins at the root of the site, on the deepest page too', async () => {
    await open(`/build/detections/rules/${rule}/`);
    await see(page.getByRole('heading', { level: 1, name: rule }));
    const written = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[href], script[src]')].flatMap((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? [])`,
    );
    expect(written.length).toBeGreaterThan(15);
    expect(written.filter((address) => !/^(\/(?!\/)|https?:|data:|#)/.test(address))).toEqual([]);
  });

  it('[000-2.2] [002-2.2] carries an id whatever signs are in it', async () => {
    await open('/investigate/resources/');
    await page.getByRole('grid').getByRole('link').first().click();
    const facts = page.getByText(resource, { exact: true }).first();
    await see(facts);
    expect(new URL(page.url()).pathname.split('/')).toEqual([
      '',
      'investigate',
      'resources',
      expect.stringContaining('%2Fwith%3Fevery%23sign'),
      '',
    ]);
    expect(decodeURIComponent(new URL(page.url()).pathname.split('/')[3] ?? '')).toBe(resource);
    await page.reload();
    await see(facts);
  });

  it('[002-2.28] of a list says how it is sorted and filtered, also when nobody said it', async () => {
    for (const [path, params] of [
      ['/build/detections/', { page: '1', sortBy: 'lastModified', sortDir: 'descending' }],
      ['/configure/log-sources/', { sortBy: 'dateCreated', sortDir: 'descending' }],
      ['/configure/schemas/', { isArchived: 'false', sortBy: 'name', sortDir: 'ascending' }],
    ] as const) {
      await open(path);
      await soon(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(params);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
});

describe('the console', () => {
  it('[000-7.1] [002-7.1] [001-7.1] asks one address, by POST', async () => {
    const asked = new Set<string>();
    const window = await browser.open();
    window.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // How people sign in is asked apart from GraphQL.
      if (request.resourceType() === 'fetch' && !pathname.startsWith('/auth/') && pathname !== '/saml')
        asked.add(`${request.method()} ${pathname}`);
    });
    await signIn(window, server);
    await see(window.getByRole('heading', { level: 1 }));
    for (const name of ['Saved Searches', 'Detections', 'Schemas']) {
      await window.getByRole('link', { name, exact: true }).click();
      await see(window.getByRole('heading', { level: 1, name }));
    }
    expect([...asked].filter((one) => !/^GET \/(health|assets)/.test(one))).toEqual([
      'POST /internal/graphql',
    ]);
    await window.close();
  });

  it('[000-7.2] [002-7.2] shows the ID token of the session each time', async () => {
    const window = await browser.open();
    // Those of one second may be the same text.
    const tokens: string[] = [];
    const shown: string[] = [];
    window.on('response', (response) => {
      if (!/\/auth\/(sign-in|refresh)$/.test(response.url())) return;
      void response.json().then(({ idToken }: { idToken: string }) => tokens.push(idToken));
    });
    window.on('request', (request) => {
      if (request.url().endsWith('/internal/graphql')) shown.push(request.headers()['authorization'] ?? '-');
    });
    await signIn(window, server);
    await see(window.getByRole('heading', { level: 1 }));
    const before = shown.length;
    expect(before).toBeGreaterThan(0);
    await window.reload();
    await see(window.getByRole('heading', { level: 1 }));
    // One of the sign-in, one of the page that was loaded again.
    await soon(() => tokens.length).toBeGreaterThanOrEqual(2);
    await soon(() => shown.length).toBeGreaterThan(before);
    expect(shown.filter((token) => !tokens.includes(token))).toEqual([]);
    await window.close();
  });

  it('[000-3.6] reads how it is set up once after sign-in', async () => {
    const window = await browser.open();
    const asked = listen(window);
    await signIn(window, server);
    for (const name of ['Search', 'Saved Searches', 'Detections', 'Alerts']) {
      await window.getByRole('link', { name, exact: true }).click();
      await see(window.getByRole('heading', { level: 1 }));
    }
    expect(asked.of('GetAppConfig')).toHaveLength(1);
    await window.close();
  });

  it('[000-7.3] [002-7.3] [001-7.2] sends back what it has read without the names of types', async () => {
    const withTypes = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(withTypes)
        : typeof value === 'object' && value !== null
          ? { ...mapValues(value, withTypes), __typename: 'Something' }
          : value;
    await page.route('**/internal/graphql', async (route) => {
      if (!/query GetRule\(/.test(route.request().postData() ?? '')) return route.fallback();
      const reply = await route.fetch();
      return route.fulfill({ response: reply, json: withTypes(await reply.json()) });
    });
    const asked = listen(page);
    await open(`/build/detections/rules/${rule}/edit/`);
    await page.getByLabel('Name', { exact: true }).fill('Deleted trails');
    await page.getByRole('button', { name: /^Save/ }).click();
    const saved = () =>
      server.graphql<{ rule: { displayName: string; reports: unknown[]; tests: unknown[] } }>(
        'query ($id: ID!) { rule(input: { id: $id }) { displayName reports { key } tests { name } } }',
        { id: rule },
      );
    await soon(async () => (await saved()).rule.displayName).toBe('Deleted trails');
    const sent = asked.of('PutRule');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.input).toMatchObject({ reports: [{ key: 'CIS' }], tests: [{ name: 'Deleted' }] });
    expect(JSON.stringify(sent)).not.toContain('__typename');
    await page.unroute('**/internal/graphql');
  });

  it('[000-7.37] keeps each list by what it is filtered by, and its pages in one', async () => {
    for (let number = 1; number <= 55; number++)
      await server.graphql(
        'mutation ($input: ExecuteDataLakeQueryInput!) { executeDataLakeQuery(input: $input) { id } }',
        { input: { sql: `select ${number} as frame_${number}` } },
      );
    const asked = listen(page);
    await open('/investigate/search-history/');
    const grid = page.getByRole('grid');
    const rowCount = async () => Number(await grid.getAttribute('aria-rowcount')) - 1;
    await soon(rowCount).toBe(50);
    await grid.focus();
    await page.keyboard.press('End');
    await soon(rowCount).toBe(55);
    expect(asked.of('SearchHistory').some(({ input }) => typeof input['cursor'] === 'string')).toBe(true);
    await page.getByRole('searchbox').first().fill('frame_7');
    await soon(rowCount).toBe(1);
    // What was read of the whole list is there, though nobody answers.
    const release = await asked.hold(({ operation }) => operation === 'SearchHistory');
    await page.getByRole('searchbox').first().fill('');
    await soon(rowCount).toBe(55);
    await release();
  });
});

function mapValues(value: object, change: (entry: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, change(entry)]));
}

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
