import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/** What a person does with the demo story: from the alert to its cause and on to a better detection. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  page = await browser.open();
}, 500_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('signs in and sees the alerts the story raised', async () => {
  await signIn(page, server);
  await page.getByRole('heading', { name: 'Alerts & Errors' }).waitFor();
  await page.getByText('svc-billing-export gave administrator rights').first().waitFor();
  expect(page.url()).toContain('status[]=OPEN');
});

it('[000-1.11] opens an alert, reads its events and changes its status', async () => {
  await page.getByText('svc-billing-export turned off recording').first().click();
  await see(page.getByRole('heading', { level: 1, name: /turned off recording/ }));
  await page.getByRole('tab', { name: /^Events/ }).click();
  await see(page.getByText('StopLogging').first());
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitem', { name: /Triaged/ }).click();
  await see(page.getByRole('button', { name: /^Status: triaged/i }));
});

it('searches the lake for the address involved', async () => {
  await page.goto(`${server.url}/investigate/search/`);
  await page.getByRole('searchbox').fill('203.0.113.66');
  await page.getByRole('button', { name: /^Time frame/ }).click();
  await page.getByText('Last 24 hours').first().click();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByText(/rows loaded/).waitFor();
  await page
    .getByRole('cell', { name: /203\.0\.113\.66/ })
    .or(page.getByRole('gridcell', { name: /203\.0\.113\.66/ }))
    .first()
    .waitFor();
  await see(page.getByText('Okta.SystemLog').first());
});

it('edits the detection that fired, and sees the next event judged by the new version', async () => {
  await page.goto(`${server.url}/build/detections/rules/AWS.CloudTrail.TrailTampered/edit/`);
  const code = page.getByRole('textbox', { name: 'Code of the rule' });
  await code.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\n\n\ndef title(event):\n    return "Edited: " + event.get("eventName")\n');
  await page.getByRole('button', { name: 'Run all' }).click();
  await page.getByText('All tests passed!').first().waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('CloudTrail stopped or narrowed saved').waitFor();

  const sourceId = await createHttpSource(server, 'journey', ['AWS.CloudTrail']);
  await sendLines(server, sourceId, [
    cloudTrailLine({
      eventSource: 'cloudtrail.amazonaws.com',
      eventName: 'DeleteTrail',
      readOnly: false,
      requestParameters: { name: 'journey-trail' },
    }),
  ]);
  await page.goto(`${server.url}/alerts-and-errors/?status[]=OPEN`);
  // A list that was faster than the alert announces it, and moves no row until it is asked to.
  const edited = page.getByText('Edited: DeleteTrail').first();
  const announced = page.getByRole('button', { name: /new alert/ });
  await edited.or(announced).first().waitFor();
  if (await announced.isVisible()) await announced.click();
  await see(edited);
});

it('drafts a schema from events that no schema took', async () => {
  const sourceId = await createHttpSource(server, 'Gates', ['AWS.CloudTrail']);
  const gates = ['north', 'south'].map((gate) => JSON.stringify({ gate, at: '2026-01-02T03:04:05Z' }));
  await sendLines(server, sourceId, gates);
  const draft = page.getByRole('link', { name: 'Draft a schema' });
  await expect
    .poll(
      async () => {
        await page.goto(`${server.url}/configure/log-sources/${sourceId}/`);
        await page.getByText(/matched (a|no) schema/).waitFor();
        return await draft.count();
      },
      { timeout: 120_000 },
    )
    .toBe(1);
  await draft.click();
  await page.waitForURL(/failuresOf=/);
  expect(await page.getByRole('textbox', { name: 'Events' }).inputValue()).toContain('"gate":"north"');
  await page.getByRole('button', { name: 'Infer Schema' }).click();
  await page.getByRole('treeitem', { name: /gate/ }).waitFor();
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
