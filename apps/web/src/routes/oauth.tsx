import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { SignIn } from '../features/account/sign-in.tsx';
import { SsoFailure } from '../features/account/sso-failure.tsx';
import { failureText } from '../lib/graphql/request-error.ts';
import { redirectToPath } from '../lib/redirect-to-path.ts';
import { readLinkSearch, text } from '../lib/search-params.ts';
import { codeForm, takeSsoRequest } from '../lib/session/sso-request.ts';
import { keepTried } from '../lib/session/tried.ts';

/** What the server says without a code. Its words would be anybody's if they stood in the address. */
const lost: Record<string, string> = {
  login_expired:
    'This sign-in has expired, or did not begin here. Begin it on the sign-in page of this console.',
  other_browser: 'This sign-in was begun in another browser. Begin it in this one.',
};
const strange =
  'This page takes the answer of the identity provider, and there is none that this window has asked for. Begin on the sign-in page.';

const readParams = readLinkSearch({ code: text(), state: text(), error: text() });

/**
 * Where the identity provider's people come back to. The code is exchanged before anything is drawn, once: its second use
 * would end the session.
 */
export const Route = createFileRoute('/oauth')({
  validateSearch: readParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { auth, session }, deps: { code, state, error } }) => {
    const request = takeSsoRequest(state);
    await session.restore().catch(() => undefined);
    const isSignedIn = session.state().kind === 'signed-in';
    if (request?.purpose === 'try' && code !== undefined && isSignedIn) {
      const answer = await auth.readTried(await session.idToken(), codeForm(code, request)).then(
        (tried) => ({ tried }),
        (fault: unknown) => ({ failure: failureText(fault) }),
      );
      keepTried(answer);
      throw redirect({ to: '/settings/general/', search: { tab: 'single-sign-on' }, replace: true });
    }
    // For anonymous people only.
    if (isSignedIn) throw redirectToPath(session.takeReturnPath() ?? '/');
    if (code === undefined || request === undefined)
      return { failure: (error === undefined ? undefined : lost[error]) ?? strange };
    const reply = await auth
      .exchangeCode(codeForm(code, request))
      .catch((fault: unknown) => ({ failure: failureText(fault) }));
    if ('failure' in reply || 'challenge' in reply) return reply;
    const target = session.takeReturnPath() ?? '/';
    session.begin(reply);
    throw redirectToPath(target);
  },
  component: OauthRoute,
});

function OauthRoute() {
  const reply = Route.useLoaderData();
  const { auth, session } = Route.useRouteContext();
  const router = useRouter();
  if ('failure' in reply) return <SsoFailure message={reply.failure} />;
  return (
    <SignIn
      auth={auth}
      first={reply}
      onTokens={(tokens) => {
        const target = session.takeReturnPath() ?? '/';
        session.begin(tokens);
        router.history.replace(target);
      }}
    />
  );
}
