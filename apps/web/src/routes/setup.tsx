import { createFileRoute, notFound, useRouter } from '@tanstack/react-router';
import { FirstRun } from '../features/account/first-run.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { readSearch, text } from '../lib/search-params.ts';

/** First run. Once a person exists the address is not found. */
export const Route = createFileRoute('/setup')({
  validateSearch: readSearch({ token: text() }),
  loader: async ({ context }) => {
    const setup = await context.auth.isSetupNeeded();
    if (!setup.needed) throw notFound();
    return setup;
  },
  component: SetupRoute,
  // Outside of the frame, so with a landmark of its own.
  notFoundComponent: () => (
    <main>
      <ErrorPage status={404} />
    </main>
  ),
});

function SetupRoute() {
  const { auth, session, server } = Route.useRouteContext();
  const { minPasswordLength } = Route.useLoaderData();
  const { token = '' } = Route.useSearch();
  const router = useRouter();
  return (
    <FirstRun
      auth={auth}
      token={token}
      minPasswordLength={minPasswordLength}
      isReady={server.isReady}
      onReply={(reply) => {
        if (!('challenge' in reply)) session.begin(reply);
        router.history.replace('/');
      }}
    />
  );
}
