import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** Claims of a person, by their subject. */
export type OidcPeople = Record<string, Record<string, unknown>>;

export interface OidcServer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

/** A whole OpenID provider that asks everybody who they are and believes it. */
export async function startOidcServer(options: {
  redirectUri: string;
  signOutUri: string;
  people: OidcPeople;
}): Promise<OidcServer> {
  const clientId = 'margay';
  const clientSecret = 'a-client-secret';
  const holder: { handle?: (...exchange: Parameters<ReturnType<Provider['callback']>>) => unknown } = {};
  const server = createServer((request, reply) => void holder.handle?.(request, reply));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [options.redirectUri],
        post_logout_redirect_uris: [options.signOutUri],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'groups'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a-cookie-key'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/login/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...options.people[id] }),
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  holder.handle = async (request, reply) => {
    const url = new URL(request.url ?? '/', issuer);
    if (!url.pathname.startsWith('/login/')) return handle(request, reply);
    const name = url.searchParams.get('as');
    if (name === null) {
      reply.setHeader('content-type', 'text/html');
      reply.end(
        '<!doctype html><title>Provider</title><form><label>Who are you? <input name="as"></label><button>Continue</button></form>',
      );
      return undefined;
    }
    const result = Object.hasOwn(options.people, name)
      ? { login: { accountId: name } }
      : { error: 'access_denied', error_description: 'Nobody of that name.' };
    return provider.interactionFinished(request, reply, result, { mergeWithLastSubmission: false });
  };
  return {
    issuer,
    clientId,
    clientSecret,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
