import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { colleague, counts, longQuery, startInvestigation, suspect } from '../support/investigation.ts';
import { countRows } from '../support/lake.ts';
import { searchPage } from '../support/search-page.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';

/** An analyst asks the data lake in three ways, and a colleague who may see less opens what was found. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let screen: ReturnType<typeof searchPage>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startInvestigation({ hasArchive: true }), startTestBrowser()]);
  page = await browser.open();
  screen = searchPage(page);
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const query = `panther_logs.public.aws_cloudtrail
| where p_event_time > time.ago(1d) and strings.contains(eventName, 'Stop')`;
/** The file that a click saves. */
async function savedBy(from: Page, click: () => Promise<void>): Promise<string[]> {
  const [download] = await Promise.all([from.waitForEvent('download'), click()]);
  return (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/);
}

describe('writes a query', () => {
  it('[001-2.150] [000-1.17] with tables, columns, functions and signatures of the live schemas', async () => {
    await page.goto(`${server.url}/investigate/search/?mode=pantherflow`);
    await screen.write('');
    await page.keyboard.type('aws');
    await screen.take(/^aws_cloudtrail\s*panther_logs$/);
    await page.getByText('panther_logs.public.aws_cloudtrail', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('| whe');
    await screen.take(/^where/);
    await page.keyboard.type('p_event_time > time.ago(1d) and strings.cont');
    await screen.take(/^contains/);
    await page.getByText(/^strings\.contains\(s: string, /).waitFor();
    await page.keyboard.type('eventNa');
    await screen.take(/^eventName/);
    await page.keyboard.type(", 'Stop");
    await page.keyboard.press('Escape');
    await page.getByText(/and strings\.contains\(.*eventName, .*'Stop'\)$/).waitFor();
    // The names of parameters stand in the text, and are no part of it.
    expect(await page.locator('.cm-inlayHint').allTextContents()).toContain('s:');
    await expect.poll(() => new URL(page.url()).searchParams.get('pantherFlowInput')).toBe(query);
    await page.keyboard.press('Escape');
    await screen
      .editor()
      .getByText('aws_cloudtrail')
      .first()
      .hover({ position: { x: 60, y: 8 } });
    await page.getByText(/API calls and other account activity/).waitFor();
    await page.mouse.move(5, 5);
  });

  it('is offered tables when the language is there only after the word', async () => {
    const slow = await browser.open();
    await signIn(slow, server);
    const held: (() => Promise<void>)[] = [];
    await slow.route('**/flow-engine*', (route) => void held.push(() => route.continue()));
    const late = searchPage(slow);
    await slow.goto(`${server.url}/investigate/search/?mode=pantherflow`);
    await late.write('');
    await slow.keyboard.type('aws');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    for (const answer of held) await answer();
    await late.take(/^aws_cloudtrail\s*panther_logs$/);
    await slow.getByText('panther_logs.public.aws_cloudtrail', { exact: true }).waitFor();
    await slow.close();
  });
});

describe('runs it', () => {
  it('[001-4.20] [001-4.23] sees how far a long query is, and cancels it without a word', async () => {
    await screen.write(longQuery);
    await page.keyboard.press('ControlOrMeta+Enter');
    const share = async () => Number(await screen.progress().getAttribute('aria-valuenow'));
    await expect.poll(share, { timeout: 60_000 }).toBeGreaterThan(0);
    const first = await share();
    expect(await page.getByText(/rows read$/).textContent()).toMatch(/^[\d,]+ of 1,000,240 rows read$/);
    await expect.poll(share, { timeout: 60_000 }).toBeGreaterThan(first);
    const id = new URL(page.url()).searchParams.get('queryId');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Run/ }).waitFor();
    await screen.progress().waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('queryId');
    expect(await page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => statusOf(id)).toBe('cancelled');
  });

  it('[001-2.43] [000-1.15] finds databases, tables and time of the query in the form', async () => {
    await screen.write(query);
    await page.keyboard.press('ControlOrMeta+Enter');
    await see(page.getByText(`${counts.stopped} of ${counts.stopped} rows loaded`));
    await screen.mode('Search').click();
    await see(screen.words());
    await see(page.getByRole('button', { name: /^Databases \(optional\)\s*Logs/ }));
    await see(page.getByRole('button', { name: /^Search Tables \(optional\)\s*AWS.CloudTrail/ }));
    await see(page.getByRole('button', { name: 'Time frame Last 24 hours' }));
  });

  it('saves the query with a schedule', async () => {
    await screen.mode('PantherFlow').click();
    await page.getByText("'Stop')", { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save search' });
    await dialog.getByLabel('Name').fill('Logging stopped');
    await dialog.getByText('Is this a scheduled search?').click();
    await dialog.getByText('Cron', { exact: true }).click();
    await dialog.getByLabel('Cron expression, UTC').fill('30 6 * * *');
    await dialog.getByText('Next runs, UTC').waitFor();
    await dialog.getByRole('button', { name: 'Save and schedule' }).click();
    await page.getByText('Logging stopped is saved and scheduled').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${server.url}/investigate/saved-searches/`);
    await see(page.getByRole('row').filter({ hasText: 'Logging stopped' }).getByText('30 6 * * *'));
  });
});

describe('searches for an address', () => {
  it('in all tables of a day', async () => {
    await page.goto(`${server.url}/investigate/search/`);
    await screen.words().fill(suspect);
    await screen.time().click();
    await page.getByRole('option', { name: 'Last 24 hours' }).click();
    await page.getByRole('button', { name: /^Run/ }).click();
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
  });

  it('[001-2.52] narrows the time by dragging over the histogram, and goes back', async () => {
    const bars = page.getByRole('group', { name: /^Bars of the chart/ });
    const box = (await bars.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.7), { steps: 4 });
    await page.mouse.move(...at(0.85), { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/startTime=/);
    const narrowed = await countBetween(page.url());
    expect(narrowed).toBeGreaterThan(0);
    expect(narrowed).toBeLessThan(counts.suspect);
    await screen.allLoaded(narrowed).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`).waitFor();
    await see(page.getByRole('button', { name: 'Time frame Last 24 hours' }));
    await page.getByRole('button', { name: 'Time before' }).waitFor({ state: 'detached' });
    await page.goBack();
    await screen.allLoaded(narrowed).waitFor();
    await page.getByRole('button', { name: 'Time before' }).click();
    await page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`).waitFor();
  });

  it('reads the time as it is typed', async () => {
    await screen.time().click();
    const typed = page.getByRole('textbox', { name: 'Time in words' });
    await typed.fill('25:00');
    await see(page.getByText('"25:00" is not a time: hours go to 23'));
    await typed.fill('30h');
    await page.keyboard.press('Enter');
    await see(page.getByRole('button', { name: 'Time frame Last 30 hours' }));
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.waitForURL(/relativeNumberVal=30/);
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
  });

  it('sees the search of all data as SQL and as PantherFlow, which find the same, and finds the form as it was', async () => {
    await page.goto(
      `${server.url}/investigate/search/?q=${suspect}&timeFrame=relative&relativeNumberVal=30&relativeTimeUnit=hours`,
    );
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
    await page.getByRole('button', { name: 'Query info' }).click();
    await see(page.getByRole('region', { name: 'Search as SQL' }));
    await page.getByRole('button', { name: 'Open in SQL' }).click();
    await see(page.getByRole('textbox', { name: 'SQL' }));
    await see(page.getByRole('note', { name: /^Time frame: Since .*, from the text$/ }));
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.waitForURL(/mode=sql.*queryId=/);
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
    await screen.mode('PantherFlow').click();
    await see(screen.editor().filter({ hasText: suspect }));
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.waitForURL(/usePantherFlow=true.*queryId=/);
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
    await screen.mode('Search').click();
    await expect.poll(() => screen.words().inputValue()).toBe(suspect);
    await see(page.getByRole('button', { name: 'Time frame Last 30 hours' }));
    await page.keyboard.press('ControlOrMeta+Enter');
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
  });

  it('schedules the search, finds it open by its name, and its run has the rows', async () => {
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save search' });
    await dialog.getByLabel('Name').fill('The address');
    await dialog.getByRole('button', { name: 'Save and schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    const name = page.getByRole('status', { name: 'Saved search' });
    await see(name.filter({ hasText: /^The addressSaved$/ }));
    await screen.words().fill('something else');
    await see(name.filter({ hasText: /^The addressEdited$/ }));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('option', { name: /^The address/ }).click();
    await expect.poll(() => screen.words().inputValue()).toBe(suspect);
    await see(page.getByText(`${counts.suspect} of ${counts.suspect} rows loaded`));
    await server.graphql('mutation { runSavedQuery(input: { id: "The address" }) { id } }');
    const runs = () =>
      server.graphql<{ savedQueryRuns: { edges: { node: { state: string; rowCount: number } }[] } }>(
        'query { savedQueryRuns(input: { id: "The address" }) { edges { node { state rowCount } } } }',
      );
    await expect
      .poll(async () => (await runs()).savedQueryRuns.edges[0]?.node, { timeout: 30_000 })
      .toEqual({ state: 'SUCCEEDED', rowCount: counts.suspect });
  });

  it('[001-2.60] opens a row, and the Indicator Search of its address in a new tab', async () => {
    await screen.rows().filter({ hasText: 'AWS.CloudTrail' }).first().click();
    const event = page.getByRole('complementary', { name: 'Event' });
    await event.getByRole('treeitem').filter({ hasText: 'sourceIPAddress' }).click({ button: 'right' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('menuitem', { name: 'Indicator Search' }).click(),
    ]);
    await tab.waitForURL(/indicator-search/);
    await tab.getByText('AWS.CloudTrail').first().waitFor();
    await see(tab.getByText('Okta.SystemLog').first());
    await tab.close();
  });

  it('[000-1.25] downloads every row through a notification', async () => {
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    await page.getByRole('menuitem', { name: `All ${counts.suspect} rows, in the background` }).click();
    await page
      .getByText(
        'Generating CSV... this may take some time. You will be notified in app when the file is ready',
      )
      .waitFor();
    const lines = await savedBy(page, () =>
      page.getByRole('button', { name: 'Download CSV' }).first().click(),
    );
    expect(lines).toHaveLength(counts.suspect + 1);
    expect(lines.filter((line) => line.includes('Okta.SystemLog'))).toHaveLength(counts.okta);
  });
});

describe('a colleague whose role leaves out a log type', () => {
  let hers: Page;
  let screenOfHers: ReturnType<typeof searchPage>;
  /** Everything the server told her. */
  const told: string[] = [];

  it('opens the link, and finds the rest as if there were nothing else', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied to clipboard').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    hers = await browser.open();
    screenOfHers = searchPage(hers);
    await signIn(hers, server, colleague);
    hers.on('response', (reply) => {
      if (reply.url().includes('/graphql'))
        void reply.text().then(
          (text) => told.push(text),
          () => undefined,
        );
    });
    await hers.goto(link);
    await hers.getByText(`${counts.suspectInTrail} of ${counts.suspectInTrail} rows loaded`).waitFor();
    await hers.getByRole('tab', { name: `Results ${counts.suspectInTrail}` }).waitFor();
    await hers
      .getByRole('figure', { name: 'Events per Log Type' })
      .getByText('AWS.CloudTrail')
      .first()
      .waitFor();
    await screenOfHers.words().waitFor();
    expect(await screenOfHers.words().inputValue()).toBe(suspect);
    expect(await hers.locator('body').textContent()).not.toMatch(/okta|user\.session/i);
  });

  it('is not offered it by the form or the editor', async () => {
    await screenOfHers.tables().click();
    await hers
      .getByRole('option', { name: /AWS\.CloudTrail/ })
      .first()
      .waitFor();
    expect(await hers.getByRole('option', { name: /okta/i }).count()).toBe(0);
    await hers.keyboard.press('Escape');
    await screenOfHers.mode('PantherFlow').click();
    await screenOfHers.write(
      "union panther_logs.public.* | where p_event_time > time.ago(1d) | where p_log_type == ''",
    );
    await hers.keyboard.press('ControlOrMeta+Enter');
    await hers.getByText('No Results').waitFor();
    await screenOfHers.write('union panther_logs.public.* | where p_event_time > time.ago(1d)');
    await hers.keyboard.press('ControlOrMeta+Enter');
    await hers.getByText(`of ${counts.trail} rows loaded`).waitFor();
    await screenOfHers.editor().focus();
    await hers.keyboard.press('ControlOrMeta+End');
    await hers.keyboard.type(" | where p_log_type == '");
    await screenOfHers.offered(/^AWS\.CloudTrail/).waitFor();
    expect(await screenOfHers.offered(/okta/i).count()).toBe(0);
    await hers.keyboard.press('Escape');
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter((text) => /okta|user\.session/i.test(text))).toEqual([]);
  });

  it('hears of it what she hears of a table that does not exist', async () => {
    const said = async (table: string) => {
      await screenOfHers.write(`panther_logs.public.${table} | where p_event_time > time.ago(1d)`);
      await hers.keyboard.press('ControlOrMeta+Enter');
      const failure = hers.getByRole('alert').filter({ hasText: 'The search cannot run' });
      await failure.getByText(table).waitFor();
      return (await failure.textContent())?.replaceAll(table, 'TABLE');
    };
    expect(await said('okta_systemlog')).toBe(await said('okto_systemlog'));
    await hers.goto(`${server.url}/investigate/search/?tables[]=okta_systemlog`);
    await hers.getByText('Invalid table(s): okta_systemlog').waitFor();
    await hers.getByRole('button', { name: /^Search Tables \(optional\)\s*All tables/ }).waitFor();
  });

  it('downloads only what she may see', async () => {
    await hers.goto(`${server.url}/investigate/search/?q=${suspect}&timeFrame=Last24Hours`);
    await hers.getByText(`${counts.suspectInTrail} of ${counts.suspectInTrail} rows loaded`).waitFor();
    await hers.getByRole('button', { name: 'CSV', exact: true }).click();
    await hers
      .getByRole('menuitem', { name: `All ${counts.suspectInTrail} rows, in the background` })
      .click();
    const lines = await savedBy(hers, () =>
      hers.getByRole('button', { name: 'Download CSV' }).first().click(),
    );
    expect(lines).toHaveLength(counts.suspectInTrail + 1);
    expect(lines.join('\n')).not.toMatch(/okta|user\.session/i);
  });

  it('[000-2.150] [000-2.151] hears so on a page that is not for her', async () => {
    await hers.goto(`${server.url}/configure/log-sources/add-new-source/`);
    await see(hers.getByText("Oops! You don't have the proper permissions to view this page."));
    await see(
      hers.getByText('This may also be caused by a restriction on the log types you have access to.'),
    );
  });
});

it('shows no error in the browser on the way', () => {
  // The router reports the page that is not for her.
  const isHers = (error: string) => error.includes('This page needs one of the permissions');
  expect(browser.errors().filter((error) => !isHers(error))).toEqual([]);
});

async function statusOf(id: string | null): Promise<string> {
  const { uberSearch } = await server.graphql<{ uberSearch: { status: string } }>(
    'query ($id: ID!) { uberSearch(id: $id, component: timeline) { status } }',
    { id },
  );
  return uberSearch.status;
}

/** Events of the address between the times of a search's address. */
async function countBetween(address: string): Promise<number> {
  const { searchParams } = new URL(address);
  const [from, to] = [searchParams.get('startTime'), searchParams.get('endTime')];
  const inTime = `p_occurs_between('${from}', '${to}')`;
  const found = await Promise.all([
    countRows(
      server,
      `select count(*) as n from panther_logs.public.aws_cloudtrail where ${inTime} and sourceIPAddress = '${suspect}'`,
    ),
    countRows(server, `select count(*) as n from panther_logs.public.okta_systemlog where ${inTime}`),
  ]);
  return found[0] + found[1];
}
