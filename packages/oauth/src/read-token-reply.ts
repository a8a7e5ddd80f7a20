import { type HttpReply, type MargayError, replyJson, retryAfterSeconds } from '@margay/kit';
import * as z from 'zod';
import { tokenFailed, tokenRefused } from './failures.ts';
import type { TokenGrant } from './token-grant.ts';

export interface TokenReply {
  accessToken: string;
  /** Undefined where the token address does not say how long the token lasts. */
  lifetimeSeconds: number | undefined;
  /** The one to use next time; undefined where the one that was sent stays good. */
  refreshToken: string | undefined;
}

// Tokens go into a header, so nothing but visible ASCII.
const Token = z.string().regex(/^[\x21-\x7e]+$/);
const Granted = z.object({
  access_token: Token,
  token_type: z.string().nullish(),
  // Some write the number as a text; what is no number says nothing.
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: Token.nullish().or(z.literal('')),
});
const Refusal = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

/** Errors of RFC 6749 and of what vendors add, that pass by themselves. */
const passing = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

interface ReplyContext {
  grant: TokenGrant;
  /** What of the request must not be repeated. */
  secrets: readonly string[];
  now: Date;
}

/** The token in a reply. Throws what the reply says instead: `AccessTokenRefused`, `AccessTokenFailed`. */
export function readTokenReply(reply: HttpReply, context: ReplyContext): TokenReply {
  const { grant, now } = context;
  const { host } = new URL(grant.tokenUrl);
  const { status } = reply;
  const json = replyJson(reply);
  const refusal = Refusal.safeParse(json);
  if (status === 429 || status === 408 || status >= 500 || passing.has(refusal.data?.error ?? '')) {
    const after = retryAfterSeconds(reply.headers['retry-after'], now);
    throw tokenFailed(
      `${host} gave no access token: it answered ${status}. It is asked again.`,
      after === undefined ? {} : { retryAfterSeconds: after },
    );
  }
  if (status >= 300 && status < 400)
    throw tokenRefused(
      `${host} gave no access token: it answered ${status} and sends the request elsewhere, which is not followed: the secrets would go there too. Give the final token address.`,
    );
  if (refusal.success) throw refusedBy(host, refusal.data, context);
  if (status < 200 || status >= 300)
    throw tokenRefused(`${host} gave no access token: it answered ${status}. Check the token address.`);
  const granted = Granted.safeParse(json);
  if (!granted.success)
    throw tokenRefused(`The answer of ${host} holds no access token. Check the token address.`);
  const { access_token, token_type, expires_in, refresh_token } = granted.data;
  if (token_type && token_type.toLowerCase() !== 'bearer')
    throw tokenRefused(
      `${host} gave an access token of the type "${forPeople(token_type, context)}", and only bearer tokens can be used. Ask its owner for those.`,
    );
  return {
    accessToken: access_token,
    lifetimeSeconds: expires_in,
    refreshToken: refresh_token === '' ? undefined : (refresh_token ?? undefined),
  };
}

function refusedBy(host: string, refusal: z.output<typeof Refusal>, context: ReplyContext): MargayError {
  const said = [refusal.error, refusal.error_description]
    .flatMap((text) => (text === undefined ? [] : [forPeople(text, context)]))
    .filter((text) => text !== '')
    .join(': ');
  return tokenRefused(`${host} gave no access token: ${said}. ${remedyOf(refusal.error, context.grant)}`);
}

const wrongKey =
  'Check the client ID, the private key and its ID, the subject, the audience, and the clock of this machine.';

function remedyOf(error: string, { grant }: TokenGrant): string {
  switch (error) {
    case 'invalid_client':
      return grant === 'jwtBearer'
        ? wrongKey
        : 'Check the client ID, the client secret and the way in which the secret is sent.';
    case 'invalid_grant':
      if (grant === 'jwtBearer') return wrongKey;
      return grant === 'refreshToken'
        ? 'The refresh token was used elsewhere, withdrawn, or is too old. Get a new one and enter it.'
        : 'Check what the client may do at its owner.';
    case 'invalid_scope':
      return 'Check the scope.';
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return 'Have this way of getting tokens allowed for the client, or choose another one.';
    default:
      return 'Check the token address, the client and the scope.';
  }
}

const mostCharacters = 200;

/** Without what encodings change: percent signs, JSON's backslashes, case. */
const plainly = (text: string) =>
  text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/[\\+\s]/g, '')
    .toLowerCase();

/** What the other side wrote, on one line, cut to a limit, without the secrets that it may have repeated. */
function forPeople(text: string, { secrets }: Pick<ReplyContext, 'secrets'>): string {
  // A secret in which this cuts is not known any more, so as much as the longest one may take is left out behind it.
  const longest = Math.max(mostCharacters, ...secrets.map(({ length }) => 6 * length));
  const isCut = text.length > mostCharacters + 2 * longest;
  let clean = text.slice(0, mostCharacters + 2 * longest);
  for (const secret of secrets) clean = clean.replaceAll(secret, '…');
  if (secrets.some((secret) => plainly(clean).includes(plainly(secret)))) clean = '…';
  if (isCut) clean = `${clean.slice(0, Math.max(0, clean.length - longest))}…`;
  clean = clean
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  while (clean.endsWith('.')) clean = clean.slice(0, -1);
  return clean.length > mostCharacters ? `${clean.slice(0, mostCharacters).toWellFormed()}…` : clean;
}
