import { createFileRoute, useRouter } from '@tanstack/react-router';
import { PasswordReset } from '../features/account/password-reset.tsx';
import { anonymousOnly } from '../lib/anonymous-only.ts';
import { readLinkSearch, text } from '../lib/search-params.ts';
import { toast } from '../ui/overlays/toast.ts';

const readParams = readLinkSearch({ email: text(), code: text() });

export const Route = createFileRoute('/password-reset')({
  validateSearch: readParams,
  beforeLoad: ({ context }) => anonymousOnly(context),
  component: Screen,
});

function Screen() {
  const { auth } = Route.useRouteContext();
  const { email = '', code = '' } = Route.useSearch();
  const router = useRouter();
  return (
    <PasswordReset
      auth={auth}
      email={email}
      code={code}
      onDone={() => {
        // The code in the address counts no more; it need not stay in the history either.
        router.history.replace('/sign-in/');
        toast.success('Password updated. Sign in with the new one.');
      }}
    />
  );
}
