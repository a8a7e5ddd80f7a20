import { pushOrLong } from '@margay/kit/testing';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { looksOf } from '../support/looks.ts';
import { consoleRoutes, screensOf } from '../support/screens.ts';
import type { TestServer } from '../support/server.ts';

/** Every screen there is: small, enlarged and on a phone, in dark and in light, for eyes and for screen readers. */
let server: TestServer;
let browser: TestBrowser;
let screens: Map<string, string[]>;

beforeAll(async () => {
  server = await startDemoServer();
  browser = await startTestBrowser();
  screens = await screensOf(server);
}, 500_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('has an address for every route of the console', () => {
  const missing = consoleRoutes().filter((route) => screens.get(route)?.length === 0);
  expect(consoleRoutes().length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

interface Violation {
  id: string;
  nodes: { html: string }[];
}
const violationsOf = async (page: Page, rules?: string[]): Promise<string[]> => {
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(rules === undefined ? {} : { runOnly: rules })}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};

/** What is wrong with a screen that is open: how it looks, and what axe finds in both themes. */
async function faultsOf(page: Page): Promise<string[]> {
  const looks = looksOf(page);
  await page.evaluate(axe.source);
  const found = await violationsOf(page);
  const scheme = (name: string) =>
    page.evaluate(`document.documentElement.setAttribute('data-mantine-color-scheme', '${name}')`);
  await scheme('light');
  const inLight = await violationsOf(page, ['color-contrast']);
  await scheme('dark');
  return [
    ...found,
    ...inLight.map((fault) => `light ${fault}`),
    ...(await looks.cutOff()).map((fault) => `out of the window: ${fault}`),
    ...(await looks.cutTexts()).map((fault) => `cut: ${fault}`),
    ...(await looks.overlaps()).map((fault) => `printed over each other: ${fault}`),
    ...(await looks.unreachable()).map((fault) => `out of reach: ${fault}`),
  ];
}

const sizes = [
  { at: 'at 200 % zoom', width: 800, height: 500, isPhone: false },
  { at: 'on a phone', width: 430, height: 932, isPhone: true },
  { at: 'on a wide screen', width: 1600, height: 1000, isPhone: false },
];
/** Every screen at every size takes ten minutes: a push looks at the first screen of each part of the console, enlarged. */
const some = <Thing>(all: readonly Thing[]): readonly Thing[] => pushOrLong(all.slice(0, 1), all);

describe.each(some(sizes))('$at', ({ width, height, isPhone }) => {
  let page: Page;
  const faults = async (addresses: readonly string[]) => {
    const found: string[] = [];
    for (const address of addresses) {
      await page.goto(`${server.url}${address}`);
      await page.getByRole('heading').or(page.getByRole('tab')).first().waitFor();
      // A page that asks for news all the time is never idle.
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
      found.push(...(await faultsOf(page)).map((fault) => `${address}\n  ${fault}`));
    }
    return found;
  };

  it('cuts and hides nothing before signing in', async () => {
    page = await browser.open({ width, height, isPhone });
    expect(
      await faults(['/sign-in/', '/setup/', '/password-forgot/', '/password-reset/', '/support/']),
    ).toEqual([]);
    await signIn(page, server);
  });

  it.each(['/alerts', '/build', '/configure', '/investigate'])(
    'cuts and hides nothing below %s, and reads well',
    async (start) => {
      const addresses = [...screens].flatMap(([route, found]) => (route.startsWith(start) ? found : []));
      expect(addresses.length).toBeGreaterThan(3);
      expect(await faults(some(addresses))).toEqual([]);
    },
    400_000,
  );

  it('cuts and hides nothing elsewhere', async () => {
    const starts = /^\/(alerts|build|configure|investigate|sign-in|setup|password-)/;
    const rest = [...screens].flatMap(([route, found]) => (starts.test(route) ? [] : found));
    expect(await faults(some(rest))).toEqual([]);
    await page.close();
  });
});
