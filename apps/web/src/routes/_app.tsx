import { createFileRoute, Outlet, redirect, useRouter, useRouterState } from '@tanstack/react-router';
import { FeedbackButton } from '../features/feedback/feedback-button.tsx';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { useProfileDialogs } from '../features/profile/use-profile-dialogs.tsx';
import { useAppConfigFailure } from '../lib/app-config.ts';
import { setFailureStatus } from '../lib/failure-state.ts';
import { stringifySearch } from '../lib/search-params.ts';
import { AuthError } from '../lib/session/auth-client.ts';
import { isNameless } from '../lib/person-name.ts';
import { isSingleSignOnUser } from '../lib/session/claims.ts';
import { useSessionState, useUser } from '../lib/session/session-context.tsx';
import { AppFrame } from '../shell/app-frame.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Logo } from '../ui/marks/logo.tsx';
import { MissingAttributes } from '../ui/layout/missing-attributes.tsx';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { SidePanels } from '../shell/side-panels.tsx';
import styles from '../shell/shell.module.css';
import { sidePanelKinds } from './-side-panels.ts';

/** Screens that people see without being signed in too, then without the frame. */
const openPaths: readonly string[] = ['/support/'];

/** Everything for signed-in people. Signed out, the address is remembered and sign-in comes first. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    try {
      await context.session.restore();
    } catch (error) {
      if (error instanceof AuthError && error.status === 0) context.server.reportAway();
      throw error;
    }
    if (context.session.state().kind === 'signed-in' || openPaths.includes(location.pathname)) return;
    context.session.rememberPath(location.href);
    throw redirect({ to: '/sign-in/' });
  },
  pendingMs: 150,
  pendingComponent: () => (
    <div className={styles.loading}>
      <Logo size={40} title="Loading" />
    </div>
  ),
  component: Frame,
  notFoundComponent: () => <ErrorPage status={404} />,
});

async function searchAddressOf(params: unknown, queryId: string): Promise<string> {
  const { addressOfParams } = await import('../features/search/form/search-form.ts');
  return `/investigate/search/${stringifySearch({ ...addressOfParams(params, queryId) })}`;
}

function Frame() {
  return useSessionState().kind === 'signed-in' ? <SignedIn /> : <Outlet />;
}

function SignedIn() {
  const { server, queryClient } = Route.useRouteContext();
  const router = useRouter();
  const location = useRouterState({ select: (state) => state.location });
  const failure = location.state.failureStatus;
  const profile = useProfileDialogs();
  const unconfigured = useAppConfigFailure();
  const user = useUser();
  const lacksAttributes = user !== undefined && isSingleSignOnUser(user) && isNameless(user);
  return (
    <SidePanels kinds={sidePanelKinds}>
      <AppFrame
        server={server}
        searchAddressOf={searchAddressOf}
        profileEntries={profile.entries}
        tools={
          <>
            {location.pathname === '/investigate/search/' && <FeedbackButton featureName="Search" />}
            <NotificationBell />
          </>
        }
      >
        <ErrorBoundary scope="page" resetKey={location.pathname}>
          {lacksAttributes && <MissingAttributes />}
          {unconfigured ? (
            <ErrorPage status={500} onRetry={unconfigured.retry} />
          ) : failure === undefined ? (
            <Outlet />
          ) : (
            <ErrorPage
              status={failure}
              onRetry={() => {
                setFailureStatus(router, undefined);
                void queryClient.resetQueries();
              }}
            />
          )}
        </ErrorBoundary>
        {profile.dialog}
      </AppFrame>
    </SidePanels>
  );
}
