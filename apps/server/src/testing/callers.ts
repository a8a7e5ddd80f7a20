import { hashPassword, permissions, type Permission } from '@margay/auth';
import { newUuid } from '@margay/kit';
import * as z from 'zod';
import type { RunningServer } from '../server.ts';
import { administrator, consoleOf } from './console-client.ts';
import { insertUser } from '../domains/users/store.ts';

/** Somebody who asks a server: a stranger, or a person with a role of their own. */
export interface Caller {
  /** As a failing test names them. */
  name: string;
  /** ID token; undefined for a stranger. */
  idToken?: string;
  /** As the role has them; undefined for a stranger. */
  permissions?: readonly Permission[];
}

const createRole =
  'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id permissions } } }';
const Created = z.object({
  createRole: z.object({ role: z.object({ id: z.string(), permissions: z.array(z.string()) }) }),
});
const Tokens = z.object({ idToken: z.string() });

/**
 * A stranger, somebody without permissions, one person for each permission, and one with all of them who may read one log
 * type. Their roles are made by the administrator over the API, and each has signed in.
 */
export async function callersOf(server: RunningServer): Promise<Caller[]> {
  const ask = await consoleOf(server);
  const passwordHash = await hashPassword(administrator.password);
  async function signedIn(name: string, held: readonly Permission[], access = {}): Promise<Caller> {
    const input = { name: `May ${name}`, permissions: held, ...access };
    const { role } = Created.parse((await ask(createRole, { input })).data).createRole;
    const id = newUuid();
    const email = `${id}@example.com`;
    await insertUser(server.platform.store, {
      id,
      email,
      givenName: name,
      familyName: 'Test',
      roleId: role.id,
      status: 'CONFIRMED',
      passwordHash,
    });
    const reply = await fetch(`${server.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: administrator.password }),
    });
    return { name, permissions: held, ...Tokens.parse(await reply.json()) };
  }
  const callers: Caller[] = [{ name: 'a stranger' }, await signedIn('nothing', [])];
  for (const permission of permissions) callers.push(await signedIn(permission, [permission]));
  const ofOne = { logTypeAccessKind: 'ALLOW', logTypeAccess: ['Okta.SystemLog'] };
  callers.push(await signedIn('everything, of one log type', permissions, ofOne));
  return callers;
}
