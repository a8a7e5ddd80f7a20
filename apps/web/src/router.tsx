import { createRouter } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import type { AppContext } from './lib/app-context.tsx';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { routeTree } from './routeTree.gen.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { FailurePage } from './shell/failure-page.tsx';

/** Addresses end in a slash; arrays in the query are in bracket form. Without a history it is the browser's. */
export function createAppRouter(context: AppContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    history,
    trailingSlash: 'always',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Listens at the window for good, for the one router that the window scrolls with.
    scrollRestoration: history === undefined,
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: () => <ErrorPage status={404} />,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
