import { createFileRoute } from '@tanstack/react-router';
import { AccountLayout, AccountTitle } from '../../../features/account/account-layout.tsx';
import { BackToSignIn } from '../../../features/account/back-to-sign-in.tsx';
import { SupportForm } from '../../../features/support/support-form.tsx';
import { SupportScreen } from '../../../features/support/support-screen.tsx';
import { useUser } from '../../../lib/session/session-context.tsx';

/** For everybody: who cannot sign in needs help most. */
export const Route = createFileRoute('/_app/support/')({ component: Support });

function Support() {
  if (useUser() !== undefined) return <SupportScreen />;
  return (
    <AccountLayout title="Support">
      <AccountTitle title="Support" before={<BackToSignIn />}>
        Those who run this installation read what you write.
      </AccountTitle>
      <SupportForm size="lg" />
    </AccountLayout>
  );
}
