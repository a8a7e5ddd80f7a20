import { createSecretBox } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { sources } from '@margay/ingest';
import { openChanges, type Changes, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../api/actor.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createLogSourcesService, type LogSourcesService, type PutSource } from './service.ts';

const actor = systemActor();
let store: Store;
let changes: Changes;
let service: LogSourcesService;

beforeAll(async () => {
  store = await openTestStore(migrations);
  changes = await openChanges({ store, logger: silentLogger });
  service = createLogSourcesService({
    store,
    changes,
    audit: createTestAuditLog(store),
    secrets: createSecretBox(new Uint8Array(32)),
    providers: [],
    definitions: sources,
    knownLogTypes: () => Promise.resolve([]),
  });
});
afterAll(async () => {
  await changes.close();
  await store.close();
});

it('keeps the secret of a source that an edit leaves empty, apart from what is shown', async () => {
  const source: PutSource = {
    label: 'Web',
    providerId: 'generic',
    ingestionType: 'HTTP',
    streamType: 'Lines',
    streamOptions: {},
    logTypes: [],
    config: { authMethod: 'Bearer', authBearerToken: 'a-secret-of-some-length' },
  };
  const { id, config } = await service.put(actor, source);
  expect(JSON.stringify(config)).not.toContain('a-secret-of-some-length');
  for (const authBearerToken of ['', null, undefined])
    await service.put(actor, { ...source, id, config: { authMethod: 'Bearer', authBearerToken } });
  expect((await service.open(id))?.settings).toMatchObject({ authBearerToken: 'a-secret-of-some-length' });
  expect(await service.secretsSet(id)).toEqual(['authBearerToken']);

  const changed = { authMethod: 'Bearer', authBearerToken: 'another-secret-of-some-length' };
  await service.put(actor, { ...source, id, config: changed });
  expect((await service.open(id))?.settings).toMatchObject(changed);

  // Another method has a secret of its own, and is told everything that is missing at once.
  await expect(
    service.put(actor, { ...source, id, config: { authMethod: 'HMAC', authSecretValue: '' } }),
  ).rejects.toMatchObject({
    details: {
      field: 'authHeaderKey',
      faults: [{ field: 'authHeaderKey' }, { field: 'authSecretValue' }, { field: 'authHmacAlg' }],
    },
  });
  const signed = { authMethod: 'HMAC', authHeaderKey: 'X', authSecretValue: 'key', authHmacAlg: 'SHA256' };
  await service.put(actor, { ...source, id, config: { ...signed, authBearerToken: 'left over' } });
  expect(await service.secretsSet(id)).toEqual(['authSecretValue']);
  await expect(
    service.put(actor, {
      ...source,
      id,
      config: { authMethod: 'SharedSecret', authHeaderKey: 'X', authSecretValue: '' },
    }),
  ).rejects.toMatchObject({ details: { field: 'authSecretValue' } });

  await service.put(actor, { ...source, id, config: { authMethod: 'None', allowUnauthenticated: true } });
  expect(await service.secretsSet(id)).toEqual([]);
  await expect(
    service.put(actor, { ...source, id, config: { authMethod: 'Bearer', authBearerToken: '' } }),
  ).rejects.toMatchObject({ details: { field: 'authBearerToken' } });
});
