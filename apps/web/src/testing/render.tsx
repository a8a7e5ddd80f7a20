import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ConfirmProvider } from '../ui/overlays/confirm.tsx';
import { ShortcutProvider } from '../lib/shortcuts/use-shortcut.tsx';

/** Draws a component inside theme, shortcuts, cache and a router that knows any address. Resolves once it is there. */
export async function renderInApp(children: ReactNode, { path = '/' } = {}) {
  const root = createRootRoute({ component: Outlet });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => children });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => children });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([home, any]), history });
  await router.load();
  const view = render(
    <MantineProvider env="test" defaultColorScheme="dark">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ShortcutProvider>
          <ConfirmProvider>
            {/* The test's small router is not the console's registered one. */}
            <RouterProvider router={router as never} />
          </ConfirmProvider>
        </ShortcutProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, history };
}
