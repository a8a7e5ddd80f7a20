import { accountOf, deviceCookieName, deviceTokenDays } from '@margay/auth';
import { unauthenticated } from '@margay/kit';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import { callerOf, parseBody, type ApiEnv } from '../../api/http-parts.ts';
import type { RestRoutes } from '../../api/rest-routes.ts';
import { sessionsAccess } from './access.ts';
import { challengeKinds } from './sign-in/challenge.ts';
import type { SignInReply } from './sign-in/sign-ins.ts';

const SignIn = z.object({ email: z.string().max(320), password: z.string().max(1000) });
const Answer = z.object({
  challenge: z.enum(challengeKinds),
  session: z.string().max(200),
  code: z.string().max(100).optional(),
  newPassword: z.string().max(1000).optional(),
});
const Refresh = z.object({ refreshToken: z.string().max(200) });
const SignOut = Refresh.extend({ global: z.boolean().default(false) });
const ChangePassword = z.object({ oldPassword: z.string().max(1000), newPassword: z.string().max(1000) });
const Local = z.object({ proof: z.string().max(2000) });
const SetUp = z.object({
  token: z.string().max(200),
  email: z.string().max(320),
  password: z.string().max(1000),
  givenName: z.string().min(1).max(100),
  familyName: z.string().min(1).max(100),
});

/** Makes this browser known to the account. Scripts cannot read the cookie, and only sign-in is sent it. */
function rememberDevice(c: Context<ApiEnv>, email: string, deviceToken: string): void {
  setCookie(c, deviceCookieName(accountOf(email)), deviceToken, {
    path: '/auth',
    httpOnly: true,
    sameSite: 'Strict',
    secure: callerOf(c).isSecure,
    maxAge: deviceTokenDays * 86_400,
  });
}

/** What the caller is told of a sign-in: the tokens of a session, or a challenge. */
function said(c: Context<ApiEnv>, reply: SignInReply): object {
  if ('challenge' in reply) return reply.challenge;
  const { session, email, recoveryCodes } = reply;
  rememberDevice(c, email, session.deviceToken);
  return { ...session.tokens, ...(recoveryCodes ? { recoveryCodes } : {}) };
}

/** Sign-in and session end points. They are the only ones open to people who are not signed in. */
export function sessionRoutes(routes: RestRoutes): void {
  routes.post('/auth/sign-in', sessionsAccess.signIn, async (c) => {
    const { email, password } = await parseBody(c, SignIn);
    const known = getCookie(c, deviceCookieName(accountOf(email)));
    return c.json(said(c, await c.var.services.sessions.signIn(email, password, callerOf(c), known)));
  });
  routes.post('/auth/challenge', sessionsAccess.signIn, async (c) => {
    const answer = await parseBody(c, Answer);
    return c.json(said(c, await c.var.services.sessions.answerChallenge(answer, callerOf(c))));
  });
  routes.post('/auth/local', sessionsAccess.signIn, async (c) => {
    const { proof } = await parseBody(c, Local);
    return c.json(await c.var.services.sessions.signInLocally(proof));
  });
  routes.post('/auth/refresh', sessionsAccess.renew, async (c) => {
    const { refreshToken } = await parseBody(c, Refresh);
    return c.json(await c.var.services.sessions.refresh(refreshToken));
  });
  routes.post('/auth/sign-out', sessionsAccess.signOut, async (c) => {
    const { refreshToken, global } = await parseBody(c, SignOut);
    await c.var.services.sessions.signOut(refreshToken, global);
    return c.json({});
  });
  routes.post('/auth/change-password', sessionsAccess.changePassword, async (c) => {
    const actor = c.var.actor;
    if (actor?.kind !== 'person') throw unauthenticated('Sign in to continue.');
    const { oldPassword, newPassword } = await parseBody(c, ChangePassword);
    await c.var.services.sessions.changePassword(actor, oldPassword, newPassword);
    return c.json({});
  });
  routes.get('/auth/setup', sessionsAccess.setUp, async (c) =>
    c.json({ needed: await c.var.services.users.isEmpty() }),
  );
  routes.post('/auth/setup', sessionsAccess.setUp, async (c) => {
    const { token, ...person } = await parseBody(c, SetUp);
    const { tokens, deviceToken } = await c.var.services.sessions.setUp(token, person);
    rememberDevice(c, person.email, deviceToken);
    return c.json(tokens);
  });
}
