import { field, optionalWebAddress, requiredFault } from '@margay/settings';
import * as z from 'zod';
import { readPrivateKey } from './private-key.ts';
import { clientAuthentications, type TokenGrant } from './token-grant.ts';

/** Ways of getting access tokens, as values of a setting. */
export const oauthGrants = ['oauthClientCredentials', 'oauthRefreshToken', 'oauthJwtBearer'] as const;
export type OAuthGrant = (typeof oauthGrants)[number];

export const isOAuthGrant = (value: string): value is OAuthGrant =>
  oauthGrants.some((grant) => grant === value);

/** Their words for a person. */
export const oauthGrantLabels: Readonly<Record<OAuthGrant, string>> = {
  oauthClientCredentials: 'OAuth 2.0: client credentials',
  oauthRefreshToken: 'OAuth 2.0: refresh token',
  oauthJwtBearer: 'OAuth 2.0: service account with a private key',
};

const optionalText = () => z.string().trim().optional();

/**
 * Settings of a client that gets access tokens, to be spread into those of a puller or destination, behind a setting
 * `authentication` that may be one of `oauthGrants`. `address`: name of the
 * setting with the address that gets the tokens; when it names another server, the secrets must be entered again, because
 * tokens got with them would go there.
 */
export function oauthFields(address: string) {
  const sentTo = ['tokenUrl', address];
  const shownFor = (...oneOf: readonly OAuthGrant[]) => ({ shownWhen: { field: 'authentication', oneOf } });
  return {
    tokenUrl: field(optionalWebAddress(), {
      label: 'Token address',
      help: 'Where access tokens are asked for.',
      placeholder: 'https://login.example.com/oauth2/token',
      ...shownFor(...oauthGrants),
      required: true,
    }),
    clientId: field(optionalText(), {
      label: 'Client ID',
      help: 'Of a service account its name, for instance an e-mail address.',
      ...shownFor(...oauthGrants),
      required: true,
    }),
    clientSecret: field(z.string().optional(), {
      label: 'Client secret',
      secret: true,
      sentTo,
      ...shownFor('oauthClientCredentials', 'oauthRefreshToken'),
    }),
    clientAuthentication: field(z.enum(clientAuthentications).default('basic'), {
      label: 'The client secret is sent',
      optionLabels: { basic: 'In the header Authorization', post: 'In the body of the request' },
      ...shownFor('oauthClientCredentials', 'oauthRefreshToken'),
    }),
    refreshToken: field(z.string().trim().optional(), {
      label: 'Refresh token',
      help: 'Of the one who allowed reading. When a new one comes with an access token, that is used from then on; enter one here only to begin anew.',
      secret: true,
      sentTo,
      ...shownFor('oauthRefreshToken'),
      required: true,
    }),
    privateKey: field(
      z
        .string()
        .refine((text) => text.trim() === '' || readPrivateKey(text) !== undefined, {
          error: 'Must be a private key as PEM text (RSA of 2048 bits or more, or P-256) without passphrase',
        })
        .optional(),
      {
        label: 'Private key',
        help: 'Of the service account: all from "-----BEGIN" to the end of "-----END …-----". It never leaves this installation.',
        secret: true,
        sentTo,
        ...shownFor('oauthJwtBearer'),
        required: true,
      },
    ),
    keyId: field(optionalText(), {
      label: 'ID of the private key',
      help: 'Where the other system gave it one.',
      ...shownFor('oauthJwtBearer'),
    }),
    subject: field(optionalText(), {
      label: 'Subject',
      help: 'The user for whom the service account speaks, where there is one.',
      ...shownFor('oauthJwtBearer'),
    }),
    scope: field(optionalText(), {
      label: 'Scope',
      help: 'What the token is to allow, with spaces between. Many need none.',
      placeholder: 'audit.read',
      ...shownFor(...oauthGrants),
    }),
    audience: field(optionalText(), {
      label: 'Audience',
      help: 'Only where the other system wants one named. A service account names the token address where this is empty.',
      ...shownFor(...oauthGrants),
    }),
  };
}

export type OAuthSettings = z.output<z.ZodObject<ReturnType<typeof oauthFields>>>;

const secretOf = {
  oauthClientCredentials: 'clientSecret',
  oauthRefreshToken: 'refreshToken',
  oauthJwtBearer: 'privateKey',
} as const;

/** What the form cannot demand by itself: a client secret is needed without a refresh token, and may be there beside one. */
export function demandOAuthFields(
  authentication: OAuthGrant,
  demand: (name: keyof OAuthSettings, message: string) => void,
): void {
  if (authentication === 'oauthClientCredentials') demand('clientSecret', requiredFault);
}

/** What a token is asked for with. Throws where the form would demand something. */
export function tokenGrantOf(authentication: OAuthGrant, settings: OAuthSettings): TokenGrant {
  const { clientAuthentication, clientSecret, keyId, subject, scope, audience } = settings;
  const given = (name: keyof OAuthSettings): string => {
    const value = settings[name];
    if (!value) throw new Error(`The setting ${name} is required for access tokens and is not there.`);
    return value;
  };
  const common = { tokenUrl: given('tokenUrl'), scope, audience };
  const client = { ...common, clientId: given('clientId'), clientAuthentication };
  const secret = given(secretOf[authentication]);
  switch (authentication) {
    case 'oauthClientCredentials':
      return { ...client, grant: 'clientCredentials', clientSecret: secret };
    case 'oauthRefreshToken':
      return { ...client, grant: 'refreshToken', clientSecret, refreshToken: secret };
    case 'oauthJwtBearer':
      return { ...common, grant: 'jwtBearer', issuer: client.clientId, privateKey: secret, keyId, subject };
  }
}
