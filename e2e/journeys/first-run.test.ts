import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { see } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** A newcomer without the demo: from the printed address to an alert of a shipped detection, by what the screens say. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let receiver: Server;
const received: string[] = [];
const link = () => /(http\S+\/setup\/\?token=\S+)/.exec(server.output())?.[1] ?? '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(body);
      response.end('ok');
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  server = await startTestServer({
    startsEmpty: true,
    withAdministrator: false,
    environment: { MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' },
  });
  browser = await startTestBrowser();
  page = await browser.open();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await new Promise((done) => receiver.close(done));
});

/** Runs the command the screen shows, as somebody who copied it would. */
async function runShownCommand(): Promise<void> {
  const command = await page.getByLabel('Command').first().innerText();
  await promisify(execFile)('bash', ['-c', `set -e\n${command} --fail`]);
}

it('makes the first administrator through the link the server printed, and says what to do next', async () => {
  await page.goto(link());
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.waitForURL(/alerts-and-errors/);
  await page.getByRole('heading', { name: 'No alerts yet' }).waitFor();
  await see(page.getByText('1 of 6 steps are done.'));
});

it('connects a source with what the form offers, and sees the first event', async () => {
  await page.getByRole('link', { name: 'Add source' }).click();
  await page.getByRole('button', { name: /6 log types/ }).click();
  await page.getByText('Applications and agents send their logs').click();
  await page.getByRole('button', { name: 'Start Setup' }).click();
  await page.getByLabel('Name').fill('Production account');
  await page.getByRole('button', { name: 'All 6 of AWS' }).click();
  await page.getByLabel('Secret').fill('a-secret-of-ada-1');
  await page.getByRole('button', { name: 'Create Source' }).click();
  await page.getByText('Waiting for the first event').waitFor();
  await page.getByText('No detection watches this source yet.').waitFor();
  await runShownCommand();
  await see(page.getByText('Logs arrive'));
});

it('can be left and found again', async () => {
  await page.goto(`${server.url}/alerts-and-errors/`);
  await page.getByText('3 of 6 steps are done.').waitFor();
  await page.getByText(/ship for your log types/).waitFor();
  await page.getByRole('link', { name: 'Open source' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Production account' }));
});

it('turns on the detections that ship for its log types, and one of them raises an alert', async () => {
  await page.getByRole('button', { name: /^Turn on \d+$/ }).click();
  await page.getByText(/^\d+ detections watch this source\.$/).waitFor();
  // The wizard was left, so the secret is not known any more: the page says where to put it.
  await page.getByLabel('Sample event').click();
  await page.getByRole('option', { name: /raises “CloudTrail stopped or narrowed”/ }).click();
  await page.getByLabel('Command').getByText('StopLogging').waitFor();
  const command = await page.getByLabel('Command').first().innerText();
  await promisify(execFile)('bash', [
    '-c',
    `set -e\n${command.replace('<secret>', 'a-secret-of-ada-1')} --fail`,
  ]);
  await page.getByRole('link', { name: 'Open alert' }).click();
  await see(page.getByRole('heading', { level: 1, name: /turned off recording of trail main/ }));
});

it('adds a destination, and the test alert arrives', async () => {
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Getting started' }).click();
  // An alert that went nowhere has not been seen end to end.
  await page.getByText('4 of 6 steps are done.').waitFor();
  await page.getByText('the step is done when a destination has received one').waitFor();
  await page.getByRole('link', { name: 'Add destination' }).click();
  await page.getByText('Custom Webhook').click();
  await page.getByLabel('Display name').fill('Ops room');
  const { port } = receiver.address() as AddressInfo;
  await page.getByLabel(/URL/).fill(`http://127.0.0.1:${port}/hook`);
  await page.getByRole('button', { name: 'Add Destination' }).click();
  await page.getByRole('button', { name: 'Send Test Alert' }).click();
  await page.getByText('The test alert arrived').waitFor();
  expect(received.join('\n')).toContain('test');
  await page.goto(`${server.url}/alerts-and-errors/`);
  const card = page.getByRole('region', { name: 'First steps' });
  await card.getByText('5 of 6 first steps are done').waitFor();
  await see(card.getByText('Next: See an alert end to end'));
});

it('[000-1.1] goes from a log line to an alert that was sent on, and finds the line', async () => {
  const sourceId = await createHttpSource(server, 'Second account', ['AWS.CloudTrail']);
  const before = received.length;
  const line = cloudTrailLine({
    eventSource: 'cloudtrail.amazonaws.com',
    eventName: 'DeleteTrail',
    readOnly: false,
    requestParameters: { name: 'second-trail' },
  });
  expect(await sendLines(server, sourceId, [line])).toBe(200);
  const title = /turned off recording of trail second-trail/;
  await expect
    .poll(() => received.slice(before).filter((body) => title.test(body)).length, { timeout: 60_000 })
    .toBe(1);
  await page.goto(`${server.url}/getting-started/`);
  await page.getByText('Everything is set up.').waitFor();
  await page.getByRole('link', { name: 'See an alert end to end' }).click();
  await see(page.getByRole('heading', { level: 1, name: title }));
  await page.goto(`${server.url}/alerts-and-errors/?status[]=OPEN`);
  await see(page.getByText(title).first());
  await page.goto(`${server.url}/investigate/search/?q=second-trail&timeFrame=Last24Hours`);
  await see(page.getByRole('gridcell', { name: 'DeleteTrail' }).first());
});

it('does not give the link a second use', async () => {
  await page.goto(link());
  await page.getByText('Not all who wander are lost...').waitFor();
  expect(browser.errors()).toEqual([]);
});
