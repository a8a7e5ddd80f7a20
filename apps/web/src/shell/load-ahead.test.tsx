import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../testing/console.tsx';
import { loadAhead } from './load-ahead.ts';

/** The console at an address, and the routes whose code was asked for since. */
async function consoleAt(options: Parameters<typeof renderConsole>[0]) {
  const shown = await renderConsole(options);
  const asked: string[] = [];
  vi.spyOn(shown.router, 'loadRouteChunk').mockImplementation((route: { id: string }) => {
    asked.push(route.id);
    return undefined;
  });
  return { ...shown, asked };
}
const whenIdle = () => Promise.resolve();

describe('code of screens that is loaded before they are opened', () => {
  it('is that of the form and then of the first screen for somebody signed out', async () => {
    const { router, session, asked } = await consoleAt({ path: '/sign-in/' });
    loadAhead({ router, session, whenIdle });
    expect(asked).toEqual(['__root__', '/sign-in']);
    asked.length = 0;
    await router.navigate({ to: '/sign-in/', search: { again: true } as never });
    await waitFor(() => expect(asked).toContain('/_app/alerts-and-errors/'));
    expect(asked).toContain('/_app');
    expect(asked).not.toContain('/_app/investigate/search');
  });

  it('is that of the address and then of the screens the person may open', async () => {
    const { router, session, asked } = await consoleAt({
      path: '/configure/schemas/?search=aws',
      permissions: ['LogSourceRead', 'AlertRead'],
    });
    loadAhead({ router, session, whenIdle });
    expect(asked).toEqual(['__root__', '/_app', '/_app/configure/schemas/']);
    await router.navigate({ to: '/alerts-and-errors/' });
    await waitFor(() => expect(asked).toContain('/_app/configure/log-sources/'));
    expect(asked).not.toContain('/_app/build/detections/');
  });

  it('is that of a link of the navigation at which somebody points', async () => {
    const { asked } = await consoleAt({
      path: '/alerts-and-errors/',
      permissions: ['LogSourceRead', 'AlertRead'],
    });
    asked.length = 0;
    await userEvent.hover(screen.getByRole('link', { name: 'Schemas' }));
    expect(asked).toContain('/_app/configure/schemas/');
  });
});
