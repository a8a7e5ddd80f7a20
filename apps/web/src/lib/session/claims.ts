import * as z from 'zod/mini';
import { normalisePermissions } from '../permissions.ts';
import type { Permission } from '../permissions.ts';

/** The kinds of identity that come from single sign-on. */
const providerTypes = ['SAML', 'OIDC'] as const;

export interface ProviderIdentity {
  providerType: (typeof providerTypes)[number];
  providerName: string;
  userId: string;
}

/** The person signed in, as the ID token tells it. */
export interface SignedInUser {
  /** The username: what the account is known by everywhere, whatever its name and email. */
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  emailVerified: boolean;
  enabled: boolean;
  /** What identity providers call the person; empty for who signs in with a password. */
  identities: readonly ProviderIdentity[];
  permissions: ReadonlySet<Permission>;
  /** When the person proved who they are, in milliseconds since 1970. */
  authenticationTime: number;
  /** Shows a support chat that it is this person who writes. */
  chatSupportHash: string;
  /** The role is the default of people who sign in with the identity provider. */
  hasSamlDefaultRole: boolean;
  role: { id: string; name: string };
  /** True when the role restricts log types. */
  isLimitedByLogType: boolean;
}

/** As `packages/auth` signs it. */
const claimsSchema = z.object({
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  enabled: z.boolean(),
  identities: z.array(
    z.object({ providerType: z.enum(providerTypes), providerName: z.string(), userId: z.string() }),
  ),
  auth_time: z.number(),
  chat_support_hash: z.string(),
  saml_default_role_id: z.optional(z.string()),
  saml_default_role_name: z.optional(z.string()),
  given_name: z.string(),
  family_name: z.string(),
  /** Name of the role. */
  role: z.string(),
  role_id: z.string(),
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
    id: claims.username,
    email: claims.email,
    givenName: claims.given_name,
    familyName: claims.family_name,
    emailVerified: claims.email_verified,
    enabled: claims.enabled,
    identities: claims.identities,
    permissions: normalisePermissions(claims.groups),
    authenticationTime: claims.auth_time * 1000,
    chatSupportHash: claims.chat_support_hash,
    hasSamlDefaultRole:
      claims.saml_default_role_id !== undefined || claims.saml_default_role_name !== undefined,
    role: { id: claims.role_id, name: claims.role },
    isLimitedByLogType: claims.log_type_access_kind !== 'ALLOW_ALL',
  };
}

/** Whose identity comes from an identity provider: name, email and password are changed there. */
export const isSingleSignOnUser = ({ identities }: Pick<SignedInUser, 'identities'>): boolean =>
  identities.some(({ providerType }) => providerTypes.includes(providerType));
