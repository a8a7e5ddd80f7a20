import { createHmac, timingSafeEqual } from 'node:crypto';

/** A refresh token: of which session, and how often it was renewed before. */
export interface RefreshClaims {
  sessionId: string;
  generation: number;
}

const mark = (claims: RefreshClaims, key: Uint8Array) =>
  createHmac('sha256', key).update(`${claims.sessionId}.${claims.generation}`).digest('base64url');

/**
 * The token of a session after so many renewals. It is derived, not stored: who renews the same one twice, in two tabs
 * or after an answer was lost, is given the same next one.
 */
export const signRefreshToken = (claims: RefreshClaims, key: Uint8Array): string =>
  `${claims.sessionId}.${claims.generation}.${mark(claims, key)}`;

const form = /^(?<sessionId>[\w-]{1,64})\.(?<generation>0|[1-9]\d{0,8})\.(?<mark>[\w-]{43})$/;

/** What a token says; undefined when it is none of ours. Whether it is the newest of its session is not asked here. */
export function readRefreshToken(token: string, key: Uint8Array): RefreshClaims | undefined {
  const groups = form.exec(token)?.groups;
  if (groups?.['sessionId'] === undefined) return undefined;
  const claims = { sessionId: groups['sessionId'], generation: Number(groups['generation']) };
  const [given, right] = [Buffer.from(groups['mark'] ?? ''), Buffer.from(mark(claims, key))];
  return given.length === right.length && timingSafeEqual(given, right) ? claims : undefined;
}
