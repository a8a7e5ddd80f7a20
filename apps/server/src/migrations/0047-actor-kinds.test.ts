import { migrate } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { expect, it } from 'vitest';
import { migrations } from '../testing/all-migrations.ts';
import { actorKinds } from './0047-actor-kinds.ts';

it('calls people persons in what they did before, and leaves the system and nobody alone', async () => {
  const at = migrations.findIndex(({ id }) => id === actorKinds.id);
  const store = await openTestStore(migrations.slice(0, at));
  const author = (kind: string) => `{"id": "a", "name": "Ada", "kind": "${kind}"}`;
  await store.exec(`
    insert into user_feedback (id, author, author_id, feature_name, feedback_text, location_url, screen_width, created_at)
      values ('1', '${author('user')}', 'a', 'x', 'y', '/', 1, now()), ('2', '${author('system')}', 'a', 'x', 'y', '/', 1, now());
    insert into audit_log (id, action, result, actor_kind)
      values ('1', 'SIGN_IN', 'SUCCEEDED', 'user'), ('2', 'SIGN_IN', 'FAILED', 'anonymous')`);
  await migrate(store, migrations);
  expect(
    await store.query(
      `select author ->> 'kind' as kind, author ->> 'name' as name from user_feedback order by id`,
    ),
  ).toEqual([
    { kind: 'person', name: 'Ada' },
    { kind: 'system', name: 'Ada' },
  ]);
  expect(await store.query('select actor_kind from audit_log order by id')).toEqual([
    { actor_kind: 'person' },
    { actor_kind: 'anonymous' },
  ]);
  await store.close();
});
