import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { SignIn } from '../features/account/sign-in.tsx';
import { anonymousOnly } from '../lib/anonymous-only.ts';
import { readLinkSearch, text } from '../lib/search-params.ts';
import { AuthError } from '../lib/session/auth-client.ts';

/**
 * `local` shows the password to administrators where single sign-on is the only way for others; `error` is a code of the
 * server for what went wrong.
 */
const readParams = readLinkSearch({ local: text(), error: text() });

/** For anonymous people only. While no person exists, set-up comes first. */
export const Route = createFileRoute('/sign-in')({
  validateSearch: readParams,
  beforeLoad: async ({ context }) => {
    await anonymousOnly(context);
    try {
      const { needed } = await context.auth.isSetupNeeded();
      if (needed) throw redirect({ to: '/setup/', replace: true });
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      // The form is of use without an answer: it says itself when the server is away.
      if (error.status === 0) context.server.reportAway();
    }
  },
  // Without an answer there is the form.
  loader: async ({ context }) => ({
    singleSignOn: await context.auth.singleSignOn().catch(() => undefined),
  }),
  component: SignInRoute,
});

function SignInRoute() {
  const { auth, session } = Route.useRouteContext();
  const { singleSignOn } = Route.useLoaderData();
  const { local, error } = Route.useSearch();
  const router = useRouter();
  const state = session.state();
  const hasEnded = state.kind === 'signed-out' && state.hasEnded === true;
  return (
    <SignIn
      auth={auth}
      hasEnded={hasEnded}
      singleSignOn={singleSignOn}
      fault={error}
      isLocal={local !== undefined}
      onTokens={(tokens) => {
        const target = session.takeReturnPath() ?? '/';
        session.begin(tokens);
        router.history.replace(target);
      }}
    />
  );
}
