import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../../testing/all-migrations.ts';
import { findSignedIn } from './signed-in.ts';
import { insertSession, revokeSessions } from './store.ts';

const now = new Date('2026-03-01T12:00:00Z');
let store: Store;
beforeAll(async () => {
  store = await openTestStore(migrations);
  await store.exec(`insert into roles (id, name, permissions, log_type_access_kind, log_type_access)
    values ('r1', 'Analyst', '{AlertRead,NoSuchPermission}', 'ALLOW', '{AWS.CloudTrail}')`);
  await store.exec(`insert into users (id, email, given_name, family_name, role_id, status)
    values ('u1', 'ada@example.com', 'Ada', 'Lovelace', 'r1', 'CONFIRMED')`);
  await insertSession(
    store,
    { id: 's1', userId: 'u1', authTime: now, expiresAt: new Date('2026-03-02T12:00:00Z'), revokedAt: null },
    'digest',
  );
});
afterAll(() => store.close());

it('finds a session with its person and role, as they are at that moment', async () => {
  expect(await findSignedIn(store, 's1', 'u1')).toMatchObject({
    session: {
      id: 's1',
      userId: 'u1',
      authTime: now,
      expiresAt: new Date('2026-03-02T12:00:00Z'),
      revokedAt: null,
    },
    user: { id: 'u1', email: 'ada@example.com', givenName: 'Ada', familyName: 'Lovelace', enabled: true },
    role: {
      name: 'Analyst',
      permissions: ['AlertRead'],
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['AWS.CloudTrail'],
    },
  });
  await store.exec(`update roles set permissions = '{AlertRead,RuleRead}'; update users set enabled = false`);
  await revokeSessions(store, 'id', 's1');
  const found = await findSignedIn(store, 's1', 'u1');
  expect(found?.role?.permissions).toEqual(['AlertRead', 'RuleRead']);
  expect(found?.user.enabled).toBe(false);
  expect(found?.session.revokedAt).toBeInstanceOf(Date);
});

it('finds nobody by the session of somebody else', async () => {
  expect(await findSignedIn(store, 's1', 'u2')).toBeUndefined();
  expect(await findSignedIn(store, 's2', 'u1')).toBeUndefined();
});
