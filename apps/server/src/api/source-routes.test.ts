import { defineSource, defineTransport, type SourceDefinition } from '@margay/ingest';
import { createSecretBox } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { field, requiredText, webAddress } from '@margay/settings';
import { openChanges, type Changes, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { createTestAuditLog } from '../domains/audit-log/testing.ts';
import { createLogSourcesService, type LogSourcesService } from '../domains/log-sources/service.ts';
import { migrations } from '../testing/all-migrations.ts';
import { systemActor } from './actor.ts';
import type { ApiEnv } from './http-parts.ts';
import { mountSourceRoutes } from './source-routes.ts';

/** Answers with what it was given, so that a test sees what the contract hands over. */
const echo = (id: string) =>
  defineTransport({
    kind: 'push',
    id,
    settings: z.object({
      region: field(z.string().default('eu'), { label: 'Region' }),
      server: field(webAddress(), { label: 'Server' }),
      token: field(requiredText(), { label: 'Token', secret: true, sentTo: 'server' }),
    }),
    paths: [`/${id}/:id`],
    open:
      (_deps, { maxBatchBytes }) =>
      async (request, source) => ({
        status: source === undefined ? 404 : 200,
        headers: { 'x-limit': String(maxBatchBytes) },
        body: JSON.stringify({ method: request.method, source }),
      }),
  });
const kind = (id: string, logTypes?: string[]): SourceDefinition =>
  defineSource({
    id,
    title: id,
    description: '',
    streamTypes: ['JSON'],
    transport: echo(id),
    ...(logTypes && { logTypes }),
  });
const definitions = [kind('east'), kind('west', ['Door.Opened'])];
const config = { server: 'https://a.example/v1', token: 'a-token-of-some-length' };
const source = {
  label: 'doors',
  providerId: 'custom',
  ingestionType: 'east',
  streamType: 'JSON' as const,
  streamOptions: {},
  logTypes: [],
  config,
};

let store: Store;
let changes: Changes;
let service: LogSourcesService;
const app = new Hono<ApiEnv>();

beforeAll(async () => {
  store = await openTestStore(migrations);
  changes = await openChanges({ store, logger: silentLogger });
  service = createLogSourcesService({
    store,
    changes,
    audit: createTestAuditLog(store),
    secrets: createSecretBox(new Uint8Array(32)),
    providers: [],
    definitions,
    knownLogTypes: () => Promise.resolve(['Door.Opened', 'Window.Opened']),
  });
  app.use(async (c, next) => {
    c.set('caller', { ip: '192.0.2.1', isSecure: true, userAgent: '', forwardedFor: [] });
    await next();
  });
  mountSourceRoutes(app, {
    buffer: { append: () => Promise.reject(new Error('nothing is stored here')) },
    definitions,
    sources: service,
    clock: () => new Date(),
    logger: silentLogger,
    maxBatchBytes: 1234,
    onOutcome: () => undefined,
  });
});
afterAll(async () => {
  await changes.close();
  await store.close();
});

it('brings a request to the transport that the kind of its source names, with its settings opened', async () => {
  const { id } = await service.put(systemActor(), source);
  const reply = await app.request(`/east/${id}`, { method: 'POST', body: '{}' });
  expect(service.ingestPath({ id, ingestionType: 'east', providerId: source.providerId })).toBe(
    `/east/${id}`,
  );
  expect(reply.status).toBe(200);
  expect(reply.headers.get('x-limit')).toBe('1234');
  expect(await reply.json()).toEqual({
    method: 'POST',
    source: { id, format: { type: 'JSON' }, settings: { region: 'eu', ...config } },
  });
  expect((await app.request(`/west/${id}`, { method: 'POST' })).status).toBe(404);
  expect((await app.request('/east/nothing', { method: 'POST' })).status).toBe(404);
});

it('stores no secret openly, and asks for it again when it would go to another server', async () => {
  const { id, config: shown } = await service.put(systemActor(), { ...source, label: 'gates' });
  expect(JSON.stringify(shown)).not.toContain(config.token);
  const edit = (server: string, token: string) =>
    service.put(systemActor(), { ...source, label: 'gates', id, config: { server, token } });
  await edit('https://a.example/v2', '');
  expect((await service.open(id))?.settings).toMatchObject({ token: config.token });
  await expect(edit('https://b.example/v2', '')).rejects.toMatchObject({ details: { field: 'token' } });
  await edit('https://b.example/v2', 'another-token');
  expect((await service.open(id))?.settings).toMatchObject({ token: 'another-token' });
});

it('takes the log types only that the kind of source can bring', async () => {
  const west = (logTypes: string[]) =>
    service.put(systemActor(), { ...source, label: 'windows', ingestionType: 'west', logTypes });
  await expect(west(['Window.Opened'])).rejects.toMatchObject({ details: { field: 'logTypes' } });
  expect((await west(['Door.Opened'])).logTypes).toEqual(['Door.Opened']);
});
