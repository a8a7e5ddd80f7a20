import { unauthenticated } from '@margay/kit';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { logTypeAccessKinds, type LogTypeAccessKind } from './log-type-access.ts';
import { normalizePermission, type Permission } from './permissions.ts';

/** ID and access token live 15 minutes, the refresh token 12 hours. */
export const sessionLifetimes = { idTokenSeconds: 15 * 60, refreshTokenHours: 12 } as const;

export interface ProviderIdentity {
  providerType: 'SAML' | 'OIDC';
  /** Entity id or issuer. */
  providerName: string;
  /** Of the person at the provider. */
  userId: string;
}

export interface SessionClaims {
  /** The username. */
  userId: string;
  sessionId: string;
  email: string;
  givenName: string;
  familyName: string;
  roleId: string;
  roleName: string;
  /** The role, where it is the default of people who sign in with the identity provider. */
  samlDefaultRole: { id: string; name: string } | null;
  /** What identity providers call the person; empty for who signs in with a password. */
  identities: ProviderIdentity[];
  /** Shows a support chat that it is this person who writes: nobody else can make it. */
  chatSupportHash: string;
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
  role_id: z.string(),
  saml_default_role_id: z.string().optional(),
  saml_default_role_name: z.string().optional(),
  identities: z.array(
    z.object({ providerType: z.enum(['SAML', 'OIDC']), providerName: z.string(), userId: z.string() }),
  ),
  chat_support_hash: z.string(),
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
    username: claims.userId,
    enabled: true,
    email_verified: claims.email !== '',
    given_name: claims.givenName,
    family_name: claims.familyName,
    role: claims.roleName,
    role_id: claims.roleId,
    ...(claims.samlDefaultRole && {
      saml_default_role_id: claims.samlDefaultRole.id,
      saml_default_role_name: claims.samlDefaultRole.name,
    }),
    identities: claims.identities,
    chat_support_hash: claims.chatSupportHash,
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
      roleId: claims.role_id,
      roleName: claims.role,
      samlDefaultRole:
        claims.saml_default_role_id === undefined
          ? null
          : { id: claims.saml_default_role_id, name: claims.saml_default_role_name ?? '' },
      identities: claims.identities,
      chatSupportHash: claims.chat_support_hash,
      permissions: claims.groups.flatMap((name) => normalizePermission(name) ?? []),
      logTypeAccessKind: claims.log_type_access_kind,
      authTime: claims.auth_time,
    };
  } catch (cause) {
    throw unauthenticated('The session has ended. Sign in again.', { cause });
  }
}
