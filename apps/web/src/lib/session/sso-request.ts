import * as z from 'zod/mini';
import type { StoredText } from '../storage.ts';
import { sessionText } from '../storage.ts';
import type { SingleSignOnFacts } from './auth-replies.ts';

/** The console, as a client of its server. */
const clientId = 'margay-console';

/** What is sent for a code. */
export interface CodeForm {
  grant_type: 'authorization_code';
  client_id: string;
  code: string;
  redirect_uri: string;
  code_verifier: string;
}

const requestSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  purpose: z.enum(['sign-in', 'try']),
});
/** A sign-in that this window has begun, kept until the browser is back. */
export type SsoRequest = z.infer<typeof requestSchema>;

const kept = () => sessionText('margay.sso');

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Why it cannot begin in this window, or undefined. */
export function ssoObstacle({ error, redirectUri }: SingleSignOnFacts): string | undefined {
  if (error !== undefined) return error;
  const origin = redirectUri === undefined ? undefined : new URL(redirectUri).origin;
  if (origin !== location.origin)
    return `Single sign-on works at ${origin ?? 'another address'} only. Open the console there.`;
  if (!window.isSecureContext)
    return 'Single sign-on needs https. Ask whoever runs the server for its secure address.';
  return undefined;
}

/** Remembers the sign-in and gives the address that begins it. */
export async function beginSso(
  facts: SingleSignOnFacts,
  purpose: SsoRequest['purpose'],
  store: StoredText = kept(),
): Promise<string> {
  const request = {
    state: randomText(),
    verifier: randomText(),
    redirectUri: facts.redirectUri ?? '',
    purpose,
  };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request.verifier));
  store.write(JSON.stringify(request));
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: facts.clientId ?? clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    purpose,
  });
  return `${facts.authorizeUrl ?? ''}?${parameters.toString()}`;
}

/** The sign-in this window has begun, if the answer belongs to it; reading takes it out. */
export function takeSsoRequest(
  state: string | undefined,
  store: StoredText = kept(),
): SsoRequest | undefined {
  const text = store.read();
  store.write(undefined);
  if (text === undefined) return undefined;
  try {
    const request = requestSchema.parse(JSON.parse(text));
    return request.state === state ? request : undefined;
  } catch {
    return undefined; // nothing of ours
  }
}

export const codeForm = (code: string, { redirectUri, verifier }: SsoRequest): CodeForm => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
});

/** Ends the session at the provider too, where it has a place for that, and leads to sign-in. */
export const signOutAddress = (origin: string): string =>
  `/logout?${new URLSearchParams({ client_id: clientId, logout_uri: `${origin}/sign-in/` }).toString()}`;
