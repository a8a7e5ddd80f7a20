import { createHttpClient } from '@margay/kit/node';
import { jwtVerify } from 'jose';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askForToken } from './ask-for-token.ts';
import { basicCredentials, formEncoded } from './basic-credentials.ts';
import { oauthFields } from './oauth-fields.ts';
import { readPrivateKey } from './private-key.ts';
import { startTokenServer, type TokenAnswer, type TokenServer } from './testing/token-server.ts';
import type { ClientCredentialsGrant, JwtBearerGrant, RefreshTokenGrant, TokenGrant } from './token-grant.ts';

const now = new Date('2026-03-01T12:00:00Z');
const limits = { timeoutMs: 20_000, maxResponseBytes: 100_000, userAgent: 'Margay' };
const http = createHttpClient({ allowPrivate: true, ...limits });

describe('asking for an access token', () => {
  let server: TokenServer;
  beforeAll(async () => {
    server = await startTokenServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.answer();
    server.asked.length = 0;
    server.lifetimeSeconds = 3600;
  });

  const credentials = (more: Partial<ClientCredentialsGrant> = {}): ClientCredentialsGrant => ({
    grant: 'clientCredentials',
    tokenUrl: server.tokenUrl,
    ...server.client,
    clientAuthentication: 'basic',
    ...more,
  });
  const refresh = (more: Partial<RefreshTokenGrant> = {}): RefreshTokenGrant => ({
    ...credentials(),
    grant: 'refreshToken',
    refreshToken: server.refreshToken,
    ...more,
  });
  const ask = (grant: TokenGrant = credentials()) => askForToken(grant, { http, clock: () => now });
  const answering = async (answer: TokenAnswer, grant?: TokenGrant) => {
    server.answer(() => answer);
    return ask(grant);
  };

  it('sends the client secret as the settings say, and what else is wanted', async () => {
    await ask(credentials({ scope: 'audit.read users.read', audience: 'https://api.example/' }));
    await ask(credentials({ clientAuthentication: 'post' }));
    const { clientId, clientSecret } = server.client;
    const [header, body] = server.asked;
    expect(header?.headers.authorization).toBe(basicCredentials(clientId, clientSecret));
    expect(header?.form).toEqual({
      grant_type: 'client_credentials',
      scope: 'audit.read users.read',
      audience: 'https://api.example/',
    });
    expect(body?.headers.authorization).toBe(undefined);
    expect(body?.form).toEqual({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
  });

  it('writes client ID and secret as in a form, usual ones as they are', () => {
    const decoded = (id: string, secret: string) => atob(basicCredentials(id, secret).slice(6));
    expect(decoded('my-client_1.x', 'abc')).toBe('my-client_1.x:abc');
    expect(decoded('a:b', 'c d+é%')).toBe('a%3Ab:c+d%2B%C3%A9%25');
  });

  it('uses a refresh token, hands on the one that came in its place, and needs no client secret for it', async () => {
    const first = server.refreshToken;
    const token = await ask(refresh());
    expect(server.asked[0]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: first });
    expect(token.refreshToken).toBe(server.refreshToken);
    expect(token.refreshToken).not.toBe(first);
    expect(server.isGood(token.accessToken)).toBe(true);
    const stays = await answering({ json: { access_token: 'a' } }, refresh({ clientSecret: undefined }));
    expect(stays.refreshToken).toBe(undefined);
    expect(server.asked[1]?.form).toMatchObject({ client_id: server.client.clientId });
    expect(server.asked[1]?.headers.authorization).toBe(undefined);
  });

  describe('of a service account', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8') =>
      key.export({ type, format: 'pem' }).toString();
    const account = (more: Partial<JwtBearerGrant> = {}): JwtBearerGrant => ({
      grant: 'jwtBearer',
      tokenUrl: server.tokenUrl,
      issuer: 'margay@project.example',
      privateKey: pem(rsa.privateKey),
      ...more,
    });
    const granted = { json: { access_token: 'a', token_type: 'Bearer', expires_in: 600 } };
    const assertion = () => server.asked.at(-1)?.form['assertion'] ?? '';

    it('signs who asks for what, for three minutes and this token address', async () => {
      await answering(granted, account({ scope: 'audit.read', keyId: 'k-7' }));
      const { payload, protectedHeader } = await jwtVerify(assertion(), rsa.publicKey, { currentDate: now });
      const at = now.getTime() / 1000;
      expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k-7' });
      expect(payload).toEqual({
        iss: 'margay@project.example',
        aud: server.tokenUrl,
        scope: 'audit.read',
        iat: at,
        exp: at + 180,
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(server.asked.at(-1)?.form).toEqual({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        scope: 'audit.read',
        assertion: assertion(),
      });
    });

    it('speaks for a user, to another audience, with a key of a curve', async () => {
      const more = { subject: 'ada@example.com', audience: 'https://login.example' };
      await answering(granted, account({ ...more, privateKey: pem(p256.privateKey) }));
      const { payload, protectedHeader } = await jwtVerify(assertion(), p256.publicKey, { currentDate: now });
      expect(protectedHeader.alg).toBe('ES256');
      expect(payload).toMatchObject({ sub: more.subject, aud: more.audience });
    });

    it.each([
      ['PKCS #1', () => pem(rsa.privateKey, 'pkcs1')],
      ['SEC 1', () => pem(p256.privateKey, 'sec1')],
      ['a field of one line', () => pem(rsa.privateKey).replaceAll('\n', '')],
      ['JSON', () => JSON.stringify(pem(rsa.privateKey))],
      ['Windows', () => `\r\n${pem(p256.privateKey).replaceAll('\n', '\r\n')} `],
    ])('takes a key as it comes out of %s', (_what, key) => {
      expect(readPrivateKey(key())).toBeDefined();
    });

    it.each([
      ['a public key', () => rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
      ['half a key', () => pem(rsa.privateKey).slice(0, 500)],
      ['a damaged key', () => pem(rsa.privateKey).replace('MII', 'AAA')],
      [
        'one with a passphrase',
        () =>
          rsa.privateKey
            .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
            .toString(),
      ],
      ['a short one', () => pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)],
      ['another curve', () => pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)],
      ['another kind', () => pem(generateKeyPairSync('ed25519').privateKey)],
      ['no key', () => 'key'],
    ])('does not take %s', (_what, key) => {
      expect(readPrivateKey(key())).toBe(undefined);
      const fields = z.object(oauthFields('url'));
      expect(fields.safeParse({ privateKey: key() }).error?.issues[0]?.message).toMatch(/^Must be a private/);
    });

    it('says what to check, and repeats neither key nor assertion', async () => {
      server.answer(() => ({
        status: 400,
        json: { error: 'invalid_grant', error_description: `bad ${assertion()}` },
      }));
      await expect(ask(account())).rejects.toMatchObject({
        code: 'AccessTokenRefused',
        message: expect.stringContaining('invalid_grant: bad …. Check the client ID, the private key'),
      });
    });
  });

  it.each([
    [3600, 3540],
    [100, 90],
    ['600', 540],
    [undefined, undefined],
    [null, undefined],
    [0, undefined],
    ['soon', undefined],
  ])('of a life of %j seconds uses %j', async (said, used) => {
    const json = { access_token: 'a', token_type: 'bearer', expires_in: said, refresh_token: null };
    const { expiresAt } = await answering({ json });
    expect(expiresAt).toEqual(used === undefined ? null : new Date(now.getTime() + used * 1000));
  });

  it.each<[string, TokenAnswer, string, RegExp]>([
    [
      'a wrong client',
      { status: 401, json: { error: 'invalid_client', error_description: 'No such client.' } },
      'AccessTokenRefused',
      /^127\.0\.0\.1:\d+ gave no access token: invalid_client: No such client\. Check the client ID,/,
    ],
    ['a wrong scope', { status: 400, json: { error: 'invalid_scope' } }, 'AccessTokenRefused', /the scope/],
    [
      'a way that is not allowed',
      { status: 400, json: { error: 'unauthorized_client' } },
      'AccessTokenRefused',
      /allowed for the client/,
    ],
    ['a refusal that says 200', { json: { error: 'nope' } }, 'AccessTokenRefused', /: nope\. Check/],
    ['a wrong address', { status: 404, text: '<html>' }, 'AccessTokenRefused', /answered 404\. Check the/],
    ['a page for people', { text: '<html>' }, 'AccessTokenRefused', /holds no access token/],
    ['a token that is none', { json: { access_token: 'a\nb' } }, 'AccessTokenRefused', /no access token/],
    [
      'another type of token',
      { json: { access_token: 'a', token_type: 'mac' } },
      'AccessTokenRefused',
      /type "mac"/,
    ],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      'AccessTokenRefused',
      /final token address/,
    ],
    ['an outage', { status: 503, text: '' }, 'AccessTokenFailed', /answered 503/],
    [
      'an outage in words',
      { status: 400, json: { error: 'temporarily_unavailable' } },
      'AccessTokenFailed',
      /asked again/,
    ],
    ['too much', { text: 'x'.repeat(100_001) }, 'UpstreamReplyTooLarge', /^No access token: The reply of/],
  ])('tells %s apart', async (_what, answer, code, message) => {
    await expect(answering(answer)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('says of a refresh token that is spent that a new one is needed', async () => {
    await expect(ask(refresh({ refreshToken: 'spent' }))).rejects.toMatchObject({
      code: 'AccessTokenRefused',
      message: expect.stringContaining('Get a new one and enter it'),
    });
  });

  it('waits as long as it is told', async () => {
    await expect(answering({ status: 429, headers: { 'retry-after': '17' } })).rejects.toMatchObject({
      code: 'AccessTokenFailed',
      retryAfterSeconds: 17,
    });
  });

  it('never repeats a secret, however the other side writes it, nor more than a person reads', async () => {
    const secret = 'very secret/+=value!(*)~';
    const told = `no\u0000 ${secret}\n${encodeURIComponent(secret)} ${formEncoded(secret)} old-refresh ${basicCredentials('id', secret)} ${'x'.repeat(5000)}`;
    const grant = refresh({ clientId: 'id', clientSecret: secret, refreshToken: 'old-refresh' });
    const json = { error: 'invalid_request', error_description: told, access_token: 'not-to-be-told' };
    const message = await answering({ status: 400, json }, grant).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain('invalid_request: no … … … … Basic … xxx');
    expect(message).not.toMatch(/secret|old-refresh|not-to-be-told|\p{C}/u);
    expect(message.length).toBeLessThan(450);
  });

  it.each([
    ['percent signs of small letters', (secret: string) => encodeURIComponent(secret).toLowerCase()],
    [
      'every sign as a percent sign',
      (secret: string) => `%${Buffer.from(secret).toString('hex').match(/../g)?.join('%')}`,
    ],
    ['JSON in JSON', (secret: string) => JSON.stringify(`a/${secret}`).replaceAll('/', '\\/')],
    ['capital letters', (secret: string) => secret.toUpperCase()],
  ])('tells nothing of what holds a secret in %s', async (_, written) => {
    const secret = 'Very secret/+=value!"(*)~';
    const grant = refresh({ clientId: 'id', clientSecret: secret, refreshToken: 'old-refresh' });
    const json = { error: 'invalid_request', error_description: `client ${written(secret)} is unknown` };
    const message = await answering({ status: 400, json }, grant).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain('invalid_request: …. ');
  });

  it.each([
    ['full stops', `${'.'.repeat(900_000)}x`],
    ['spaces', `${' '.repeat(900_000)}x`],
    ['secrets', 'very-secret '.repeat(70_000)],
    ['percent signs', '%2'.repeat(400_000)],
  ])('reads an error of a megabyte of %s up to what a person reads', async (_, told) => {
    const grant = refresh({ clientId: 'id', clientSecret: 'very-secret', refreshToken: 'old-refresh' });
    const json = { error: told, error_description: told };
    const message = await answering({ status: 400, json }, grant).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).not.toContain('secret');
    expect(message.length).toBeLessThan(700);
  });

  it('speaks to no address that this installation may not speak to', async () => {
    const guarded = createHttpClient({ allowPrivate: false, ...limits });
    await expect(askForToken(credentials(), { http: guarded, clock: () => now })).rejects.toMatchObject({
      code: 'OutgoingRequestRefused',
      message: expect.stringContaining('No access token: The host 127.0.0.1 is a private'),
    });
  });
});
