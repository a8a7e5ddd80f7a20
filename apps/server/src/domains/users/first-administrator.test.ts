import { openTestStore } from '@margay/store/testing';
import { expect, it } from 'vitest';
import { migrations } from '../../testing/all-migrations.ts';
import { createUsersService } from './service.ts';
import { noMail, peopleServices } from '../../testing/people-services.ts';

it('makes one first administrator of several at once', async () => {
  const store = await openTestStore(migrations);
  const { audit, roles } = await peopleServices(store);
  // Between looking who is there and adding somebody each has time to be overtaken.
  const slowRoles = {
    ...roles,
    byName: async (...wanted: Parameters<typeof roles.byName>) => {
      await new Promise((turn) => setTimeout(turn, 200));
      return roles.byName(...wanted);
    },
  };
  const users = createUsersService({
    store,
    roles: slowRoles,
    audit,
    mail: noMail,
    clock: () => new Date(),
    consoleUrl: () => 'http://console.example',
  });
  const outcomes = await Promise.allSettled(
    ['ada', 'bob', 'eve', 'joe'].map((name) =>
      users.createFirstAdministrator({
        email: `${name}@example.com`,
        password: 'Correct-horse-7',
        givenName: name,
        familyName: 'Somebody',
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await users.list()).toHaveLength(1);
  await store.close();
});
