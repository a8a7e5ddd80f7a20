import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { MantineProvider } from '@mantine/core';
import { testIdToken, type TestClaims } from '@margay/auth/testing';
import { render } from '@testing-library/react';
import type { GraphqlClient } from '../lib/graphql/client.ts';
import { GraphqlProvider } from '../lib/graphql/graphql-context.tsx';
import { createServerMonitor } from '../lib/server-health.ts';
import type { ServerMonitorDeps } from '../lib/server-health.ts';
import { createAuthClient } from '../lib/session/auth-client.ts';
import { createSession } from '../lib/session/session.ts';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { ShortcutProvider } from '../lib/shortcuts/use-shortcut.tsx';
import type { StoredText } from '../lib/storage.ts';
import { createAppRouter } from '../router.tsx';
import { ConfirmProvider } from '../ui/overlays/confirm.tsx';
import { answeringServer } from './answering-server.ts';
import { emptyInstallation } from './empty-installation.ts';
import { faultOf } from './faults.ts';

export function memoryText(value?: string): StoredText {
  let kept = value;
  return {
    read: () => kept,
    write: (next) => {
      kept = next;
    },
  };
}

export interface ConsoleOptions {
  path: string;
  /** Permissions of the person; undefined: nobody is signed in. */
  permissions?: readonly string[];
  claims?: TestClaims;
  /** Answers of the server to `/auth/…` by path: body, or a whole Response. */
  answers?: Record<string, (body: unknown) => unknown>;
  /** `graphql` of an `answeringServer`; by default one of an installation without content. */
  graphql?: GraphqlClient['request'];
  /** Asks again whether a server that was away is back; never, unless it is given. */
  later?: ServerMonitorDeps['later'];
}

/** The whole console at an address, over a server made of functions. */
export async function renderConsole(options: ConsoleOptions) {
  const { path, permissions, claims = {}, answers = {}, graphql, later = () => () => undefined } = options;
  const tokens = {
    idToken: await testIdToken({ permissions: permissions ?? [], ...claims }),
    refreshToken: 'r',
    expiresIn: 900,
    refreshTokenHours: 12,
  };
  const defaults: ConsoleOptions['answers'] = {
    '/auth/setup': () => ({ needed: false }),
    '/auth/refresh': () => tokens,
    '/auth/sign-in': () => tokens,
    '/auth/sign-out': () => ({}),
    '/saml': () => ({ enabled: false, ssoOnly: false }),
    '/readyz': () => ({}),
    // Asked at the start; everything else goes through `graphql`.
    '/internal/graphql': () => ({ data: { me: { id: 'u1' } } }),
  };
  const request: typeof fetch = (input, init) => {
    const target = String(input);
    const answer = answers[target] ?? defaults[target];
    if (!answer) return Promise.reject(faultOf(`${target}: nothing answers it in this test`));
    const reply = answer(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
    return Promise.resolve(reply instanceof Response ? reply : Response.json(reply));
  };
  const auth = createAuthClient(request, () => undefined);
  const returnPath = memoryText();
  const session = createSession({
    auth,
    record: memoryText(
      permissions &&
        JSON.stringify({ lastUserId: 'u1', refreshToken: 'r', authTime: Date.now(), refreshTokenHours: 12 }),
    ),
    returnPath,
    now: Date.now,
    exclusively: (task) => task(),
  });
  const server = createServerMonitor({ isReady: () => Promise.resolve(true), later });
  const client: GraphqlClient = {
    request: graphql ?? answeringServer(emptyInstallation).graphql,
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createAppRouter(
    { session, auth, graphql: client, queryClient, server },
    createMemoryHistory({ initialEntries: [path] }),
  );
  session.subscribe(() => void router.invalidate());
  await router.load();
  const view = render(
    <MantineProvider env="test" defaultColorScheme="dark">
      <QueryClientProvider client={queryClient}>
        <SessionProvider session={session} auth={auth}>
          <GraphqlProvider value={client}>
            <ShortcutProvider>
              <ConfirmProvider>
                <RouterProvider router={router} />
              </ConfirmProvider>
            </ShortcutProvider>
          </GraphqlProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, session, returnPath, address: () => router.history.location.href };
}
