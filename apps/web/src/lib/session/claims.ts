import * as z from 'zod/mini';
import { normalisePermissions } from '../permissions.ts';
import type { Permission } from '../permissions.ts';

/** The person signed in, as the ID token tells it. */
export interface SignedInUser {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  emailVerified: boolean;
  /** Has an identity of the single sign-on kind. */
  isSingleSignOn: boolean;
  permissions: ReadonlySet<Permission>;
  role: { id: string; name: string } | undefined;
  /** The role was set by default for people from single sign-on. */
  hasSamlDefaultRole: boolean;
  /** True when the role restricts log types. */
  isLimitedByLogType: boolean;
}

const textList = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  ),
]);

const claimsSchema = z.object({
  sub: z.string(),
  email: z.prefault(z.string(), ''),
  given_name: z.prefault(z.string(), ''),
  family_name: z.prefault(z.string(), ''),
  email_verified: z.prefault(
    z.union([
      z.boolean(),
      z.pipe(
        z.string(),
        z.transform((text) => text === 'true'),
      ),
    ]),
    false,
  ),
  identities: z.prefault(z.array(z.unknown()), []),
  'cognito:groups': z.optional(textList),
  groups: z.optional(textList),
  permissions: z.optional(textList),
  /** Name of the role. */
  role: z.optional(z.string()),
  role_id: z.optional(z.string()),
  role_name: z.optional(z.string()),
  'custom:role_id': z.optional(z.string()),
  'custom:role_name': z.optional(z.string()),
  log_type_access_kind: z.optional(z.string()),
});

function payloadOf(token: string): unknown {
  const part = token.split('.')[1] ?? '';
  const padded = part.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(padded), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Reads the user out of an ID token (a JWT). The signature is the server's business: the console only shows and hides
 * by it. Throws when the token is no readable JWT.
 */
export function userFromIdToken(idToken: string): SignedInUser {
  const claims = claimsSchema.parse(payloadOf(idToken));
  const names = [
    ...(claims['cognito:groups'] ?? []),
    ...(claims.groups ?? []),
    ...(claims.permissions ?? []),
  ];
  const roleName = claims.role ?? claims.role_name ?? claims['custom:role_name'];
  const roleId = claims.role_id ?? claims['custom:role_id'];
  return {
    id: claims.sub,
    email: claims.email,
    givenName: claims.given_name,
    familyName: claims.family_name,
    emailVerified: claims.email_verified,
    isSingleSignOn: claims.identities.length > 0,
    permissions: normalisePermissions(names),
    role: roleName === undefined ? undefined : { id: roleId ?? '', name: roleName },
    hasSamlDefaultRole: claims.identities.length > 0 && (roleId ?? claims.role_name) !== undefined,
    isLimitedByLogType: ['ALLOW', 'DENY', 'DENY_ALL'].includes(claims.log_type_access_kind ?? ''),
  };
}

/** First and last name, else the email address. */
export function displayName(user: Pick<SignedInUser, 'givenName' | 'familyName' | 'email'>): string {
  return [user.givenName, user.familyName].filter(Boolean).join(' ') || user.email;
}
