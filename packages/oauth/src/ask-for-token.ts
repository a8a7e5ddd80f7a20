import { type HttpClient, type HttpReply, MargayError } from '@margay/kit';
import { readTokenReply } from './read-token-reply.ts';
import type { TokenGrant } from './token-grant.ts';
import { type TokenRequest, tokenRequest } from './token-request.ts';

export interface TokenDeps {
  /** The guarded client, which follows no redirects. */
  http: HttpClient;
  clock: () => Date;
  signal?: AbortSignal | undefined;
}

const longestMs = 30_000;
/** Taken off the life of a token for the way to the API and for clocks that differ; of short lives a tenth. */
const marginSeconds = 60;

export interface AccessToken {
  accessToken: string;
  /** From when on it is not used any more; null: until it is refused. */
  expiresAt: Date | null;
  /** The one to use next time; undefined where the one that was sent stays good. */
  refreshToken: string | undefined;
}

/**
 * Asks once for an access token. Throws `MargayError`: `AccessTokenRefused` and `OutgoingRequestRefused` for what a person
 * has to mend, anything else may pass, after `retryAfterSeconds` where that is set. No message holds a secret or a token.
 */
export async function askForToken(grant: TokenGrant, deps: TokenDeps): Promise<AccessToken> {
  const askedAt = deps.clock();
  const request = await tokenRequest(grant, askedAt);
  const reply = await send(grant.tokenUrl, request, deps);
  const { secrets } = request;
  const { lifetimeSeconds, ...token } = readTokenReply(reply, { grant, secrets, now: deps.clock() });
  return { ...token, expiresAt: expiryOf(askedAt, lifetimeSeconds) };
}

function expiryOf(askedAt: Date, lifetimeSeconds: number | undefined): Date | null {
  if (lifetimeSeconds === undefined) return null;
  const usable = lifetimeSeconds - Math.min(marginSeconds, lifetimeSeconds / 10);
  // Some say a thousand years, which is no date any more.
  return new Date(Math.min(askedAt.getTime() + usable * 1000, Date.UTC(9000, 0)));
}

async function send(
  url: string,
  { headers, body }: TokenRequest,
  { http, signal }: TokenDeps,
): Promise<HttpReply> {
  try {
    return await http.request({
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: body.toString(),
      timeoutMs: longestMs,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (!(error instanceof MargayError)) throw error;
    const { kind, code, status, details, retryAfterSeconds } = error;
    throw new MargayError(kind, `No access token: ${error.message}`, {
      code,
      status,
      ...(details === undefined ? {} : { details }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      cause: error,
    });
  }
}
