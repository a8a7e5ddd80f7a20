import { createFileRoute } from '@tanstack/react-router';
import { PasswordForgot } from '../features/account/password-forgot.tsx';
import { anonymousOnly } from '../lib/anonymous-only.ts';

export const Route = createFileRoute('/password-forgot')({
  beforeLoad: ({ context }) => anonymousOnly(context),
  // Without an answer the form says itself what is wrong once it is sent.
  loader: async ({ context }) => ({ byMail: await context.auth.mailsCodes().catch(() => true) }),
  component: Screen,
});

function Screen() {
  const { auth } = Route.useRouteContext();
  return <PasswordForgot auth={auth} byMail={Route.useLoaderData().byMail} />;
}
