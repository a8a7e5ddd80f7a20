import { expect, it } from 'vitest';
import { person } from '../../../api/testing-console.ts';
import type { User } from '../../users/store.ts';
import { actorProfilesOf } from './actor-profiles.ts';
import type { ResultPage } from './page.ts';

const user = (id: string, email: string, familyName: string) =>
  ({ id, email, givenName: 'Ada', familyName }) as User; // what the profiles are made of
const users = {
  list: () => Promise.resolve([user('u1', 'Ada@example.com', 'Lovelace'), user('u2', 'bob@example.com', '')]),
};
const pageOf = (...nodes: Record<string, unknown>[]): ResultPage => ({
  order: [],
  types: {},
  rows: nodes.map((node, index) => ({ id: String(index), node })),
  endCursor: null,
  rowCount: nodes.length,
});
const reader = person('reader', new Set(['UserRead']));

it('names the people whom rows name by id or address, each once', async () => {
  const page = pageOf(
    { p_any_emails: ['ADA@example.com'], other: ['bob@example.com'] },
    { p_any_actor_ids: ['u1', 7, null], p_any_usernames: 'bob@example.com' },
  );
  expect(await actorProfilesOf(page, reader, users)).toEqual([
    { entityId: 'u1', displayNames: ['Ada Lovelace'], emails: ['Ada@example.com'] },
  ]);
});

it('names nobody to callers who may not see people, and asks for nobody where rows name none', async () => {
  const page = pageOf({ p_any_actor_ids: ['u1'] });
  expect(await actorProfilesOf(page, person('other'), users)).toEqual([]);
  const never = { list: () => Promise.reject(new Error('nobody was to be read')) };
  expect(await actorProfilesOf(pageOf({ name: 'u1' }), reader, never)).toEqual([]);
});
