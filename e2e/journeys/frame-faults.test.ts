import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see, soon } from '../support/see.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';

/** What a person is told when the server, the network, the browser or the console itself fails. */
let server: TestServer;
let browser: TestBrowser;
let page: Page;
const api = '**/internal/graphql';

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startTestServer({ environment: { MARGAY_ROLES: 'api' } }),
    startTestBrowser(),
  ]);
  await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
    input: {
      id: 'Frame.Copied',
      isNew: true,
      enabled: false,
      severity: 'LOW',
      logTypes: ['AWS.CloudTrail'],
      body: 'def rule(event):\n    return False\n',
    },
  });
  page = await browser.open();
  await signIn(page, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Answer {
  status?: number;
  json?: unknown;
  body?: string;
}
/** Answers the questions of that name in place of the server, or none of them, until `restore`. */
async function answer(operation: string, reply: Answer | 'nothing'): Promise<void> {
  await page.unroute(api);
  await page.route(api, (route) =>
    new RegExp(`(?:query|mutation) ${operation}\\b`).test(route.request().postData() ?? '')
      ? reply === 'nothing'
        ? route.abort()
        : route.fulfill(reply)
      : route.fallback(),
  );
}
const restore = () => page.unroute(api);
const open = (path: string) => page.goto(`${server.url}${path}`);
const refusal = (message: string, statusCode: number): Answer => ({
  json: { data: null, errors: [{ message, extensions: { code: 'X', statusCode } }] },
});
const routeState = () => page.evaluate<unknown>('history.state?.failureStatus ?? null');

describe('a list that cannot be read says why:', () => {
  const list = () => page.getByRole('alert').filter({ hasText: 'The users could not be loaded' });
  async function expectReason(reply: Answer, text: string) {
    await answer('ListUsersRolesSaml', reply);
    if ((await list().count()) === 0) await open('/settings/users/');
    else await list().getByRole('button', { name: 'Try again' }).click();
    await see(list().getByText(text, { exact: true }));
  }

  it('[000-8.14] [001-8.3] [002-8.2] 502', () =>
    expectReason({ status: 502, body: '' }, 'Request timed out'));

  it('[000-8.15] [001-8.4] [002-8.3] 422', () =>
    expectReason(
      { status: 422, body: '' },
      'Unable to forward request to the underlying services. Please try again',
    ));

  it('[000-8.16] [001-8.5] [002-8.4] no word of the server', () =>
    expectReason({ json: {} }, 'An unexpected server error has occurred'));

  it('[000-8.17] [001-8.6] [002-8.5] 401 and 403', async () => {
    await expectReason(refusal('not yours', 403), 'Not yours');
    await expectReason(refusal('', 403), 'You are not authorized to perform this request');
  });

  it('[000-8.18] [001-8.7] [002-8.6] 404', async () => {
    await expectReason(refusal('no such list', 404), 'no such list');
    await expectReason(refusal('', 404), "The resource you requested couldn't be found on our servers");
  });

  it('[000-8.13] [001-8.2] a network error, in words of the server or of the error', async () => {
    await expectReason(
      { status: 500, json: { errors: [{ message: 'the disk is full' }] } },
      'the disk is full',
    );
    await expectReason({ status: 500, body: '' }, 'Internal Server Error');
  });

  it('[000-8.19] [001-8.8] any other, with a capital', () =>
    expectReason(refusal('in use by 2 rules', 409), 'In use by 2 rules'));

  it('[000-8.22] and the rest of the page goes on', async () => {
    expect(await routeState()).toBeNull();
    await see(page.getByRole('heading', { level: 1, name: 'Users' }));
    await restore();
    await list().getByRole('button', { name: 'Try again' }).click();
    await see(page.getByRole('row', { name: 'First Administrator' }));
  });

  it('[000-8.23] but not what is kept from a person inside of it', async () => {
    await page.route(api, async (route) => {
      if (!(route.request().postData() ?? '').includes('ListUsersRolesSaml')) return route.fallback();
      const reply = await route.fetch();
      const denied = {
        message: 'access denied',
        path: ['users', 0, 'role'],
        extensions: { statusCode: 403 },
      };
      return route.fulfill({ response: reply, json: { ...(await reply.json()), errors: [denied] } });
    });
    await page.reload();
    await see(page.getByRole('row', { name: 'First Administrator' }));
    expect(await list().count()).toBe(0);
    await restore();
  });
});

describe('a page that cannot be read', () => {
  it('[002-8.29] [000-8.20] has words for each status, which its address keeps in mind', async () => {
    for (const [reply, title, status] of [
      [refusal('no', 403), "Oops! You don't have the proper permissions to view this page.", 403],
      [refusal('no', 404), 'Not all who wander are lost...', 404],
      [{ status: 422, body: '' }, 'Some requests could not be processed', 422],
      [refusal('no', 500), 'Something went wrong', 500],
      [{ status: 502, body: '' }, 'Bad Gateway', 502],
      [{ status: 503, body: '' }, 'Service Unavailable', 503],
      [{ status: 504, body: '' }, 'Gateway Timeout', 504],
    ] as const) {
      await answer('RoleById', reply);
      await open('/settings/roles/some-role/edit/');
      await see(page.getByRole('heading', { level: 1, name: title }));
      // A server that is away is looked for: each time it is there the page asks again.
      await soon(routeState).toBe(status);
    }
  });

  it('is asked for again when it is loaded again', async () => {
    await answer('RoleById', refusal('no', 403));
    await open('/settings/roles/some-role/edit/');
    await see(page.getByText("Oops! You don't have the proper permissions to view this page."));
    await restore();
    await page.reload();
    await see(page.getByText('Not all who wander are lost...'));
  });

  it('[000-8.21] says what may be the cause where nothing answers', async () => {
    await answer('RoleById', 'nothing');
    await open('/settings/roles/some-role/edit/');
    await see(page.getByRole('heading', { level: 1, name: 'Unable to Fetch Data' }));
    await soon(routeState).toBe('unknown');
    await restore();
  });

  it('[000-8.1] says so where the console does not know how it is set up, and tells the server', async () => {
    await answer('GetAppConfig', { status: 500, body: '' });
    await open('/settings/roles/');
    await see(page.getByRole('heading', { level: 1, name: 'Something went wrong' }));
    await see(page.getByText('An error has occurred and our team has been notified'));
    await eventually(
      () => Promise.resolve(server.output()),
      (log) => log.includes('loading the app configuration'),
    );
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(page.getByRole('heading', { level: 1, name: 'User Roles' }));
  });
});

it('[002-8.26] [001-8.33] [000-2.167] tells the server of what it cannot draw', async () => {
  await answer('ListUsersRolesSaml', { json: { data: { users: null, roles: [] } } });
  await open('/settings/users/');
  await see(
    page.getByText('Something went wrong and we could not correctly display this content', { exact: true }),
  );
  const id = /Reported as (\w+)/.exec(await page.getByRole('main').innerText())?.[1] ?? 'none';
  const log = await eventually(
    () => Promise.resolve(server.output()),
    (text) => text.includes(id),
  );
  const line = log.split('\n').find((text) => text.includes(id));
  expect(line).toContain('the console failed in a browser');
  expect(line).toContain('/settings/users/');
  await restore();
  await page.reload();
  await see(page.getByRole('row', { name: 'First Administrator' }));
});

describe('the browser', () => {
  it('[000-8.45] [002-8.25] [001-8.34] has no room left, which a dialog says', async () => {
    await page.evaluate(`(() => {
      const put = (size) => {
        try { for (let at = 0; ; at++) localStorage.setItem('full.' + size + '.' + at, 'x'.repeat(size)); } catch { /* full */ }
      };
      for (const size of [1_000_000, 10_000, 100, 1]) put(size);
    })()`);
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    const dialog = page.getByRole('dialog', { name: 'This browser could not keep a setting' });
    await see(dialog.getByText(/^The storage has insufficient space or the feature is disabled\./));
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.evaluate(
      `Object.keys(localStorage).filter((key) => key.startsWith('full.')).forEach((key) => localStorage.removeItem(key))`,
    );
  });

  it('[000-8.44] [002-8.24] refuses to keep anything, which the dialog says in its words', async () => {
    await page.evaluate(
      `Storage.prototype.setItem = () => { throw new DOMException('The storage is switched off', 'SecurityError') }`,
    );
    await page.getByRole('button', { name: /(Collapse|Expand) navigation/ }).click();
    const dialog = page.getByRole('dialog', { name: 'This browser could not keep a setting' });
    await see(dialog.getByText('The storage is switched off'));
    await page.reload();
  });

  it('[000-8.42] [001-8.31] [002-8.27] copies, and says so for a second and a half', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/build/detections/rules/Frame.Copied/');
    await page.getByRole('button', { name: 'Copy ID' }).click();
    const lasted = await shownFor(page.getByText('Copied to clipboard', { exact: true }));
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Frame.Copied');
    expect(lasted).toBeGreaterThan(1_200);
    expect(lasted).toBeLessThan(4_500);
  });

  it('[000-8.43] [001-8.32] [002-8.28] cannot copy, and says so as long', async () => {
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
    await page.getByRole('button', { name: 'Copy ID' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'Error copying to clipboard' });
    const lasted = await shownFor(told);
    expect(lasted).toBeGreaterThan(1_200);
    expect(lasted).toBeLessThan(4_500);
  });

  it('[000-2.164] [000-2.165] has no network, which it says until there is one', async () => {
    await page.context().setOffline(true);
    const dialog = page.getByRole('dialog', { name: 'No Internet Connection' });
    await see(dialog);
    expect(await dialog.getByRole('button', { name: 'Reconnecting' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await page.context().setOffline(false);
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('what somebody thinks of it', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Feedback' });
  it('[000-8.11] [001-8.9] is not lost without a word', async () => {
    await open('/investigate/search/');
    await page.getByRole('button', { name: 'Feedback on Search' }).click();
    await dialog().getByRole('textbox').fill('It finds what I look for.');
    await answer('SendUserFeedback', refusal('the disk is full', 500));
    await dialog()
      .getByRole('button', { name: /^(Send|Submit)/ })
      .click();
    const told = page.getByRole('alert').filter({ hasText: 'Failed to send feedback' });
    await see(told.getByText('The disk is full'));
    await restore();
  });

  it('[000-8.12] is received, and thanked for', async () => {
    await dialog()
      .getByRole('button', { name: /^(Send|Submit)/ })
      .click();
    await see(page.getByText('Feedback received. Thank you!'));
    const { userFeedback } = await server.graphql<{
      userFeedback: { edges: { node: { feedbackText: string } }[] };
    }>('{ userFeedback { edges { node { feedbackText } } } }');
    expect(userFeedback.edges.map(({ node }) => node.feedbackText)).toEqual(['It finds what I look for.']);
  });
});

/** How long it is seen, in ms, once it is. */
async function shownFor(told: ReturnType<Page['getByText']>): Promise<number> {
  await told.waitFor();
  const shownAt = performance.now();
  await told.waitFor({ state: 'detached' });
  return performance.now() - shownAt;
}
