import { invalidInput } from '@margay/kit';
import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { ConsoleRequest } from './flow-store.ts';

/** The console, as a client of this server. It is the only one. */
export const consoleClientId = 'margay-console';

/** Addresses of one installation, all below the one that people know it by. */
export function addressesBelow(consoleUrl: string) {
  const at = (path: string) => new URL(path, consoleUrl).href;
  return {
    origin: new URL(consoleUrl).origin,
    authorize: at('/oauth2/authorize'),
    /** Of the console: where codes are taken. */
    callback: at('/oauth/'),
    signIn: at('/sign-in/'),
    supportSignIn: at('/support-sign-in/'),
    /** Where an OIDC provider sends the browser. */
    oidcRedirect: at('/oauth2/idpresponse'),
    /** Of our side of SAML. */
    entityId: at('/saml2/metadata'),
    acs: at('/saml2/idpresponse'),
    samlReturn: at('/saml2/return'),
  };
}
export type Addresses = ReturnType<typeof addressesBelow>;

const Authorize = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(consoleClientId),
  redirect_uri: z.string(),
  state: z.string().min(8).max(200),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  purpose: z.enum(['sign-in', 'try']).default('sign-in'),
});

/**
 * What the console asks of `/oauth2/authorize`. Throws `InvalidInput`, and never sends the browser to an address that is not
 * the console's own.
 */
export function readAuthorize(query: Record<string, string>, { callback }: Addresses): ConsoleRequest {
  const parsed = Authorize.safeParse(query);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidInput(
      `This sign-in cannot begin: ${issue?.path.join('.') ?? 'the request'} is not right. Open the sign-in page and use its button.`,
    );
  }
  const { redirect_uri, state, code_challenge, purpose } = parsed.data;
  if (redirect_uri !== callback)
    throw invalidInput(
      `Single sign-on returns to ${callback} and nowhere else. Open the console there; if that is not its address, set MARGAY_URL.`,
      { code: 'RedirectRefused' },
    );
  return { redirectUri: redirect_uri, state, codeChallenge: code_challenge, purpose };
}

export const TokenForm = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.literal(consoleClientId),
  code: z.string().min(1).max(200),
  redirect_uri: z.string().max(2_000),
  code_verifier: z.string().min(43).max(128),
});
export type TokenForm = z.output<typeof TokenForm>;

/** Whether an exchange comes from the console that asked: same address, and the verifier behind its challenge. */
export function isOfRequest(
  { redirect_uri, code_verifier }: Pick<TokenForm, 'redirect_uri' | 'code_verifier'>,
  request: ConsoleRequest,
): boolean {
  const challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const [given, wanted] = [Buffer.from(challenge), Buffer.from(request.codeChallenge)];
  return (
    redirect_uri === request.redirectUri && given.length === wanted.length && timingSafeEqual(given, wanted)
  );
}
