import { createFileRoute, notFound, useRouter } from '@tanstack/react-router';
import { SupportSignIn } from '../features/account/support-sign-in.tsx';
import { anonymousOnly } from '../lib/anonymous-only.ts';
import { ErrorPage } from '../shell/error-page.tsx';

/** For support engineers whom an administrator let in. Where the feature flag is off the address is not found. */
export const Route = createFileRoute('/support-sign-in')({
  beforeLoad: ({ context }) => anonymousOnly(context),
  loader: async ({ context }) => {
    const { supportSignIn } = await context.auth.singleSignOn();
    if (!supportSignIn) throw notFound();
  },
  component: SupportSignInRoute,
  // Outside of the frame, so with a landmark of its own.
  notFoundComponent: () => (
    <main>
      <ErrorPage status={404} />
    </main>
  ),
});

function SupportSignInRoute() {
  const { auth, session } = Route.useRouteContext();
  const router = useRouter();
  return (
    <SupportSignIn
      auth={auth}
      handedOver={router.history.location.hash.slice(1)}
      onTokens={(tokens) => {
        session.begin(tokens);
        router.history.replace('/');
      }}
    />
  );
}
