import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { forgetCatalog } from './lib/data-lake/catalog-cache.ts';
import { isOnTheWay, pageStatusOf, setFailureStatus } from './lib/failure-state.ts';
import { createGraphqlClient } from './lib/graphql/client.ts';
import { GraphqlProvider } from './lib/graphql/graphql-context.tsx';
import { RequestError } from './lib/graphql/request-error.ts';
import { setErrorSink } from './lib/report-error.ts';
import { reportToServer } from './lib/report-to-server.ts';
import { askReadiness, createServerMonitor } from './lib/server-health.ts';
import { createAuthClient } from './lib/session/auth-client.ts';
import { createSession } from './lib/session/session.ts';
import { SessionProvider } from './lib/session/session-context.tsx';
import { ShortcutProvider } from './lib/shortcuts/use-shortcut.tsx';
import { localText, sessionText } from './lib/storage.ts';
import { TimeZoneProvider } from './lib/time-zone.tsx';
import { createAppRouter } from './router.tsx';
import { OfflineModal } from './shell/offline-modal.tsx';
import { StorageAlert } from './shell/storage-alert.tsx';
import { toast } from './ui/overlays/toast.ts';
import { UiProvider } from './ui/theme/ui-provider.tsx';

/** Requests the server refused are not repeated; only silence is, and not for long. */
function shouldRetry(failureCount: number, error: Error): boolean {
  const isSilence = error instanceof RequestError && (error.status === 'unknown' || error.status === 503);
  return isSilence && failureCount < 2;
}

/** Wires session, requests, cache and router together; called once. */
export function startApp() {
  const request: typeof fetch = (...args) => fetch(...args);
  const server = createServerMonitor({
    isReady: () => askReadiness(request),
    later: (task, delayMs) => {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
  });
  const auth = createAuthClient(request);
  const session = createSession({
    auth,
    record: localText('margay.session'),
    returnPath: sessionText('margay.returnPath'),
    now: Date.now,
    exclusively: (task) => navigator.locks.request('margay.session', task),
  });
  const graphql = createGraphqlClient({
    request,
    idToken: (options) => session.idToken(options),
    onUnauthenticated: () => session.expire(router.state.location.href),
    onServerAway: server.reportAway,
  });
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay: 800, staleTime: 10_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const status = pageStatusOf(error, query.meta?.failure ?? 'page', query.state.data !== undefined);
        if (status !== undefined && !isOnTheWay(router)) setFailureStatus(router, status);
      },
    }),
  });
  const router = createAppRouter({ session, auth, graphql, queryClient, server });
  // The browser keeps it: a page that is loaded again is asked for again.
  setFailureStatus(router, undefined);

  setErrorSink(
    reportToServer(graphql, {
      isSignedIn: () => session.state().kind === 'signed-in',
      path: () => router.state.location.pathname,
    }),
  );

  // What was cached or told belongs to the person who left; the routes decide anew where the window may be.
  session.subscribe(() => {
    if (session.state().kind === 'signed-out') {
      queryClient.clear();
      forgetCatalog();
      toast.dismissAll();
    }
    void router.invalidate();
  });
  server.onReturn(() => {
    setFailureStatus(router, undefined);
    void queryClient.invalidateQueries();
    void router.invalidate();
  });

  function Providers({ children }: { children: ReactNode }) {
    return (
      <UiProvider>
        <QueryClientProvider client={queryClient}>
          <SessionProvider session={session} auth={auth}>
            <GraphqlProvider value={graphql}>
              <TimeZoneProvider>
                <ShortcutProvider>
                  {children}
                  <OfflineModal />
                  <StorageAlert />
                </ShortcutProvider>
              </TimeZoneProvider>
            </GraphqlProvider>
          </SessionProvider>
        </QueryClientProvider>
      </UiProvider>
    );
  }
  return { router, session, Providers };
}
