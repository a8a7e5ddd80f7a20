import { hashPassword } from '@margay/auth';
import { newUuid } from '@margay/kit';
import { insertUser } from '../domains/users/store.ts';
import type { RunningServer } from '../server.ts';

/** Adds a person with the role of that name, who may sign in at once. */
export async function addPerson(
  { platform }: RunningServer,
  { email, password }: { email: string; password: string },
  roleName = 'Admin',
): Promise<void> {
  const role = await platform.services.roles.byName(roleName);
  if (role === undefined) throw new TypeError(`there is no role ${roleName}`);
  await insertUser(platform.store, {
    id: newUuid(),
    email,
    givenName: email,
    familyName: 'Test',
    roleId: role.id,
    status: 'CONFIRMED',
    passwordHash: await hashPassword(password),
  });
}
