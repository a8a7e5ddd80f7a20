import { jwtVerify } from 'jose';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { basicCredentials } from '../basic-credentials.ts';

export interface TokenAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** Sent as it is, in place of `json`. */
  text?: string;
}

/**
 * A system on this machine that gives access tokens at `/token`, and answers everywhere else to those who bring one: a list
 * of one record. It knows one client, one service account, and one refresh token at a time, which is good for one use.
 */
export interface TokenServer {
  url: string;
  tokenUrl: string;
  client: { clientId: string; clientSecret: string };
  /** Settings of a service account: its name and its private key. */
  account: { clientId: string; privateKey: string };
  /** Requests for tokens, oldest first. */
  asked: { headers: IncomingHttpHeaders; form: Record<string, string> }[];
  /** How often something else was asked for, with which token. */
  brought: (string | undefined)[];
  /** Every token that it gave away, of both kinds. */
  given: string[];
  /** Of tokens given from now on; undefined: nothing is said of it. */
  lifetimeSeconds: number | undefined;
  /** The refresh token that is good now. */
  refreshToken: string;
  /** Answers in its place until it is called with nothing. */
  answer(how?: () => TokenAnswer): void;
  isGood(accessToken: string): boolean;
  /** No access token that was given is good any more. */
  revoke(): void;
  close(): Promise<void>;
}

export async function startTokenServer(): Promise<TokenServer> {
  const good = new Set<string>();
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let how: (() => TokenAnswer) | undefined;

  const isAccount = ({ assertion = '' }: Record<string, string>) =>
    jwtVerify(assertion, keys.publicKey, {
      issuer: server.account.clientId,
      audience: server.tokenUrl,
      maxTokenAge: '3 minutes',
    }).then(
      () => true,
      () => false,
    );

  async function grant(form: Record<string, string>, headers: IncomingHttpHeaders): Promise<TokenAnswer> {
    const { clientId, clientSecret } = server.client;
    const isClient =
      headers.authorization === basicCredentials(clientId, clientSecret) ||
      (form['client_id'] === clientId && form['client_secret'] === clientSecret);
    const isRefresh = form['grant_type'] === 'refresh_token';
    if (form['grant_type']?.endsWith(':jwt-bearer')) {
      if (!(await isAccount(form))) return { status: 400, json: { error: 'invalid_grant' } };
    } else if (!isClient)
      return { status: 401, json: { error: 'invalid_client' }, headers: { 'www-authenticate': 'Basic' } };
    if (isRefresh && form['refresh_token'] !== server.refreshToken)
      return { status: 400, json: { error: 'invalid_grant', error_description: 'spent' } };
    if (isRefresh) server.refreshToken = `refresh-${randomUUID()}`;
    const accessToken = `access-${randomUUID()}`;
    good.add(accessToken);
    server.given.push(accessToken, ...(isRefresh ? [server.refreshToken] : []));
    return {
      json: {
        access_token: accessToken,
        token_type: 'Bearer',
        ...(server.lifetimeSeconds === undefined ? {} : { expires_in: server.lifetimeSeconds }),
        ...(isRefresh ? { refresh_token: server.refreshToken } : {}),
      },
    };
  }

  async function answerTo(request: IncomingMessage): Promise<TokenAnswer> {
    if (request.url === '/token') {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      server.asked.push({ headers: request.headers, form });
      return how?.() ?? (await grant(form, request.headers));
    }
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    server.brought.push(token);
    return token !== undefined && good.has(token) ? { json: [{ n: 1 }] } : { status: 401, json: {} };
  }

  const listener = createServer((request, reply) => {
    void answerTo(request).then(({ status = 200, headers = {}, json, text: body = JSON.stringify(json) }) => {
      reply.writeHead(status, { 'content-type': 'application/json', ...headers });
      reply.end(body);
    });
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}`;
  const server: TokenServer = {
    url,
    tokenUrl: `${url}/token`,
    client: { clientId: 'margay-test_client', clientSecret: `secret of ${randomUUID()}` },
    account: {
      clientId: 'margay@project.example',
      privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    asked: [],
    brought: [],
    given: [],
    lifetimeSeconds: 3600,
    refreshToken: `refresh-${randomUUID()}`,
    answer(next) {
      how = next;
    },
    isGood: (accessToken) => good.has(accessToken),
    revoke: () => good.clear(),
    async close() {
      listener.closeAllConnections();
      await new Promise((done) => listener.close(done));
    },
  };
  return server;
}
