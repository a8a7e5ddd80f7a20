import { failureText } from '../graphql/request-error.ts';
import type { AuthClient } from './auth-client.ts';
import type { Challenge } from './auth-replies.ts';
import type { Session } from './session.ts';
import { codeForm, takeSsoRequest } from './sso-request.ts';
import { keepTried } from './tried.ts';

/** What stands in the address of the way back. */
export interface SsoReturn {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}
/** Where to go on, what is asked first, or why nobody is signed in. */
export type SsoAnswer = { target: string } | Challenge | { failure: string };

/** What the server says without a code. Its words would be anybody's if they stood in the address. */
const lost: Record<string, string> = {
  login_expired:
    'This sign-in has expired, or did not begin here. Begin it on the sign-in page of this console.',
  other_browser: 'This sign-in was begun in another browser. Begin it in this one.',
};
const strange =
  'This page takes the answer of the identity provider, and there is none that this window has asked for. Begin on the sign-in page.';

interface Access {
  auth: AuthClient;
  session: Session;
}

async function take({ code, state, error }: SsoReturn, { auth, session }: Access): Promise<SsoAnswer> {
  const request = takeSsoRequest(state);
  await session.restore().catch(() => undefined);
  const isSignedIn = session.state().kind === 'signed-in';
  if (request?.purpose === 'try' && code !== undefined && isSignedIn) {
    keepTried(
      await auth.readTried(await session.idToken(), codeForm(code, request)).then(
        (tried) => ({ tried }),
        (fault: unknown) => ({ failure: failureText(fault) }),
      ),
    );
    return { target: '/settings/general/?tab=single-sign-on' };
  }
  if (isSignedIn) return { target: session.takeReturnPath() ?? '/' };
  if (code === undefined || request === undefined)
    return { failure: (error === undefined ? undefined : lost[error]) ?? strange };
  try {
    const reply = await auth.exchangeCode(codeForm(code, request));
    if ('challenge' in reply) return reply;
    const target = session.takeReturnPath() ?? '/';
    session.begin(reply);
    return { target };
  } catch (fault) {
    return { failure: failureText(fault) };
  }
}

let taken: { session: Session; key: string; answer: Promise<SsoAnswer> } | undefined;

/**
 * What becomes of the answer in the address: it is taken once, however often it is asked for, because a code that is used
 * twice ends the session it made. The routes ask again when somebody is signed in by it.
 */
export function comeBack(from: SsoReturn, access: Access): Promise<SsoAnswer> {
  const key = JSON.stringify(from);
  if (taken?.session !== access.session || taken.key !== key || from.code === undefined)
    taken = { session: access.session, key, answer: take(from, access) };
  return taken.answer;
}
