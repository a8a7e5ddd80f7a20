import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { parseSearch } from './lib/search-params.ts';
import { setFailureStatus } from './lib/failure-state.ts';
import type { FailureStatus } from './lib/graphql/request-error.ts';
import { renderConsole } from './testing/console.tsx';
import { rolesScreen, screenExists } from './shell/navigation.ts';

const everything = [
  'AlertModify',
  'RuleModify',
  'PolicyModify',
  'LogSourceModify',
  'DataAnalyticsModify',
  'DestinationModify',
  'SummaryRead',
];
const searchOf = (address: string) => parseSearch(address.slice(address.indexOf('?')));

describe('routes', () => {
  it('[000-2.14] sends anonymous visitors to sign-in and remembers where they were going', async () => {
    const { address, returnPath } = await renderConsole({ path: '/build/detections/?page=3' });
    expect(address()).toBe('/sign-in/');
    expect(returnPath.read()).toBe('/build/detections/?page=3');
  });

  it('[000-2.11] sends a signed-in visitor of sign-in to the stored referrer', async () => {
    const { router, address, session } = await renderConsole({
      path: '/configure/schemas/',
      permissions: everything,
    });
    session.rememberPath('/configure/destinations/');
    await router.navigate({ to: '/sign-in/' });
    expect(address()).toBe('/configure/destinations/');
  });

  it('[000-2.12] sends a signed-in visitor of sign-in to the root without a referrer', async () => {
    const { address } = await renderConsole({ path: '/sign-in/', permissions: ['LogSourceRead'] });
    // The root leads on to the first screen this person may use.
    await waitFor(() => expect(address()).toMatch(/^\/configure\/log-sources\//));
  });

  it('[000-2.25] [000-2.26] [001-2.1] redirects the short alert addresses', async () => {
    const list = await renderConsole({ path: '/alerts', permissions: everything });
    expect(list.address()).toBe('/alerts-and-errors/');
    list.unmount();
    const details = await renderConsole({ path: '/alerts/ab%2Fcd', permissions: everything });
    expect(details.address()).toBe('/alerts-and-errors/ab%2Fcd/');
  });

  it('[000-2.31] does not match longer alert paths', async () => {
    await renderConsole({ path: '/alerts-and-errors/a/events/more/', permissions: everything });
    expect(screen.getByText('Not all who wander are lost...')).toBeDefined();
  });

  it('[000-2.104] [000-2.155] [000-2.156] shows the not-found page for any other path', async () => {
    const first = await renderConsole({ path: '/nowhere/', permissions: everything });
    expect(screen.getByText('( You definitely are though )')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeDefined();
    first.unmount();
    await renderConsole({ path: '/nowhere/', permissions: ['AlertRead'] });
    expect(screen.queryByRole('link', { name: 'Back to Home' })).toBeNull();
  });

  it('[000-2.105] [001-2.29] opens the detections list with its defaults', async () => {
    const { address } = await renderConsole({ path: '/build/detections/', permissions: everything });
    await waitFor(() =>
      expect(searchOf(address())).toEqual({ page: '1', sortBy: 'lastModified', sortDir: 'descending' }),
    );
  });

  it.each([
    ['[001-2.8] [000-2.38]', '/investigate/saved-searches/', 'Saved Searches'],
    ['[001-2.86]', '/build/detections/', 'Detections'],
  ])('%s %s opens %s', async (_id, path, title) => {
    await renderConsole({ path, permissions: everything });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  });

  it('[000-2.107] [001-2.29] opens the log sources with their defaults', async () => {
    const { address } = await renderConsole({ path: '/configure/log-sources/', permissions: everything });
    await waitFor(() =>
      expect(searchOf(address())).toEqual({ sortBy: 'dateCreated', sortDir: 'descending' }),
    );
  });

  it('[000-2.108] [001-2.29] opens the schemas with their defaults', async () => {
    const { address } = await renderConsole({ path: '/configure/schemas/', permissions: everything });
    await waitFor(() =>
      expect(searchOf(address())).toEqual({ isArchived: 'false', sortBy: 'name', sortDir: 'ascending' }),
    );
  });

  it('[000-2.150] [000-2.153] shows the 403 page without the permission of a screen', async () => {
    await renderConsole({ path: '/configure/destinations/', permissions: ['AlertRead'] });
    expect(screen.getByText("Oops! You don't have the proper permissions to view this page.")).toBeDefined();
    expect(screen.getByText(/Contact an admin/)).toBeDefined();
  });

  it('[000-2.151] names the log-type restriction, and leads to no list of roles that is not there', async () => {
    const { router } = await renderConsole({
      path: '/configure/destinations/',
      permissions: ['UserModify'],
      claims: { logTypeAccessKind: 'ALLOW' },
    });
    expect(
      screen.getByText('This may also be caused by a restriction on the log types you have access to.'),
    ).toBeDefined();
    expect(screen.queryAllByRole('link', { name: 'list of roles' })).toHaveLength(
      screenExists(router, rolesScreen) ? 1 : 0,
    );
  });

  describe('the page of a failure', () => {
    const open = async (status: FailureStatus, permissions = everything) => {
      const view = await renderConsole({ path: '/configure/destinations/', permissions });
      setFailureStatus(view.router, status);
      const page = await screen.findByRole('alert');
      return { ...view, page: within(page) };
    };

    it('[000-2.149] stands while the navigation state carries its status', async () => {
      const { router, page } = await open(502);
      expect(page.getByRole('heading', { name: 'Bad Gateway' })).toBeDefined();
      setFailureStatus(router, 504);
      expect(await screen.findByRole('heading', { name: 'Gateway Timeout' })).toBeDefined();
      setFailureStatus(router, undefined);
      expect(await screen.findByRole('heading', { name: 'Alert Destinations' })).toBeDefined();
      expect(screen.queryByRole('heading', { name: 'Gateway Timeout' })).toBeNull();
    });

    it.each([
      ['[000-2.157]', 422, 'Some requests could not be processed', []],
      ['[000-2.158]', 500, 'Something went wrong', ['An error has occurred and our team has been notified']],
      ['[000-2.160]', 502, 'Bad Gateway', []],
      ['[000-2.161]', 503, 'Service Unavailable', []],
      ['[000-2.162]', 504, 'Gateway Timeout', []],
      [
        '[000-2.163]',
        'unknown',
        'Unable to Fetch Data',
        ['A firewall blocks the request', 'The server is not responding', 'The network is unstable'],
      ],
    ] as const)('%s has the words of status %s', async (_id, status, title, texts) => {
      const { page } = await open(status);
      expect(page.getByRole('heading').textContent).toBe(title);
      for (const text of texts) expect(page.getByText(text)).toBeDefined();
    });

    it('[000-2.159] leads to the root with SummaryRead alone', async () => {
      const { page, unmount } = await open(500);
      expect(page.getByRole('link', { name: 'Back to somewhere stable' }).getAttribute('href')).toBe('/');
      unmount();
      const other = await open(500, ['DestinationRead']);
      expect(other.page.getByText('Something went wrong')).toBeDefined();
      expect(other.page.queryByRole('link')).toBeNull();
    });
  });

  it('leads to set-up while no person exists, and hides it afterwards', async () => {
    const fresh = await renderConsole({ path: '/', answers: { '/auth/setup': () => ({ needed: true }) } });
    expect(fresh.address()).toBe('/setup/');
    fresh.unmount();
    await renderConsole({ path: '/setup/?token=abc' });
    expect(screen.getByText('Not all who wander are lost...')).toBeDefined();
  });
});

describe('shell', () => {
  it('shows breadcrumbs, help and profile', async () => {
    await renderConsole({ path: '/configure/destinations/', permissions: everything });
    expect(screen.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe('ConfigureDestinations');
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    const documentation = await screen.findByRole('menuitem', { name: /Documentation/ });
    expect(documentation.getAttribute('target')).toBe('_blank');
    expect(screen.getByRole('button', { name: /^Profile of/ })).toBeDefined();
  });

  it('[000-2.113] keeps the choice of the side navigation', async () => {
    localStorage.removeItem('margay.sideNavigation');
    const first = await renderConsole({ path: '/configure/destinations/', permissions: everything });
    await userEvent.click(screen.getByRole('button', { name: /(Collapse|Expand) navigation/ }));
    const kept = localStorage.getItem('margay.sideNavigation');
    expect(['collapsed', 'expanded']).toContain(kept);
    first.unmount();
    await renderConsole({ path: '/configure/destinations/', permissions: everything });
    const name = kept === 'collapsed' ? 'Expand navigation' : 'Collapse navigation';
    expect(screen.getByRole('button', { name })).toBeDefined();
  });

  it('goes to a screen with g and a letter, and lists the shortcuts behind ?', async () => {
    const { address } = await renderConsole({ path: '/configure/destinations/', permissions: everything });
    await userEvent.keyboard('gl');
    await waitFor(() => expect(address()).toMatch(/^\/configure\/log-sources\//));
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  });

  it('jumps to a screen by its name', async () => {
    const { address } = await renderConsole({ path: '/configure/destinations/', permissions: everything });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Name, id or action' }), 'sche{Enter}');
    await waitFor(() => expect(address()).toMatch(/^\/configure\/schemas\//));
  });

  it('signs out and returns to sign-in', async () => {
    const signOut = vi.fn(() => ({}));
    const { address } = await renderConsole({
      path: '/configure/destinations/',
      permissions: everything,
      answers: { '/auth/sign-out': signOut },
    });
    await userEvent.click(screen.getByRole('button', { name: /^Profile of/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toBe('/sign-in/'));
    expect(signOut).toHaveBeenCalledOnce();
  });
});
