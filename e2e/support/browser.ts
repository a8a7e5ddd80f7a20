import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { looksScript } from './looks.ts';
import { administrator, type TestServer } from './server.ts';

export interface TestBrowser {
  /** A page of a new person: nothing stored. Errors in it are collected. */
  open(options?: {
    width?: number;
    height?: number;
    theme?: 'dark' | 'light';
    /** A phone: fingers in place of a pointer. */
    isPhone?: boolean;
    /** Pages run whatever they hold: the policy of the server does not count. */
    bypassCSP?: boolean;
  }): Promise<Page>;
  /** What went wrong in any page: uncaught errors and console errors. */
  errors(): string[];
  close(): Promise<void>;
}

/** Pages of browsers that are running: what a failing test saw is told from them. */
const openPages = new Set<Page>();

/**
 * What each open page shows, its address first, with the text of a dialog in place of what lies under it. A page that does
 * not answer says so.
 */
export function shownNow(): Promise<string[]> {
  return Promise.all(
    [...openPages].map(async (page) => {
      const shown = page.locator('[role=dialog], body').last();
      const text = await shown.innerText({ timeout: 2000 }).catch((error: unknown) => String(error));
      return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1500)}`;
    }),
  );
}

/** The system's Chromium, named by `MARGAY_TEST_CHROMIUM`; undefined where there is none. */
export async function startTestBrowser(): Promise<TestBrowser> {
  const executablePath = process.env['MARGAY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  return {
    errors: () => errors,
    async open(options = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1600, height: options.height ?? 1000 },
        colorScheme: options.theme ?? 'dark',
        reducedMotion: 'reduce',
        isMobile: options.isPhone ?? false,
        hasTouch: options.isPhone ?? false,
        bypassCSP: options.bypassCSP ?? false,
      });
      await context.addInitScript({ path: looksScript });
      // The console is dark until somebody chooses otherwise, whatever the system prefers.
      const scheme = JSON.stringify(options.theme ?? 'dark');
      await context.addInitScript(
        `try { localStorage['margay.colorScheme'] ??= ${scheme} } catch { /* a page without an origin */ }`,
      );
      contexts.push(context);
      const page = await context.newPage();
      openPages.add(page);
      page.on('close', () => openPages.delete(page));
      // Long enough for a busy machine; a wait ends as soon as it sees what it waits for.
      page.setDefaultTimeout(120_000);
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        const isExpected = message.text().includes('Failed to load resource');
        if (message.type() === 'error' && !isExpected) errors.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    },
    async close() {
      for (const context of contexts) await context.close();
      await browser.close();
    },
  };
}

/** Signs in, as the administrator when nobody else is named, and waits for the alert list. */
export async function signIn(page: Page, server: TestServer, person = administrator): Promise<void> {
  await page.goto(`${server.url}/`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/alerts-and-errors/);
}
