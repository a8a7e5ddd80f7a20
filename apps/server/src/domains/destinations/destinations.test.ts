import { createSecretBox } from '@margay/auth';
import { newId } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import { alertTypes } from '@margay/model';
import { startTokenServer } from '@margay/oauth/testing';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../api/actor.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createAccessTokens } from '../../oauth-tokens/access-tokens.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createDestinationsService, type DestinationsService, type PutDestination } from './service.ts';

const actor = systemActor();
const input: PutDestination = {
  outputType: 'customwebhook',
  displayName: 'On call',
  defaultForSeverity: ['HIGH'],
  alertTypes: [...alertTypes],
  logTypes: [],
  outputConfig: { webhookURL: 'https://example.com/hook', headers: { 'X-Token': 'hush' } },
};

describe('destinations', () => {
  let store: Store;
  let service: DestinationsService;
  let server: Server;
  let origin = '';
  let status = 200;
  const received: { body: unknown; token: unknown; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    store = await openTestStore(migrations);
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { authorization } = request.headers;
        received.push({ body: JSON.parse(text), token: request.headers['x-token'], authorization });
        response.writeHead(status).end(`status ${status}`);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secrets = createSecretBox(new Uint8Array(32));
    const http = createHttpClient({
      allowPrivate: true,
      timeoutMs: 5_000,
      maxResponseBytes: 10_000,
      userAgent: 'test',
    });
    const clock = () => new Date('2026-03-01T10:00:00Z');
    service = createDestinationsService({
      store,
      audit: createTestAuditLog(store),
      secrets,
      http,
      tokens: createAccessTokens({ store, secrets, http, clock, processId: newId() }),
      clock,
      consoleUrl: () => 'https://margay.example.com',
      offers: () => true,
    });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
  });

  it('[002-3.1][002-3.2] keeps a destination and shows no secret of it', async () => {
    const made = await service.put(actor, input);
    const read = await service.byId(made.outputId);
    expect(read).toMatchObject({
      outputType: 'customwebhook',
      displayName: 'On call',
      defaultForSeverity: ['HIGH'],
      verificationStatus: 'NOT_VERIFIED',
      createdBy: { kind: 'system' },
    });
    expect(await service.redactedConfig(made)).toMatchObject({ webhookURL: '', headers: { 'X-Token': '' } });
    const rows = await store.query('select * from destinations');
    expect(JSON.stringify(rows)).not.toMatch(/hush|example\.com\/hook/);
    const audit = await store.query<{ params: unknown }>('select params from audit_log');
    expect(JSON.stringify(audit)).not.toMatch(/hush|example\.com\/hook/);
    await service.remove(actor, made.outputId);
    expect(await service.byId(made.outputId)).toBeUndefined();
  });

  it('sends a test with the secrets it kept through an edit, and remembers the result', async () => {
    const made = await service.put(actor, {
      ...input,
      outputConfig: { webhookURL: origin, headers: { 'X-Token': 'hush' } },
    });
    await service.put(actor, {
      ...input,
      outputId: made.outputId,
      displayName: 'Renamed',
      outputConfig: { webhookURL: '', headers: { 'X-Token': '' } },
    });
    status = 202;
    const [attempt] = await service.sendTest(actor, [made.outputId]);
    expect(attempt).toMatchObject({ success: true, statusCode: 202, message: 'status 202' });
    expect(received.at(-1)).toMatchObject({
      token: 'hush',
      body: { alertId: 'Test.Alert', severity: 'INFO' },
    });
    expect(await service.byId(made.outputId)).toMatchObject({
      displayName: 'Renamed',
      verificationStatus: 'VERIFIED',
    });
    status = 500;
    expect((await service.sendTest(actor, [made.outputId]))[0]).toMatchObject({
      success: false,
      statusCode: 500,
    });
    expect(await service.byId(made.outputId)).toMatchObject({ verificationStatus: 'FAILED' });
    await service.remove(actor, made.outputId);
  });

  it('keeps no secret for another server', async () => {
    const before = { webhookURL: 'https://example.com/hook', headers: { 'X-Token': 'hush' } };
    const made = await service.put(actor, { ...input, outputConfig: before });
    const edit = (outputConfig: unknown) =>
      service.put(actor, { ...input, outputId: made.outputId, outputConfig });
    const elsewhere = { webhookURL: origin, headers: { 'X-Token': '' } };
    await expect(edit(elsewhere)).rejects.toMatchObject({ details: { field: 'outputConfig.headers' } });
    await expect(edit({ webhookURL: origin })).rejects.toMatchObject({
      details: { field: 'outputConfig.headers' },
    });
    await edit({ webhookURL: 'https://example.com/other', headers: { 'X-Token': '' } });
    await edit({ webhookURL: origin, headers: { 'X-Token': 'new' } });
    status = 202;
    await service.sendTest(actor, [made.outputId]);
    expect(received.at(-1)).toMatchObject({ token: 'new' });
    await service.remove(actor, made.outputId);
  });

  it('gets an access token for a webhook, keeps it sealed, and forgets it with the destination', async () => {
    const tokens = await startTokenServer();
    const outputConfig = {
      webhookURL: origin,
      headers: { 'X-Token': 'hush' },
      authentication: 'oauthClientCredentials',
      tokenUrl: tokens.tokenUrl,
      ...tokens.client,
    };
    const made = await service.put(actor, { ...input, outputConfig });
    status = 202;
    const send = async () => (await service.sendTest(actor, [made.outputId]))[0];
    expect(await send()).toMatchObject({ success: true });
    expect(await send()).toMatchObject({ success: true });
    const [accessToken = ''] = tokens.given;
    expect(received.slice(-2)).toMatchObject([
      { token: 'hush', authorization: `Bearer ${accessToken}` },
      { token: 'hush', authorization: `Bearer ${accessToken}` },
    ]);
    expect(tokens.asked).toHaveLength(1);
    // One that is refused is renewed once; then the refusal stands.
    status = 401;
    expect(await send()).toMatchObject({ success: false, statusCode: 401 });
    expect(tokens.asked).toHaveLength(2);
    tokens.answer(() => ({ status: 401, json: { error: 'invalid_client' } }));
    expect(await send()).toMatchObject({
      success: false,
      statusCode: 401,
      message: expect.stringContaining('gave no access token: invalid_client. Check the client ID'),
    });
    const rows = await store.query('select * from destinations, oauth_tokens, audit_log');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of [tokens.client.clientSecret, ...tokens.given])
      expect(JSON.stringify(rows)).not.toContain(secret);
    const elsewhere = { ...outputConfig, webhookURL: 'https://elsewhere.example/', clientSecret: '' };
    await expect(
      service.put(actor, { ...input, outputId: made.outputId, outputConfig: elsewhere }),
    ).rejects.toMatchObject({ details: { field: 'outputConfig.clientSecret' } });
    await service.remove(actor, made.outputId);
    expect(await store.query('select 1 from oauth_tokens')).toEqual([]);
    await tokens.close();
  });

  it('refuses what could not work, naming the field, and stores nothing', async () => {
    const refuses = async (over: Partial<PutDestination>, field: string) =>
      expect(service.put(actor, { ...input, ...over })).rejects.toMatchObject({ details: { field } });
    await refuses({ displayName: ' ' }, 'displayName');
    await refuses({ displayName: 'a<b' }, 'displayName');
    await refuses({ alertTypes: [] }, 'alertTypes');
    await refuses({ outputType: 'pigeon' }, 'outputType');
    await refuses({ outputConfig: { webhookURL: 'nowhere' } }, 'outputConfig.webhookURL');
    await refuses({ outputConfig: 'x' }, 'outputConfig');
    await refuses(
      { outputConfig: { webhookURL: origin, authentication: 'oauthClientCredentials' } },
      'outputConfig.tokenUrl',
    );
    await refuses({ outputConfig: { webhookURL: origin, surprise: 1 } }, 'outputConfig.surprise');
    await expect(service.put(actor, { ...input, outputId: 'nobody' })).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect(await service.list()).toEqual([]);
  });

  it('[002-5.8] takes only web addresses for webhooks', async () => {
    for (const outputType of ['customwebhook', 'slack']) {
      const outputConfig = { webhookURL: 'hooks.example.com' };
      await expect(service.put(actor, { ...input, outputType, outputConfig })).rejects.toMatchObject({
        details: {
          faults: [{ field: 'outputConfig.webhookURL', message: 'Must be a valid webhook URL' }],
        },
      });
    }
  });

  it('keeps names unique and types fixed', async () => {
    const made = await service.put(actor, input);
    await expect(service.put(actor, input)).rejects.toMatchObject({ code: 'AlreadyExists' });
    await service.put(actor, { ...input, displayName: 'on call' });
    await expect(
      service.put(actor, { ...input, outputId: made.outputId, outputType: 'slack' }),
    ).rejects.toMatchObject({ details: { field: 'outputType' } });
  });

  it('tells that secrets cannot be read any more', async () => {
    const [made] = await service.list();
    await store.query(`update destinations set secrets = 'v1.AAAA' where output_id = $1`, [made?.outputId]);
    const [attempt] = await service.sendTest(actor, [made?.outputId ?? '']);
    expect(attempt).toMatchObject({ success: false, outcome: { kind: 'refused' } });
    expect(attempt?.message).toContain('secret key');
  });

  it('tells that a destination is gone', async () => {
    const attempt = await service.send({
      outputId: 'gone',
      alert: {} as never, // never read: there is nobody to send it to
      idempotencyKey: 'k',
      attempt: 1,
    });
    expect(attempt).toMatchObject({ success: false, statusCode: 0, outcome: { kind: 'refused' } });
  });
});
