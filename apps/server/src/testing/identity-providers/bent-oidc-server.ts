import { createHmac, createPublicKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/** In which way its ID token is wrong. */
export interface Bend {
  claims?: Record<string, unknown>;
  /** Put in place of the signature of its key. */
  algorithm?: 'none' | 'HS256' | 'RS256-of-another-key';
}

export interface BentOidcServer {
  issuer: string;
  bend(way: Bend): void;
  close(): Promise<void>;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider that signs in Ann at once, and whose ID token can be made wrong. */
export async function startBentOidcServer(clientId: string): Promise<BentOidcServer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const nonces = new Map<string, string>();
  let way: Bend = {};
  let issuer = '';

  function idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const algorithm = way.algorithm ?? 'RS256';
    const alg = algorithm === 'RS256-of-another-key' ? 'RS256' : algorithm;
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'ann',
      nonce,
      iat: now,
      exp: now + 300,
      email: 'ann@example.com',
      email_verified: true,
      given_name: 'Ann',
      family_name: 'Smith',
      ...way.claims,
    };
    const text = `${encoded({ alg, kid: 'one' })}.${encoded(claims)}`;
    return `${text}.${signatureOf(text, algorithm)}`;
  }
  function signatureOf(text: string, algorithm: string): string {
    if (algorithm === 'none') return '';
    // As if the public key, which everybody knows, were a shared secret.
    if (algorithm === 'HS256')
      return createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
        .update(text)
        .digest('base64url');
    return createSign('sha256')
      .update(text)
      .sign(algorithm === 'RS256' ? privateKey : other)
      .toString('base64url');
  }

  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (body: object) => {
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify(body));
    };
    if (url.pathname === '/authorize') {
      const code = randomBytes(8).toString('hex');
      nonces.set(code, url.searchParams.get('nonce') ?? '');
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
      reply.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/keys') {
      json({
        keys: [
          { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' },
        ],
      });
    } else if (url.pathname === '/token') {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '') ?? '';
        json({ access_token: 'an-access-token', token_type: 'Bearer', id_token: idToken(nonce) });
      });
    } else {
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    issuer,
    bend(next) {
      way = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
