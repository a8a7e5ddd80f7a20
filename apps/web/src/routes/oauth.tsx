import { createFileRoute, useRouter } from '@tanstack/react-router';
import { SignIn } from '../features/account/sign-in.tsx';
import { SsoFailure } from '../features/account/sso-failure.tsx';
import { redirectToPath } from '../lib/redirect-to-path.ts';
import { readLinkSearch, text } from '../lib/search-params.ts';
import { comeBack } from '../lib/session/sso-return.ts';

const readParams = readLinkSearch({ code: text(), state: text(), error: text() });

/**
 * Where the identity provider's people come back to. The code is exchanged before anything is drawn; who is signed in
 * already has no business here.
 */
export const Route = createFileRoute('/oauth')({
  validateSearch: readParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { auth, session }, deps }) => {
    const answer = await comeBack(deps, { auth, session });
    if ('target' in answer) throw redirectToPath(answer.target);
    return answer;
  },
  component: OauthRoute,
});

function OauthRoute() {
  const answer = Route.useLoaderData();
  const { auth, session } = Route.useRouteContext();
  const router = useRouter();
  if ('failure' in answer) return <SsoFailure message={answer.failure} />;
  return (
    <SignIn
      auth={auth}
      first={answer}
      onTokens={(tokens) => {
        const target = session.takeReturnPath() ?? '/';
        session.begin(tokens);
        router.history.replace(target);
      }}
    />
  );
}
