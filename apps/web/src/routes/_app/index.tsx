import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUser } from '../../lib/session/session-context.tsx';
import { ErrorPage } from '../../shell/error-page.tsx';
import { homeAddress, screenExists } from '../../shell/navigation.ts';

/** `/` leads to the dashboard, or to the first screen this person may use. */
export const Route = createFileRoute('/_app/')({ component: Home });

function Home() {
  const router = useRouter();
  const user = useUser();
  const address = user && homeAddress(user, (screen) => screenExists(router, screen));
  useEffect(() => {
    if (address) router.history.replace(address);
  }, [router, address]);
  return address ? null : <ErrorPage status={403} />;
}
