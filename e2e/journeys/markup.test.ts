import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { searchPage } from '../support/search-page.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** Each would run, had a page taken it for markup or for code. The policy that forbids that is switched off here. */
const payloads = [
  `<img src=x onerror="window.hacked='img'">`,
  `"><svg onload="window.hacked='svg'"></svg>`,
  `<script>window.hacked='script'</script>`,
  `[link](javascript:window.hacked='link')`,
  `<a href="javascript:window.hacked='a'">x</a>`,
  `<iframe srcdoc="<script>parent.hacked='frame'</script>"></iframe>`,
];
const all = payloads.join(' ');
const logType = 'Custom.Markup';
const put = (name: string, type: string, more = 'id') =>
  `mutation ($input: ${type}!) { ${name}(input: $input) { ${more} } }`;

let server: TestServer;
let browser: TestBrowser;
let page: Page;
let alertId: string;
let errorId: string;
beforeAll(async () => {
  server = await startTestServer();
  const spec = `description: ${JSON.stringify(all)}\nfields:\n  - { name: who, type: string, required: true, description: ${JSON.stringify(all)} }\n  - { name: more, type: json }\n`;
  await server.graphql(put('createOrUpdateSchema', 'CreateOrUpdateSchemaInput', 'schema { name }'), {
    input: { name: logType, spec, description: all },
  });
  const sourceId = await createHttpSource(server, 'markup', [logType]);
  const text = JSON.stringify(all);
  await server.graphql(put('putRule', 'PutRuleInput'), {
    input: {
      id: 'Markup.Rule',
      isNew: true,
      enabled: true,
      severity: 'HIGH',
      displayName: all.slice(0, 200),
      description: all,
      runbook: `# ${all}\n\n${payloads.map((one) => `- ${one}`).join('\n')}`,
      tags: payloads.slice(0, 3),
      logTypes: [logType],
      body: [
        'def rule(event):\n    return True',
        `def title(event):\n    return ${text}`,
        `def description(event):\n    return ${text}`,
        `def runbook(event):\n    return ${text}`,
        `def reference(event):\n    return "javascript:window.hacked='reference'"`,
        `def alert_context(event):\n    return {${text}: ${text}, "who": event.get("who")}`,
      ].join('\n\n'),
      tests: [{ name: all.slice(0, 100), expectedResult: true, resource: JSON.stringify({ who: all }) }],
    },
  });
  await server.graphql(put('putSavedQuery', 'PutSavedQueryInput', '__typename'), {
    input: { name: 'Markup', description: all, sqlQuery: 'select * from custom_markup' },
  });
  const event = { who: all, more: { [all]: all, list: payloads } };
  // So many that the source is unhealthy, and an error says so.
  const odd = Array.from({ length: 12 }, (_, n) => `${all} is no JSON ${n}`);
  expect(await sendLines(server, sourceId, [JSON.stringify(event), ...odd])).toBe(200);
  const firstOf = async (type: string) => {
    const found = await eventually(
      async () =>
        (
          await server.graphql<{ alerts: { edges: { node: { id: string } }[] } }>(
            `{ alerts(input: { type: ${type} }) { edges { node { id } } } }`,
          )
        ).alerts.edges,
      ({ length }) => length > 0,
      60_000,
    );
    return found[0]?.node.id ?? '';
  };
  alertId = await firstOf('ALERT');
  errorId = await firstOf('SYSTEM_ERROR');
  for (const format of ['PLAIN_TEXT', 'HTML'])
    await server.graphql(put('createAlertComment', 'AlertCommentInput', '__typename'), {
      input: { alertId, body: `${format} ${all}`, format },
    });
  browser = await startTestBrowser();
  page = await browser.open({ bypassCSP: true });
  await signIn(page, server);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What of the payloads became markup, or ran; a text, because it is the browser that knows these names. */
const look = `({
  ran: window.hacked ?? null,
  elements: [...document.querySelectorAll('img[src="x"], [onerror], [onload], [srcdoc]')].map(({ outerHTML }) => outerHTML.slice(0, 100)),
  links: [...document.querySelectorAll('[href]')].map((link) => link.getAttribute('href')).filter((href) => /^\\s*javascript:/i.test(href)),
  scripts: [...document.scripts].filter(({ text }) => text.includes('hacked')).length,
})`;
const taken = () => page.evaluate<unknown>(look);

/** Opens what is folded up in trees of values. */
async function unfold(): Promise<void> {
  const folded = page.locator('[role=treeitem][aria-expanded=false]');
  for (let more = 0; more < 20 && (await folded.count()) > 0; more++) {
    await folded.first().click();
    await page.waitForTimeout(50);
  }
}
const nothing = { ran: null, elements: [], links: [], scripts: 0 };
/** One that looks the same as a text and as a value of JSON. */
const payload = () => page.getByText(payloads[2] ?? '').first();

it.each([
  ['the alert list', () => '/alerts-and-errors/'],
  ['what a rule gave to an alert', () => `/alerts-and-errors/${alertId}/context/`],
  ['an alert', () => `/alerts-and-errors/${alertId}/`],
  ['its events', () => `/alerts-and-errors/${alertId}/events/`],
  ['its comments and history', () => `/alerts-and-errors/${alertId}/activity/`],
  ['the list of detections', () => '/build/detections/rules/'],
  ['a rule', () => '/build/detections/rules/Markup.Rule/'],
  ['the editor of a rule', () => '/build/detections/rules/Markup.Rule/edit/'],
  ['a schema', () => `/configure/schemas/${logType}/`],
])('%s shows it as text', async (_, path) => {
  await page.goto(`${server.url}${path()}`);
  await payload().waitFor();
  expect(await taken()).toEqual(nothing);
});

it('a system error that quotes a line shows it as text', async () => {
  await page.goto(`${server.url}/alerts-and-errors/${errorId}/`);
  await page.getByRole('treeitem').first().waitFor();
  await unfold();
  await payload().waitFor();
  expect(await taken()).toEqual(nothing);
});

it('the rows of a search and an event show it as text', async () => {
  await page.goto(`${server.url}/investigate/search/?mode=pantherflow`);
  const screen = searchPage(page);
  await screen.write('panther_logs.public.custom_markup');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('1 of 1 row loaded').waitFor();
  await page.getByText('who', { exact: true }).first().click();
  await payload().waitFor();
  expect(await taken()).toEqual(nothing);
  await screen.rows().nth(1).click();
  const event = page.getByRole('complementary', { name: 'Event' });
  await event.getByRole('treeitem').first().waitFor();
  await unfold();
  await event
    .getByText(payloads[2] ?? '')
    .first()
    .waitFor();
  expect(await taken()).toEqual(nothing);
});
