import { permissions } from '@margay/auth';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole, person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import type { RolesService } from './service.ts';
import { peopleServices } from '../../testing/people-services.ts';

const reader = person('reader', new Set(['UserRead']));
const stranger = person('stranger', new Set(['AlertRead']));
const list = '{ roles { id name permissions logTypeAccessKind logTypeAccess userCount isReserved } }';
interface ListedRole {
  id: string;
  name: string;
  permissions: string[];
  userCount: number;
  isReserved: boolean;
}

describe('roles over GraphQL', () => {
  let store: Store;
  let roles: RolesService;
  let ask: ReturnType<typeof askConsole>;
  const listed = async () => (await ask(list, {}, reader)).data['roles'] as ListedRole[];

  beforeAll(async () => {
    store = await openTestStore(migrations);
    ({ roles } = await peopleServices(store));
    ask = askConsole({ roles });
  }, 120_000);
  afterAll(() => store.close());

  it('are listed by name, Admin with every permission and reserved alone', async () => {
    const all = await listed();
    const names = all.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    expect(all.filter(({ isReserved }) => isReserved).map(({ name }) => name)).toEqual(['Admin']);
    const admin = all.find(({ name }) => name === 'Admin');
    expect(new Set(admin?.permissions)).toEqual(new Set(permissions));
  });

  it('are refused to who may not read users', async () => {
    const one = 'query ($id: ID!) { roleById(id: $id) { name } }';
    for (const [document, variables] of [
      [list, {}],
      [one, { id: 'any' }],
    ] as const) {
      expect((await ask(document, variables, stranger)).errors?.[0]?.extensions.statusCode).toBe(403);
      expect((await ask(document, variables, null)).errors?.[0]?.extensions.statusCode).toBe(401);
    }
  });

  it('are given by id, or null', async () => {
    const one = 'query ($id: ID!) { roleById(id: $id) { name } }';
    const [first] = await listed();
    expect((await ask(one, { id: first?.id }, reader)).data['roleById']).toEqual({ name: first?.name });
    expect(await ask(one, { id: 'nothing' }, reader)).toEqual({ data: { roleById: null } });
  });

  it('stay as they are when the server starts again, also when one was removed', async () => {
    const before = await listed();
    await store.query(`delete from roles where name = 'Analyst'`);
    await roles.ensurePredefined();
    expect(await listed()).toEqual(before.filter(({ name }) => name !== 'Analyst'));
  });

  it('count the people who have them, without those who left, and leave out permissions that are none', async () => {
    const [first] = await listed();
    await store.query(
      `insert into users (id, email, given_name, family_name, role_id, status, password_hash, deleted_at)
       values ('ada', 'ada@example.com', 'Ada', 'A', $1, 'CONFIRMED', 'none', null),
              ('bob', 'bob@example.com', 'Bob', 'B', $1, 'ARCHIVED', 'none', now())`,
      [first?.id],
    );
    await store.query(`update roles set permissions = '{AlertRead,FlyToTheMoon}' where id = $1`, [first?.id]);
    expect((await listed())[0]).toMatchObject({ userCount: 1, permissions: ['AlertRead'] });
  });
});
