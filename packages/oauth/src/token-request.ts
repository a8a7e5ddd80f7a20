import { basicCredentials, formEncoded } from './basic-credentials.ts';
import { signAssertion } from './sign-assertion.ts';
import type { ClientCredentialsGrant, RefreshTokenGrant, TokenGrant } from './token-grant.ts';

/** What the token address gets. */
export interface TokenRequest {
  headers: Record<string, string>;
  body: URLSearchParams;
  /** What is secret of it, in every way in which it was sent. */
  secrets: string[];
}

export async function tokenRequest(grant: TokenGrant, now: Date): Promise<TokenRequest> {
  const { scope, audience } = grant;
  const body = new URLSearchParams(scope ? { scope } : {});
  if (grant.grant === 'jwtBearer') {
    const assertion = await signAssertion(grant, now);
    body.set('grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer');
    body.set('assertion', assertion);
    return { headers: {}, body, secrets: [assertion] };
  }
  if (audience) body.set('audience', audience);
  if (grant.grant === 'clientCredentials') {
    body.set('grant_type', 'client_credentials');
    return withClient(grant, body, []);
  }
  body.set('grant_type', 'refresh_token');
  body.set('refresh_token', grant.refreshToken);
  return withClient(grant, body, [grant.refreshToken]);
}

function withClient(
  { clientId, clientSecret, clientAuthentication }: ClientCredentialsGrant | RefreshTokenGrant,
  body: URLSearchParams,
  secrets: string[],
): TokenRequest {
  const written = (all: string[]) =>
    all.flatMap((secret) => [encodeURIComponent(secret), formEncoded(secret), secret]);
  if (clientSecret && clientAuthentication === 'basic') {
    const authorization = basicCredentials(clientId, clientSecret);
    const inHeader = authorization.slice('Basic '.length);
    return { headers: { authorization }, body, secrets: written([inHeader, clientSecret, ...secrets]) };
  }
  body.set('client_id', clientId);
  if (!clientSecret) return { headers: {}, body, secrets: written(secrets) };
  body.set('client_secret', clientSecret);
  return { headers: {}, body, secrets: written([clientSecret, ...secrets]) };
}
