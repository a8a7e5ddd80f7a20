import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { counts, startInvestigation, suspect } from '../support/investigation.ts';
import { looksOf } from '../support/looks.ts';
import { searchPage } from '../support/search-page.ts';
import type { TestServer } from '../support/server.ts';

/** The same story for hands and eyes of other kinds: by keyboard alone, on a phone, in dark and in light. */
let server: TestServer;
let browser: TestBrowser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startInvestigation({ hasArchive: false }), startTestBrowser()]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const allLoaded = `${counts.suspect} of ${counts.suspect} rows loaded`;

describe('by keyboard alone', () => {
  let page: Page;
  let screen: ReturnType<typeof searchPage>;
  let looks: ReturnType<typeof looksOf>;
  const hasFocus = (name: RegExp) =>
    expect.poll(async () => (await looks.focus()).name, { timeout: 20_000 }).toMatch(name);

  it('writes words, chooses a time, and runs', async () => {
    page = await browser.open();
    screen = searchPage(page);
    looks = looksOf(page);
    await signIn(page, server);
    await page.goto(`${server.url}/investigate/search/`);
    await screen.words().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(suspect);
    await looks.walk('Shift+Tab', /^Time frame/);
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Time frames' }).waitFor();
    await looks.walk('Tab', /^Last 24 hours$/);
    await page.keyboard.press('Enter');
    await hasFocus(/^Time frame Last 24 hours$/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText(allLoaded).waitFor();
    await hasFocus(/^Time frame/);
  });

  it('chooses tables, and comes back to their button', async () => {
    await looks.walk('Shift+Tab', /^Search Tables/);
    await page.keyboard.press('Enter');
    await hasFocus(/^Table$/);
    await page.keyboard.type('okta');
    await page.getByRole('option', { name: /^Okta\.SystemLog/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await hasFocus(/^Search Tables \(optional\)\s*Okta\.SystemLog$/);
    await page.keyboard.press('Enter');
    await hasFocus(/^Table$/);
    await looks.walk('Tab', /^Clear$/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await hasFocus(/^Search Tables \(optional\)\s*All tables$/);
  });

  it('narrows the time on the bars of the histogram', async () => {
    await looks.walk('Tab', /^Bars of the chart/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByRole('status').filter({ hasText: 'Okta.SystemLog' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/startTime=/);
    await page.getByText(/rows loaded$/).waitFor();
    expect(await page.getByText(allLoaded).count()).toBe(0);
    await hasFocus(/^Bars of the chart/);
    await page.goBack();
    await page.getByText(allLoaded).waitFor();
  });

  it("opens an event, a field's menu, and an Indicator Search", async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await hasFocus(/^Results$/);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Event' }).waitFor();
    await looks.walk('Tab', /^Event$/);
    const chosen = page.locator('[role=treeitem][aria-selected=true]');
    for (let line = 0; line < 60; line++) {
      if (/^(sourceIPAddress|ipAddress)/.test((await chosen.textContent()) ?? '')) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('ContextMenu');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus(/^Event$/);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Indicator Search' }).waitFor();
    await looks.walk('ArrowDown', /^Indicator Search/);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await tab.waitForURL(/indicator-search.*203/);
    await tab.close();
    await hasFocus(/^Event$/);
    await page.keyboard.press('Escape');
    await hasFocus(/^Results$/);
  });

  it('leaves menus and dialogs where it came from', async () => {
    await page.reload();
    await page.getByText(allLoaded).waitFor();
    await looks.walk('Tab', /^CSV$/);
    await page.keyboard.press('Enter');
    await looks.walk('ArrowDown', /^All 48 rows, in the background$/);
    await page.keyboard.press('Escape');
    await hasFocus(/^CSV$/);
    await looks.walk('Shift+Tab', /^Save$/);
    await page.keyboard.press('Enter');
    await hasFocus(/^Name/);
    await page.keyboard.press('Escape');
    await hasFocus(/^Save$/);
  });

  it('writes PantherFlow, leaves the editor by Escape and Tab, and runs', async () => {
    await looks.walk('Shift+Tab', /^Search$/);
    await page.keyboard.press('ArrowRight');
    await screen.editor().waitFor();
    await looks.walk('Tab', /^Run/);
    await page.keyboard.press('Tab');
    await hasFocus(/^PantherFlow$/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('aws_clo');
    await screen.take(/^aws_cloudtrail\s*panther_logs$/);
    await page.keyboard.type(' | limit 3');
    // Escape takes away a list that opens a moment after the last key, before it lets Tab go.
    const leave = async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      return (await looks.focus()).name;
    };
    await expect.poll(leave).toMatch(/^Inlay hints$|^1:1 The query has no time filter/);
    await looks.walk('Shift+Tab', /^PantherFlow$/, 2);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('3 of 3 rows loaded').waitFor();
  });
});

describe.each(['dark', 'light'] as const)('on a phone, %s', (theme) => {
  let page: Page;
  let screen: ReturnType<typeof searchPage>;
  /** Nothing too faint to read, too small to tap (WCAG 2.2 AA), or cut off. */
  async function fits(): Promise<void> {
    const looks = looksOf(page);
    expect(await looks.faintTexts()).toEqual([]);
    expect(await looks.smallTargets(24)).toEqual([]);
    expect(await looks.cutOff()).toEqual([]);
  }

  it('searches, and opens an event and its menu', async () => {
    page = await browser.open({ width: 430, height: 932, theme, isPhone: true });
    screen = searchPage(page);
    await signIn(page, server);
    await page.goto(`${server.url}/investigate/search/`);
    await screen.words().fill(suspect);
    await page.getByRole('button', { name: /^Filters and scope/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await fits();
    await screen.time().tap();
    await page.getByRole('option', { name: 'Last 24 hours' }).waitFor();
    await fits();
    await page.getByRole('option', { name: 'Last 24 hours' }).tap();
    await sheet.getByRole('button', { name: 'Run' }).tap();
    await page.getByText(allLoaded).waitFor();
    await fits();
    await screen.rows().first().tap();
    await page
      .getByRole('link', { name: `Indicator Search for ${suspect}, opens in a new window` })
      .waitFor();
    await fits();
    await page.getByRole('button', { name: 'Whole event' }).tap();
    const event = page.getByRole('dialog', { name: 'Okta.SystemLog' });
    await event
      .getByRole('treeitem')
      .filter({ hasText: 'ipAddress' })
      .first()
      .getByRole('button', { name: /^Field/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Indicator Search' }).waitFor();
    await fits();
    await page.keyboard.press('Escape');
    await event.getByRole('button', { name: 'Close', exact: true }).tap();
    await event.waitFor({ state: 'detached' });
  });

  it('chooses a bar of the histogram, and the time of several', async () => {
    const bars = page.locator('section[aria-label="Timeline"] .u-over');
    await bars.tap();
    const back = page.getByRole('button', { name: 'Time before', exact: true });
    await back.waitFor();
    // Until then the rows before are there, dimmed; the bar may be of a time without events.
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await fits();
    await back.tap();
    await back.waitFor({ state: 'detached' });
    await page.getByText(allLoaded).waitFor();
    const box = (await bars.boundingBox())!;
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: string, share?: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: share === undefined ? [] : [{ x: box.x + box.width * share, y: box.y + box.height / 2 }],
      });
    await touch('touchStart', 0.02);
    // A finger that rests before it lifts; after a swipe the browser would swallow the next tap.
    for (const share of [0.2, 0.5, 0.8, 0.98, 0.98]) {
      await touch('touchMove', share);
      await page.waitForTimeout(100);
    }
    await touch('touchEnd');
    await page.waitForURL((url) => url.searchParams.get('timeFrame') !== 'Last24Hours');
    await page.getByText(allLoaded).waitFor();
  });

  it('[001-1.3] counts values, draws charts, orders a file, shares and saves', async () => {
    await page.getByRole('tab', { name: /^Fields/ }).tap();
    await page.getByRole('button', { name: 'Columns', exact: true }).tap();
    await page
      .getByRole('button', { name: /^Move .* up$/ })
      .first()
      .waitFor();
    await fits();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Schemas?$/ }).tap();
    await page.getByRole('dialog').getByText('Okta.SystemLog').first().waitFor();
    await fits();
    await page.keyboard.press('Escape');
    await page.getByText('Usernames', { exact: true }).tap();
    await page.getByText('deploy').first().waitFor();
    await fits();
    await page.getByRole('tab', { name: 'Visualizations' }).tap();
    await page.getByRole('button', { name: 'Show table' }).first().waitFor();
    await fits();
    await page.getByRole('tab', { name: /^Results/ }).tap();
    await page.locator('section[aria-label="Timeline"]').waitFor();
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'CSV', exact: true }).tap();
    await page.getByRole('menuitem', { name: /in the background$/ }).waitFor();
    await fits();
    await page.keyboard.press('Escape');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).tap();
    await page.getByText('Copied to clipboard').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Save search' }).getByLabel('Name').waitFor();
    await fits();
    await page.keyboard.press('Escape');
  });

  it('writes PantherFlow, with tables and time beside it', async () => {
    await screen.mode('PantherFlow').tap();
    await screen.editor().waitFor();
    await screen.write('panther_logs.public.aws_cloudtrail | limit 3');
    await fits();
    await page.getByRole('button', { name: 'Tables and time' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Tables and time' });
    await sheet.getByText('Dropdown selection not in use because query text contains an override').waitFor();
    await fits();
    await sheet.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByRole('button', { name: 'Run', exact: true }).tap();
    await page.getByText('3 of 3 rows loaded').waitFor();
    await fits();
  });
});

describe.each(['dark', 'light'] as const)('at a desk, %s', (theme) => {
  it('leaves no text too faint to read', async () => {
    const page = await browser.open({ theme });
    const screen = searchPage(page);
    const { faintTexts } = looksOf(page);
    await signIn(page, server);
    await page.goto(`${server.url}/investigate/search/?q=${suspect}&timeFrame=Last24Hours`);
    await page.getByText(allLoaded).waitFor();
    await screen.rows().nth(1).click();
    await page.getByRole('complementary', { name: 'Event' }).waitFor();
    expect(await faintTexts()).toEqual([]);
    await page.getByRole('tab', { name: 'Visualizations' }).click();
    await page.getByRole('button', { name: 'Show table' }).first().waitFor();
    expect(await faintTexts()).toEqual([]);
    await screen.mode('PantherFlow').click();
    await screen.write("panther_logs.public.aws_cloudtrail | where eventName == 'x' and nope");
    await page.locator('.cm-lintRange').first().waitFor();
    expect(await faintTexts()).toEqual([]);
    await page.keyboard.type(' | summ');
    await screen.offered(/^summarize/).waitFor();
    expect(await faintTexts()).toEqual([]);
  });
});

it('shows no error in the browser on the way', () => {
  expect(browser.errors()).toEqual([]);
});
