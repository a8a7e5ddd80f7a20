import { newOpaqueToken } from '@margay/auth';
import { MargayError, unauthenticated } from '@margay/kit';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { callerOf, parseBody, type ApiEnv } from '../../api/http-parts.ts';
import type { RestRoutes } from '../../api/rest-routes.ts';
import type { SignInReply } from '../sessions/index.ts';
import { singleSignOnAccess } from './access.ts';
import { TokenForm } from './console-client.ts';
import { serviceProviderMetadata } from './saml/own-metadata.ts';

/** Tells that the browser that comes back is the one that began. */
const browserCookie = 'margay_sso';
const browserSeconds = 10 * 60;
/** Shows the provider at sign-out whose session is meant. */
const signOutCookie = 'margay_sso_sign_out';
const signOutSeconds = 12 * 3_600;

const cookieOf = (c: Context<ApiEnv>, path: string, maxAge: number) =>
  ({ path, httpOnly: true, sameSite: 'Lax', secure: callerOf(c).isSecure, maxAge }) as const;

function browserOf(c: Context<ApiEnv>): string {
  const browser = getCookie(c, browserCookie) ?? newOpaqueToken();
  setCookie(c, browserCookie, browser, cookieOf(c, '/', browserSeconds));
  return browser;
}

/**
 * Where the browser goes: for a person who would else read JSON, to the sign-in page with a code of what is wrong. Words in
 * an address could be anybody's.
 */
async function addressOr(
  c: Context<ApiEnv>,
  code: 'sso_refused' | 'sign_out_refused',
  find: () => Promise<string>,
): Promise<string> {
  try {
    return await find();
  } catch (error) {
    const isOurs = !(error instanceof MargayError) || error.kind === 'internal';
    if (isOurs || !c.req.header('accept')?.includes('text/html')) throw error;
    return `${c.var.services.singleSignOn.addresses().signIn}?error=${code}`;
  }
}

const formOf = async (c: Context<ApiEnv>) => new URLSearchParams(await c.req.text());

/** Single sign-on: this server is the client of the identity provider, and the console its own. */
export function singleSignOnRoutes(routes: RestRoutes): void {
  routes.get('/saml', singleSignOnAccess.signIn, async (c) => {
    const { singleSignOn, supportSignIn } = c.var.services;
    return c.json({ ...(await singleSignOn.facts()), supportSignIn: supportSignIn.isOn });
  });
  routes.get('/oauth2/authorize', singleSignOnAccess.signIn, async (c) => {
    const address = await addressOr(c, 'sso_refused', () =>
      c.var.services.singleSignOn.begin(c.req.query(), browserOf(c)),
    );
    return c.redirect(address, 302);
  });
  routes.get('/oauth2/idpresponse', singleSignOnAccess.signIn, async (c) => {
    const answer = new URL(c.req.url).searchParams;
    const { singleSignOn } = c.var.services;
    return c.redirect(await singleSignOn.receive(answer, getCookie(c, browserCookie), callerOf(c)), 302);
  });
  routes.post('/saml2/idpresponse', singleSignOnAccess.signIn, async (c) =>
    c.redirect(await c.var.services.singleSignOn.hold(await formOf(c), callerOf(c)), 303),
  );
  routes.get('/saml2/return', singleSignOnAccess.signIn, async (c) => {
    const { singleSignOn } = c.var.services;
    const ticket = c.req.query('ticket') ?? '';
    return c.redirect(await singleSignOn.release(ticket, getCookie(c, browserCookie)), 302);
  });
  routes.get('/saml2/metadata', singleSignOnAccess.signIn, (c) => {
    c.header('Content-Type', 'application/samlmetadata+xml');
    return c.body(serviceProviderMetadata(c.var.services.singleSignOn.addresses()));
  });
  routes.post('/oauth2/token', singleSignOnAccess.signIn, async (c) => {
    c.header('Cache-Control', 'no-store');
    const form = TokenForm.safeParse(Object.fromEntries(await formOf(c)));
    if (!form.success) {
      const [issue] = form.error.issues;
      const error_description = `The request is not right at ${issue?.path.join('.') ?? 'its form'}.`;
      return c.json({ error: 'invalid_request', error_description }, 400);
    }
    try {
      const { reply, signOutToken } = await c.var.services.singleSignOn.exchange(form.data, callerOf(c));
      if (signOutToken !== undefined)
        setCookie(c, signOutCookie, signOutToken, cookieOf(c, '/logout', signOutSeconds));
      return c.json(tokenReply(reply));
    } catch (error) {
      if (!(error instanceof MargayError) || error.kind === 'internal') throw error;
      const { message, code } = error;
      return c.json(
        { error: code === 'invalid_grant' ? code : 'access_denied', error_description: message, code },
        400,
      );
    }
  });
  routes.get('/logout', singleSignOnAccess.signOut, async (c) => {
    const token = getCookie(c, signOutCookie);
    const address = await addressOr(c, 'sign_out_refused', () =>
      c.var.services.singleSignOn.signOutAddress(c.req.query(), token),
    );
    if (token !== undefined) deleteCookie(c, signOutCookie, { path: '/logout' });
    return c.redirect(address, 302);
  });
  routes.post('/internal/single-sign-on/tried', singleSignOnAccess.tryOut, async (c) => {
    const { actor } = c.var;
    if (actor?.kind !== 'person') throw unauthenticated('Sign in to continue.');
    const { idToken: _, ...proof } = await c.var.services.singleSignOn.tried(
      actor,
      await parseBody(c, TokenForm),
    );
    return c.json(proof);
  });
}

/** In the names of OAuth; what the console has more of keeps ours. */
function tokenReply(reply: SignInReply): object {
  if ('challenge' in reply) return reply.challenge;
  const { idToken, refreshToken, accessToken, expiresIn, refreshTokenHours, authTime } = reply.session.tokens;
  return {
    id_token: idToken,
    refresh_token: refreshToken,
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token_hours: refreshTokenHours,
    auth_time: authTime,
  };
}
