import { invalidInput } from '@margay/kit';
import type { Context } from 'hono';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import { callerOf, type ApiEnv } from './http-parts.ts';

/** Header that carries the value of an API token. */
export const apiKeyHeader = 'x-api-key';

/**
 * Who makes a request, by the one thing it shows: the ID token of a session (bare or as Bearer), or an API token in
 * `X-API-Key`. Null for a stranger. What is no longer good is refused, not ignored: throws `unauthenticated`.
 */
export async function actorOfRequest(
  c: Context<ApiEnv>,
  { sessions, apiTokens }: Pick<Services, 'sessions' | 'apiTokens'>,
): Promise<Actor | null> {
  const idToken = (c.req.header('authorization') ?? '').replace(/^Bearer /i, '');
  const apiKey = c.req.header(apiKeyHeader) ?? '';
  if (idToken !== '' && apiKey !== '')
    throw invalidInput('The request has both Authorization and X-API-Key. Send one of them.');
  if (apiKey !== '') return apiTokens.actorOfKey(apiKey, callerOf(c));
  return idToken === '' ? null : sessions.actorOfToken(idToken);
}
