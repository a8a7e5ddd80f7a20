import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/asked.ts';
import type { FlowFunctions } from '../../apps/web/src/editor/pantherflow/flow-functions.ts';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { counts, startInvestigation, suspect } from '../support/investigation.ts';
import { searchPage } from '../support/search-page.ts';
import { see } from '../support/see.ts';
import type { TestServer } from '../support/server.ts';

/** What a person enters around a search: lists, dates, times and numbers; and what the language does in the page. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
let screen: ReturnType<typeof searchPage>;
let asked: ReturnType<typeof listen>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startInvestigation({ hasArchive: false }), startTestBrowser()]);
  page = await browser.open();
  screen = searchPage(page);
  asked = listen(page);
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (query: string) => page.goto(`${server.url}/investigate/search/${query}`);
const withCondition = (target: string, operator: string, value?: unknown) =>
  `?timeFrame=Last24Hours&filters=${encodeURIComponent(
    JSON.stringify({
      or: [
        {
          and: [{ target, operator, ...(value === undefined ? {} : { value: JSON.stringify(value) }) }],
        },
      ],
    }),
  )}`;
const run = () => page.getByRole('button', { name: /^Run/ }).click();
const loaded = (count: number) => page.getByText(`${count} of ${count} rows loaded`);
const isOff = async (name: string) =>
  (await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')) === 'true';

describe('a list of values', () => {
  it('[001-2.72] [001-5.61] takes, changes, deletes and clears values, and skips empty ones', async () => {
    await open(withCondition('eventName', 'is-in-list', ['StopLogging']));
    await see(loaded(counts.stopped));
    const button = page.getByRole('button', { name: /^Conditions, condition 1: / });
    await button.click();
    const dialog = page.getByRole('dialog');
    const values = () => dialog.getByRole('list', { name: 'Values' }).getByRole('listitem').allTextContents();
    await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    expect(await values()).toEqual([]);
    await dialog.getByLabel('New value').fill(' ,Nobody,, GetUsers,   ,ListUsers,');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await values()).toEqual(['Nobody', 'GetUsers', 'ListUsers']);
    await dialog.getByRole('button', { name: 'Delete Nobody' }).click();
    await dialog.getByRole('button', { name: 'Edit GetUsers' }).click();
    await dialog.getByLabel('Value GetUsers').fill('GetUser');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await values()).toEqual(['GetUser', 'ListUsers']);
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    await run();
    await see(loaded(counts.trail - counts.stopped));
  });
});

describe('the empty text', () => {
  const value = 'legacyEventType is ""';
  const chosen = () => page.getByRole('button', { name: 'Conditions, condition 1: ""' });
  const openField = async () => {
    await page.getByRole('searchbox', { name: /^Filter \d+ fields/ }).fill('legacyEventType');
    const fields = page.getByRole('region', { name: 'Fields', exact: true });
    await fields.getByRole('button', { name: /legacyEventType/ }).click({ timeout: 20_000 });
  };

  it('is a value to follow, in every language', async () => {
    await open('?timeFrame=Last24Hours&databases[]=panther_logs&tables[]=panther_logs.okta_systemlog');
    await run();
    await see(loaded(counts.okta));
    await openField();
    await page.getByTitle(`Add to search: ${value}`).click();
    await see(loaded(counts.unnamed));
    await see(page.getByText('Filter added successfully'));
    await see(chosen());
    const form = page.url();
    for (const language of ['PantherFlow', 'SQL']) {
      await screen.mode(language).click();
      // Until the text is there, Run would be that of the form.
      await see(page.locator('.cm-content').filter({ hasText: 'legacyEventType' }));
      await run();
      await see(loaded(counts.unnamed));
      await page.goto(form);
      await see(chosen());
    }
  });

  it('is asked for alone out of an event', async () => {
    await open('?timeFrame=Last24Hours&databases[]=panther_logs&tables[]=panther_logs.okta_systemlog');
    await run();
    await see(loaded(counts.okta));
    // The second one, behind the line of the names.
    await screen.rows().nth(2).click();
    await page.getByRole('button', { name: 'Field legacyEventType' }).click();
    await page.getByRole('menuitem', { name: 'Search for this only' }).click();
    await see(loaded(counts.unnamed));
    await see(page.getByText('Filters replaced successfully'));
    await see(chosen());
  });

  it('is left out as one, typed as one, and still required where none was chosen', async () => {
    await open('?timeFrame=Last24Hours&databases[]=panther_logs&tables[]=panther_logs.okta_systemlog');
    await run();
    await see(loaded(counts.okta));
    await openField();
    await page.getByTitle(`Add to search: ${value}`).hover();
    await page.getByRole('button', { name: 'Exclude from search: legacyEventType ""' }).click();
    await see(loaded(counts.okta - counts.unnamed));
    await page.getByRole('button', { name: 'Remove condition' }).click();
    await screen.words().fill('legacyEventType:"" ');
    await see(chosen());
    await run();
    await see(loaded(counts.unnamed));
    await page.getByRole('button', { name: 'Remove condition' }).click();
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    await page.keyboard.press('Escape');
    await run();
    await see(page.getByText('This field is required'));
    // What is on the screen was not asked anew.
    await see(loaded(counts.unnamed));
  });
});

describe('a date', () => {
  const button = () => page.getByRole('button', { name: /^Conditions, condition 1: / });
  const filtersOf = () => new URL(page.url()).searchParams.get('filters') ?? '';

  it('[001-2.74] [001-2.75] is picked with a time, put back by Cancel and emptied by Clear', async () => {
    const logs = '&tables[]=aws_cloudtrail&tables[]=okta_systemlog';
    await open(`${withCondition('p_parse_time', 'is-after')}${logs}`);
    await button().click();
    await page.getByLabel('Date date').fill('2026-11-20');
    await page.getByLabel('Date time, 24 hours').fill('09:30');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await button().textContent()).toContain('MM/DD/YYYY HH:mm');
    await button().click();
    await page.getByLabel('Date date').fill('2024-11-20');
    await page.getByLabel('Date time, 24 hours').fill('09:30');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect.poll(() => button().textContent()).toContain('11/20/2024 09:30');
    await run();
    await see(loaded(counts.trail + counts.okta));
    expect(filtersOf()).toContain('2024-11-20T09:30');
    await button().click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect.poll(() => button().textContent()).toContain('MM/DD/YYYY HH:mm');
  });

  it('[001-2.76] is applied only where it changed and lies inside the limits', async () => {
    await open(withCondition('p_parse_time', 'is-between', ['2024-11-10T00:00:00Z', '2024-11-20T00:00:00Z']));
    await page.getByRole('button', { name: /condition 1 from: 11\/10\/2024/ }).click();
    const date = page.getByLabel('Date date');
    expect(await isOff('Apply')).toBe(true);
    await date.fill('2024-11-25');
    await see(page.getByText('The end lies before the start'));
    expect(await isOff('Apply')).toBe(true);
    await date.fill('2024-11-15');
    expect(await isOff('Apply')).toBe(false);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await see(page.getByRole('button', { name: /condition 1 from: 11\/15\/2024/ }));
  });
});

describe('a time frame', () => {
  const frame = (name: string) => page.getByRole('button', { name: `Time frame ${name}`, exact: true });
  const chooseHours = async (count: string) => {
    await screen.time().click();
    await page.getByRole('option', { name: 'Relative' }).click();
    await page.getByRole('spinbutton', { name: 'Last' }).fill(count);
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('hours');
  };

  it('[001-2.78] [001-4.9] is what it was after Cancel and a click outside, and another after Apply', async () => {
    await open('');
    await frame('Last 20 minutes').waitFor();
    await chooseHours('45');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await see(frame('Last 20 minutes'));
    await chooseHours('45');
    await page.getByText('Search the data lake').click();
    await page.getByRole('spinbutton', { name: 'Last' }).waitFor({ state: 'detached' });
    await see(frame('Last 20 minutes'));
    // What was typed before is forgotten.
    await screen.time().click();
    await page.getByRole('option', { name: 'Relative' }).click();
    expect(await page.getByRole('spinbutton', { name: 'Last' }).inputValue()).not.toBe('45');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await chooseHours('45');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Last' }).waitFor({ state: 'detached' });
    await see(frame('Last 45 hours'));
    await expect.poll(() => page.url()).toContain('relativeNumberVal=45');
  });

  it('[001-5.65] has numbers without leading zeros', async () => {
    await chooseHours('0030');
    expect(await page.getByRole('spinbutton', { name: 'Last' }).inputValue()).toBe('30');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await see(frame('Last 30 hours'));
    await page.getByLabel('Limit').fill('0025');
    expect(await page.getByLabel('Limit').inputValue()).toBe('25');
    await screen.words().fill('StopLogging');
    await run();
    await see(page.getByText('25 of 25 rows loaded'));
  });

  it('is two stamps out of one line of a log, and says why it is none', async () => {
    await open('');
    await screen.time().click();
    const words = page.getByRole('textbox', { name: 'Time in words' });
    await words.fill('Nov 25 2020 20:00 EST');
    await see(page.getByText('The zone "EST" is ambiguous: write Z for UTC, or an offset such as -05:00'));
    await words.fill('[25/Nov/2020:20:00:00 +0000] [28/Nov/2020:16:00:00 -0500]');
    await see(
      page.getByText('Wed, Nov 25, 2020, 20:00:00 – Sat, Nov 28, 2020, 21:00:00 UTC, 3 d 1 h, read as'),
    );
    await words.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('startTime')).toBe('2020-11-25T20:00:00Z');
    expect(new URL(page.url()).searchParams.get('endTime')).toBe('2020-11-28T21:00:00Z');
  });
});

describe('a value of an event', () => {
  it('[001-2.59] can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(`?q=${suspect}&timeFrame=Last24Hours&tables[]=aws_cloudtrail`);
    await screen.rows().filter({ hasText: 'AWS.CloudTrail' }).first().click();
    const event = page.getByRole('complementary', { name: 'Event' });
    await event.getByRole('treeitem').filter({ hasText: 'sourceIPAddress' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Copy value/ }).click();
    await see(page.getByText('Copied to clipboard'));
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(suspect);
  });
});

describe('the language in the page', () => {
  const text = "panther_logs.public.aws_cloudtrail | where strings.contains(eventName, 'Stop')";
  /** What the browser's console said of failures since this was called. */
  const reports = () => {
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    return said;
  };

  it('[001-7.38] [001-7.40] answers by global functions that ask nobody', async () => {
    await open(`?${new URLSearchParams({ usePantherFlow: 'true', pantherFlowInput: text }).toString()}`);
    await see(loaded(counts.stopped));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // What the page itself asks for once the rows are there comes first.
    const askedInASecond = async () => {
      requests.length = 0;
      await page.waitForTimeout(1_000);
      return requests.length;
    };
    await expect.poll(askedInASecond, { timeout: 60_000 }).toBe(0);
    const answers = await page.evaluate<Record<string, unknown>, string>((query) => {
      const flow: FlowFunctions = globalThis.pantherFlow!;
      const start = query.indexOf('contains');
      const charted = flow.setVisualize(query, { chart: 'bar' });
      flow.updateTime(new Date('2026-11-20T09:00:00Z'));
      return {
        offered: flow
          .autocomplete('panther_logs.public.aws_cloudtrail | whe', 40)
          ?.items.map((item) => item.label),
        tables: flow.autocomplete('aws', 3)?.items.map((item) => item.label),
        hover: JSON.stringify(flow.hover(query, start + 1)),
        signature: flow.signatureHelp(query, query.indexOf("'Stop"))?.active,
        hints: flow.inlayHints(query).length,
        info: flow.queryInfo(`${query} and p_event_time > time.ago(1h)`).time?.start?.ms,
        chart: flow.getVisualize(charted)?.chart,
      };
    }, text);
    expect(answers).toMatchObject({
      offered: expect.arrayContaining(['where']) as unknown,
      tables: expect.arrayContaining(['aws_cloudtrail']) as unknown,
      hover: expect.stringContaining('contains') as unknown,
      signature: 1,
      info: Date.parse('2026-11-20T08:00:00Z'),
      chart: 'bar',
    });
    expect(answers['hints']).toBeGreaterThan(0);
    await page.evaluate(() => {
      const flow = globalThis.pantherFlow!;
      flow.registerTables({ tables: () => [], find: () => undefined });
    });
    expect(await page.evaluate(() => globalThis.pantherFlow!.autocomplete('aws', 3)?.items.length ?? 0)).toBe(
      0,
    );
    await page.waitForTimeout(300);
    expect(requests).toEqual([]);
  });

  it('[001-8.15] [001-8.19] that is gone, gives nothing or breaks is only logged: the search runs', async () => {
    const said = reports();
    const isLogged = (message: string) =>
      expect
        .poll(() => said.join(' '), { timeout: 30_000 })
        .toMatch(new RegExp(`reading tables and times of a query.*${message}`));
    await screen.editor().click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.evaluate(() => {
      globalThis.pantherFlow = {
        ...globalThis.pantherFlow!,
        queryInfo: () => {
          throw new Error('broken on purpose');
        },
      };
    });
    await page.keyboard.type(' ');
    await isLogged('broken on purpose');
    await page.evaluate(() => {
      globalThis.pantherFlow = { ...globalThis.pantherFlow!, queryInfo: () => undefined as never };
    });
    await page.keyboard.type(' ');
    await isLogged('no response');
    await page.evaluate(() => {
      globalThis.pantherFlow = undefined;
    });
    await page.keyboard.type(' ');
    await isLogged('not loaded yet');
    expect(await page.getByRole('alert').count()).toBe(0);
    asked.forget();
    await page.keyboard.press('ControlOrMeta+Enter');
    await see(loaded(counts.stopped));
    expect(asked.of('RunUberSearch')).toHaveLength(1);
    // They were expected; what else went wrong is told below.
    const others = browser.errors().filter((text) => !text.includes('reading tables and times of a query'));
    browser.errors().splice(0, Infinity, ...others);
  });
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
