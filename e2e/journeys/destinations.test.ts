import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see, soon } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A destination is chosen, filled in and tried in the browser; a server of the test stands in for the service. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let service: Server;
let origin = '';
let reply = { status: 201, body: '{"key":"SEC-7"}' };
const asked: { path: string; body: string }[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', body });
      response.writeHead(reply.status).end(reply.body);
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const environment = { MARGAY_ROLES: 'api', MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' };
  [server, browser] = await Promise.all([startTestServer({ environment }), startTestBrowser()]);
  page = await browser.open();
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  service.close();
});

const kinds = () => page.getByRole('list', { name: 'Types of destinations' }).getByRole('listitem');

it('[002-2.77][002-9.25] offers every kind, and Torq only where its flag is on', async () => {
  await page.goto(`${server.url}/configure/destinations/new/`);
  for (const name of ['Blink Ops', 'Incident.io', 'Mindflow', 'Rapid7 Insight Connect', 'Splunk', 'Tines'])
    await see(kinds().filter({ hasText: name }));
  expect(await kinds().filter({ hasText: 'Torq' }).count()).toBe(0);
});

it('[002-3.9] sets up Jira Cloud, sends a test, and shows what Jira said', async () => {
  await page.getByRole('link', { name: /Jira Cloud/ }).click();
  await page.getByLabel('Display name').fill('Tickets');
  await page.getByLabel('Organization Domain').fill(origin);
  await page.getByLabel('Project Key').fill('two words');
  await page.getByLabel('User Name').fill('bot@example.com');
  await page.getByLabel('Jira API Key').fill('api-key');
  await page.getByLabel('Priority', { exact: true }).fill('High');
  await page.getByRole('button', { name: 'Add Destination' }).click();
  await see(page.getByText('Must be the key of a project, as its issues begin: SEC for SEC-12'));
  await page.getByLabel('Project Key').fill('SEC');
  await page.getByRole('button', { name: 'Add Destination' }).click();
  await see(page.getByText('Tickets is added'));
  reply = { status: 400, body: '{"errors":{"priority":"not on the screen"}}' };
  await page.getByRole('button', { name: 'Send Test Alert' }).click();
  await see(page.getByText('The test alert failed with status 400'));
  await see(page.getByText(/not on the screen/));
  reply = { status: 201, body: '{"key":"SEC-7"}' };
  await page.getByRole('button', { name: 'Send Test Alert' }).click();
  await see(page.getByText('The test alert arrived'));
  await soon(() => asked.map(({ path }) => path)).toEqual(['/rest/api/2/issue', '/rest/api/2/issue']);
  expect(JSON.parse(asked.at(-1)?.body ?? '{}')).toMatchObject({
    fields: { project: { key: 'SEC' }, issuetype: { name: 'Task' }, priority: { name: 'High' } },
  });
  expect(browser.errors()).toEqual([]);
});
