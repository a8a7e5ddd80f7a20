import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole, person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import type { RolesService } from '../roles/service.ts';
import { insertUser, type User } from './store.ts';
import { peopleServices } from '../../testing/people-services.ts';

const administrator = {
  email: 'ada@example.com',
  password: 'Correct-horse-7',
  givenName: 'Ada',
  familyName: 'First',
};
const reader = person('reader', new Set(['UserRead']));
const alertsOnly = person('alerts', new Set(['AlertRead']));
const rulesOnly = person('rules', new Set(['RuleRead']));
const rename = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id givenName familyName } } }`;

describe('users over GraphQL', () => {
  let store: Store;
  let roles: RolesService;
  let ask: ReturnType<typeof askConsole>;
  let ada: User;

  beforeAll(async () => {
    store = await openTestStore(migrations);
    const services = await peopleServices(store);
    const { users } = services;
    roles = services.roles;
    ask = askConsole({ users, roles });
    ada = await users.createFirstAdministrator(administrator);
    const analyst = await roles.byName('analyst');
    await insertUser(store, {
      id: 'bob',
      email: 'bob@example.com',
      givenName: 'Bob',
      familyName: 'Second',
      roleId: analyst?.id ?? '',
      status: 'CONFIRMED',
      passwordHash: 'none',
    });
  }, 120_000);
  afterAll(() => store.close());

  const renames = () =>
    store.query(
      `select actor_id, actor_kind, params from audit_log where action = 'UPDATE_USER' order by id`,
    );

  it('are listed for who may read users or alerts, their roles for the first only', async () => {
    const emails = '{ users { email } }';
    const listed = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }];
    for (const actor of [reader, alertsOnly]) {
      const { data } = await ask(emails, {}, actor);
      expect(data['users']).toHaveLength(2);
      expect(data['users']).toEqual(expect.arrayContaining(listed));
    }
    expect((await ask(emails, {}, rulesOnly)).errors?.[0]?.extensions.statusCode).toBe(403);
    expect((await ask(emails, {}, null)).errors?.[0]?.extensions.statusCode).toBe(401);
    const withRole = await ask('{ users { role { name } } }', {}, alertsOnly);
    expect(withRole.errors?.[0]?.extensions.statusCode).toBe(403);
    const withSignIn = await ask('{ users { lastLoggedInAt } }', {}, alertsOnly);
    expect(withSignIn.errors?.[0]?.extensions.statusCode).toBe(403);
  });

  it('[000-7.22] are given by id with the name of their role, or null', async () => {
    const byId = 'query ($id: ID!) { userById(id: $id) { email status enabled role { name } } }';
    expect((await ask(byId, { id: 'bob' }, reader)).data['userById']).toEqual({
      email: 'bob@example.com',
      status: 'CONFIRMED',
      enabled: true,
      role: { name: 'Analyst' },
    });
    expect(await ask(byId, { id: 'nobody' }, reader)).toEqual({ data: { userById: null } });
  });

  it('know themselves without any permission', async () => {
    const { data } = await ask('{ me { email } }', {}, person(ada.id));
    expect(data['me']).toEqual({ email: 'ada@example.com' });
  });

  it('change their own name, that of others only with UserModify, and never to nothing', async () => {
    const names = { givenName: ' Robert ', familyName: 'Third' };
    const put = (input: object, actor: ReturnType<typeof person>) => ask(rename, { input }, actor);
    const stranger = await put({ id: 'bob', ...names }, person(ada.id, new Set(['UserRead'])));
    expect(stranger.errors?.[0]?.message).toMatch(/only your own name.*UserModify/);
    expect(stranger.errors?.[0]?.extensions.statusCode).toBe(403);
    const empty = await put({ id: 'bob', ...names, familyName: ' ' }, person('bob'));
    expect(empty.errors?.[0]?.message).toBe('Last name is required');
    expect(empty.errors?.[0]?.extensions).toMatchObject({
      statusCode: 400,
      details: { field: 'familyName' },
    });
    const nobody = await put({ id: 'nobody', ...names }, person(ada.id, new Set(['UserModify'])));
    expect(nobody.errors?.[0]?.message).toBe('User nobody does not exist any more. Reload the list.');
    expect(await renames()).toEqual([]);

    const own = await put({ id: 'bob', ...names }, person('bob'));
    expect(own.data['updateUser']).toEqual({
      user: { id: 'bob', givenName: 'Robert', familyName: 'Third' },
    });
    await put({ id: 'bob', givenName: 'Rob', familyName: 'Third' }, person(ada.id, new Set(['UserModify'])));
    expect(await renames()).toMatchObject([
      {
        actor_id: 'bob',
        actor_kind: 'person',
        params: {
          before: { givenName: 'Bob', familyName: 'Second' },
          after: { givenName: 'Robert', familyName: 'Third' },
        },
      },
      {
        actor_id: ada.id,
        actor_kind: 'person',
        params: { before: { givenName: 'Robert' }, after: { givenName: 'Rob', familyName: 'Third' } },
      },
    ]);
  });

  it('have one first administrator, with an address and a password that will do', async () => {
    const fresh = await openTestStore(migrations);
    try {
      const { users } = await peopleServices(fresh);
      await expect(users.createFirstAdministrator({ ...administrator, email: 'ada' })).rejects.toThrow(
        'Must be a valid email',
      );
      await expect(
        users.createFirstAdministrator({ ...administrator, password: 'short' }),
      ).rejects.toMatchObject({ details: { field: 'password' } });
      expect(await users.isEmpty()).toBe(true);
      await users.createFirstAdministrator(administrator);
      await expect(users.createFirstAdministrator(administrator)).rejects.toThrow('Set-up is finished');
      const rows = await fresh.query('select action, actor_kind, params from audit_log');
      expect(rows).toEqual([
        {
          action: 'CREATE_USER',
          actor_kind: 'anonymous',
          params: { email: 'ada@example.com', role: 'Admin' },
        },
      ]);
    } finally {
      await fresh.close();
    }
  });
});
