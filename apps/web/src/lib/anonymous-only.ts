import type { AppContext } from './app-context.tsx';
import { redirectToPath } from './redirect-to-path.ts';
import { AuthError } from './session/auth-client.ts';

/** For `beforeLoad` of pages that only people see who are not signed in: others go where they were going. */
export async function anonymousOnly({ session, server }: AppContext): Promise<void> {
  try {
    await session.restore();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    // The form is of use without an answer: it says itself when the server is away.
    if (error.status === 0) server.reportAway();
  }
  if (session.state().kind === 'signed-in') throw redirectToPath(session.takeReturnPath() ?? '/');
}
