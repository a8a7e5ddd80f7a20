interface OfAnyGrant {
  /** The token address: it alone gets the secrets below. */
  tokenUrl: string;
  scope?: string | undefined;
  /** Whom the token is for; of an assertion, whom it is for. */
  audience?: string | undefined;
}

/** Where the client secret goes: into the header `Authorization`, or into the body. */
export const clientAuthentications = ['basic', 'post'] as const;

interface OfClient extends OfAnyGrant {
  clientId: string;
  /** Absent for a public client. */
  clientSecret?: string | undefined;
  clientAuthentication: (typeof clientAuthentications)[number];
}

/** The client speaks for itself. */
export interface ClientCredentialsGrant extends OfClient {
  grant: 'clientCredentials';
}

/** The client speaks for somebody who allowed it once; the refresh token may be good for one use. */
export interface RefreshTokenGrant extends OfClient {
  grant: 'refreshToken';
  refreshToken: string;
}

/** A service account shows by a signature who it is. */
export interface JwtBearerGrant extends OfAnyGrant {
  grant: 'jwtBearer';
  /** The name of the account. */
  issuer: string;
  /** For whom it speaks, where that is somebody else. */
  subject?: string | undefined;
  /** As PEM text; it is sent to nobody. */
  privateKey: string;
  keyId?: string | undefined;
}

/** All that an access token is asked for with. */
export type TokenGrant = ClientCredentialsGrant | RefreshTokenGrant | JwtBearerGrant;

/** An access token that requests to one server carry, and to no other. */
export interface TokenAccess {
  /** Of that server: scheme, host and port count. */
  address: string;
  grant: TokenGrant;
}
