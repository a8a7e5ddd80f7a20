import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../testing/all-migrations.ts';
import { peopleServices } from '../../testing/people-services.ts';
import type { RolesService } from '../roles/index.ts';
import { findSignedIn, keepSignedIn, type KeptSignedIn } from './signed-in.ts';
import { insertSession, revokeSessions } from './store.ts';

const now = new Date('2026-03-01T12:00:00Z');
let store: Store;
let roles: RolesService;
beforeAll(async () => {
  store = await openTestStore(migrations);
  ({ roles } = await peopleServices(store));
  await store.exec(`insert into roles (id, name, permissions, log_type_access_kind, log_type_access)
    values ('r1', 'Reader', '{AlertRead,NoSuchPermission}', 'ALLOW', '{AWS.CloudTrail}')`);
  await store.exec(`insert into users (id, email, given_name, family_name, role_id, status)
    values ('u1', 'ada@example.com', 'Ada', 'Lovelace', 'r1', 'CONFIRMED')`);
  await insertSession(store, {
    id: 's1',
    userId: 'u1',
    authTime: now,
    expiresAt: new Date('2026-03-02T12:00:00Z'),
    provider: 'password',
    sourceIp: null,
    userAgent: null,
  });
});
afterAll(() => store.close());

it('finds a session with its person and role, as they are at that moment', async () => {
  expect(await findSignedIn({ sql: store, roles }, 's1', 'u1')).toMatchObject({
    session: {
      id: 's1',
      userId: 'u1',
      authTime: now,
      expiresAt: new Date('2026-03-02T12:00:00Z'),
      revokedAt: null,
    },
    user: { id: 'u1', email: 'ada@example.com', givenName: 'Ada', familyName: 'Lovelace', enabled: true },
    role: {
      name: 'Reader',
      permissions: ['AlertRead'],
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['AWS.CloudTrail'],
    },
  });
  await store.exec(`update roles set permissions = '{AlertRead,RuleRead}'; update users set enabled = false`);
  await revokeSessions(store, 'id', 's1');
  const found = await findSignedIn({ sql: store, roles }, 's1', 'u1');
  expect(found?.role?.permissions).toEqual(['AlertRead', 'RuleRead']);
  expect(found?.user.enabled).toBe(false);
  expect(found?.session.revokedAt).toBeInstanceOf(Date);
});

it('finds nobody by the session of somebody else', async () => {
  expect(await findSignedIn({ sql: store, roles }, 's1', 'u2')).toBeUndefined();
  expect(await findSignedIn({ sql: store, roles }, 's2', 'u1')).toBeUndefined();
});

describe('what is kept of who is signed in', () => {
  const permissions = async (kept: KeptSignedIn) => (await kept.find('s3', 'u1'))?.role?.permissions;
  const heard = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 2_000, interval: 20 });
  let here: KeptSignedIn;
  let elsewhere: KeptSignedIn;
  let now = 0;
  beforeEach(async () => {
    await store.exec(`update roles set permissions = '{AlertRead}'; update users set enabled = true;
      delete from sessions where id = 's3'`);
    await insertSession(store, {
      id: 's3',
      userId: 'u1',
      authTime: new Date(),
      expiresAt: new Date('2026-03-02T12:00:00Z'),
      provider: 'password',
      sourceIp: null,
      userAgent: null,
    });
    now = 0;
    [here, elsewhere] = await Promise.all([
      keepSignedIn({ store, roles }, () => now),
      keepSignedIn({ store, roles }, () => now),
    ]);
    expect([await permissions(here), await permissions(elsewhere)]).toEqual([['AlertRead'], ['AlertRead']]);
  });
  afterEach(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
  });

  it('is read anew in every process once a role, a person or a session changes, however it was changed', async () => {
    await store.exec(`update roles set permissions = '{}'`);
    await heard(() => permissions(here)).toEqual([]);
    await heard(() => permissions(elsewhere)).toEqual([]);
    await store.exec('update users set enabled = false');
    await heard(async () => (await elsewhere.find('s3', 'u1'))?.user.enabled).toBe(false);
    await revokeSessions(store, 'user_id', 'u1');
    await heard(async () => (await elsewhere.find('s3', 'u1'))?.session.revokedAt).toBeInstanceOf(Date);
    await store.exec(`delete from sessions where id = 's3'`);
    await heard(() => elsewhere.find('s3', 'u1')).toBeUndefined();
  });

  it('lasts two seconds where the word of a change is lost, and no longer', async () => {
    await store.exec('alter table roles disable trigger announce_access');
    await store.exec(`update roles set permissions = '{RuleRead}'`);
    await store.exec('alter table roles enable trigger announce_access');
    now = 1_999;
    expect(await permissions(here)).toEqual(['AlertRead']);
    now = 2_000;
    expect(await permissions(here)).toEqual(['RuleRead']);
  });

  it('keeps nobody that was not found', async () => {
    expect(await here.find('s4', 'u1')).toBeUndefined();
    await store.exec(`insert into sessions (id, user_id, auth_time, expires_at)
      values ('s4', 'u1', now(), now())`);
    expect(await here.find('s4', 'u1')).toMatchObject({ session: { id: 's4' } });
    await store.exec(`delete from sessions where id = 's4'`);
  });
});
