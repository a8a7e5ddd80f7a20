import { unauthenticated } from '@margay/kit';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { logTypeAccessKinds, type LogTypeAccessKind } from './log-type-access.ts';
import { normalizePermission, type Permission } from './permissions.ts';

/** ID and access token live 15 minutes, the refresh token 12 hours. */
export const sessionLifetimes = { idTokenSeconds: 15 * 60, refreshTokenHours: 12 } as const;

export interface SessionClaims {
  userId: string;
  sessionId: string;
  email: string;
  givenName: string;
  familyName: string;
  roleName: string;
  permissions: Permission[];
  /** For what the console says. What may be read is asked of the role itself, each time. */
  logTypeAccessKind: LogTypeAccessKind;
  /** When the person proved who they are, seconds since 1970. */
  authTime: number;
}

const Payload = z.object({
  sub: z.string(),
  sid: z.string(),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  role: z.string(),
  groups: z.array(z.string()),
  log_type_access_kind: z.enum(logTypeAccessKinds),
  auth_time: z.number(),
  token_use: z.enum(['id', 'access']),
});

const issuer = 'margay';

/** Signs a session token (JWT, HS256). `now` is in milliseconds. */
export function signSessionToken(
  claims: SessionClaims,
  use: 'id' | 'access',
  key: Uint8Array,
  now: number,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({
    sid: claims.sessionId,
    email: claims.email,
    email_verified: true,
    given_name: claims.givenName,
    family_name: claims.familyName,
    role: claims.roleName,
    groups: claims.permissions,
    log_type_access_kind: claims.logTypeAccessKind,
    auth_time: claims.authTime,
    token_use: use,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionLifetimes.idTokenSeconds)
    .sign(key);
}

/** Throws `unauthenticated` for a token that is forged, expired or of the wrong use. */
export async function verifySessionToken(
  token: string,
  use: 'id' | 'access',
  key: Uint8Array,
  now: number,
): Promise<SessionClaims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      algorithms: ['HS256'],
      currentDate: new Date(now),
    });
    const claims = Payload.parse(payload);
    if (claims.token_use !== use) throw new Error('wrong use');
    return {
      userId: claims.sub,
      sessionId: claims.sid,
      email: claims.email,
      givenName: claims.given_name,
      familyName: claims.family_name,
      roleName: claims.role,
      permissions: claims.groups.flatMap((name) => normalizePermission(name) ?? []),
      logTypeAccessKind: claims.log_type_access_kind,
      authTime: claims.auth_time,
    };
  } catch (cause) {
    throw unauthenticated('The session has ended. Sign in again.', { cause });
  }
}
