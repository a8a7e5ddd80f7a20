import { forbidden, messageOf, upstreamFailed, type HttpClient } from '@margay/kit';
import type { Configuration } from 'openid-client';
import * as z from 'zod';
import { refusedAnswer, type ProviderProtocol } from '../proof.ts';
import { factsOfClaims } from './claims.ts';
import { guardedFetch } from './guarded-fetch.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
}

/** A shared secret signs nothing here: whoever knows the provider's public key would know it too. */
const asymmetric = /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/;
const skewSeconds = 60;
/** Keys and addresses of the provider are read anew after so long. */
const configurationMs = 3_600_000;

const Header = z.object({ alg: z.string() });
const Kept = z.object({ verifier: z.string(), nonce: z.string() });

// It is loaded by the first sign-in: most of what runs here never signs anybody in.
const library = () => import('openid-client');

/** OpenID Connect: the code flow with PKCE, state and nonce. `redirectUri` is where the provider sends the browser. */
export function createOidcProtocol(deps: {
  settings: OidcSettings;
  http: HttpClient;
  redirectUri: string;
  clock: () => Date;
}): ProviderProtocol & { configure(): Promise<unknown> } {
  const { settings, http, redirectUri, clock } = deps;
  const { issuer, clientId, clientSecret, scopes } = settings;
  let known: { at: number; configuration: Promise<Configuration> } | undefined;

  async function discover(): Promise<Configuration> {
    const oidc = await library();
    const isLocal = new URL(issuer).protocol === 'http:' && isLoopback(new URL(issuer).hostname);
    try {
      return await oidc.discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: skewSeconds },
        clientSecret === undefined
          ? oidc.None()
          : (server, client, body, headers) => {
              const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
              const authenticate = methods.includes('client_secret_basic')
                ? oidc.ClientSecretBasic(clientSecret)
                : oidc.ClientSecretPost(clientSecret);
              return authenticate(server, client, body, headers);
            },
        {
          [oidc.customFetch]: guardedFetch(http),
          execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw upstreamFailed(
        `The configuration of the identity provider could not be read at ${issuer}: ${reasonOf(error).replace(/\.$/, '')}. Check the issuer, and that this server reaches it.`,
        { cause: error },
      );
    }
  }
  /** Read once an hour; what failed is not kept. */
  function configure(): Promise<Configuration> {
    const at = clock().getTime();
    if (known !== undefined && at - known.at < configurationMs) return known.configuration;
    const configuration = discover();
    const entry = (known = { at, configuration });
    configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return configuration;
  }

  return {
    configure,
    async begin(handle) {
      const [oidc, configuration] = await Promise.all([library(), configure()]);
      const kept = { verifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() };
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes.split(/\s+/).includes('openid') ? scopes : `openid ${scopes}`,
        code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
        state: handle,
        nonce: kept.nonce,
      });
      return { address: address.href, kept };
    },
    async prove(answer, handle, kept) {
      const [oidc, configuration] = await Promise.all([library(), configure()]);
      const { verifier, nonce } = Kept.parse(kept);
      const said = answer.get('error');
      if (said !== null && answer.get('state') === handle)
        throw forbidden(
          `The identity provider did not let you in (${said.slice(0, 60).replaceAll(/[^\w .-]/g, '')}).`,
          { code: 'ProviderRefused' },
        );
      const returned = new URL(redirectUri);
      returned.search = answer.toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: verifier,
          expectedState: handle,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || tokens.id_token === undefined) throw new Error('there is no ID token');
        assertAsymmetric(tokens.id_token);
        const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more =
          hasUserInfo && claims['email'] === undefined
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {};
        return {
          kind: 'OIDC',
          issuer: claims.iss,
          subject: claims.sub,
          idToken: tokens.id_token,
          ...factsOfClaims({ ...more, ...claims }),
        };
      } catch (error) {
        throw refusedAnswer(reasonOf(error), error);
      }
    },
    async signOutAddress(idToken, returnTo) {
      const [oidc, configuration] = await Promise.all([library(), configure()]);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken === undefined ? {} : { id_token_hint: idToken }),
      }).href;
    },
  };
}

function assertAsymmetric(idToken: string): void {
  const [header = ''] = idToken.split('.');
  const { alg } = Header.parse(JSON.parse(Buffer.from(header, 'base64url').toString()));
  if (!asymmetric.test(alg)) throw new Error(`the ID token is signed by ${alg}, which is not accepted`);
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** What the library says, with what it says of why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${messageOf(error)}: ${messageOf(cause)}` : messageOf(error);
}
