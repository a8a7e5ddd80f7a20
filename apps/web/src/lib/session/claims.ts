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
  permissions: ReadonlySet<Permission>;
  roleName: string;
  /** True when the role restricts log types. */
  isLimitedByLogType: boolean;
}

/** As `packages/auth` signs it. */
const claimsSchema = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  given_name: z.string(),
  family_name: z.string(),
  /** Name of the role. */
  role: z.string(),
  groups: z.array(z.string()),
  log_type_access_kind: z.string(),
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
  return {
    id: claims.sub,
    email: claims.email,
    givenName: claims.given_name,
    familyName: claims.family_name,
    emailVerified: claims.email_verified,
    permissions: normalisePermissions(claims.groups),
    roleName: claims.role,
    isLimitedByLogType: claims.log_type_access_kind !== 'ALLOW_ALL',
  };
}
