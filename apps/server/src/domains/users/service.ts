import { hashPassword, passwordFaults } from '@margay/auth';
import { conflict, forbidden, invalidInput, newUuid, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { RolesService } from '../roles/index.ts';
import {
  countUsers,
  findUser,
  findUsers,
  insertUser,
  listUsers,
  lockUsers,
  updateNames,
  type User,
} from './store.ts';

export interface NewAdministrator {
  email: string;
  password: string;
  givenName: string;
  familyName: string;
}

export interface UsersService {
  list(): Promise<User[]>;
  byId(id: string): Promise<User | undefined>;
  byIds(ids: readonly string[]): Promise<User[]>;
  /** True while nobody exists and the first-run page should be shown. */
  isEmpty(): Promise<boolean>;
  /**
   * Makes the first person, an Admin. Throws a conflict when somebody exists already. `claim` runs in the same
   * transaction, before: when it throws, nobody is made.
   */
  createFirstAdministrator(input: NewAdministrator, claim?: (tx: Sql) => Promise<void>): Promise<User>;
  /** A person may change their own names; everything else needs UserModify. */
  rename(actor: Actor, input: { id: string; givenName: string; familyName: string }): Promise<User>;
}

/** Names as they are kept. What an identity provider says of its people may leave them out. */
function namesOf(user: User, given: { givenName: string; familyName: string }) {
  const names = { givenName: given.givenName.trim(), familyName: given.familyName.trim() };
  if (user.status === 'EXTERNAL_PROVIDER') return names;
  if (names.givenName === '')
    throw invalidInput('First name is required', { details: { field: 'givenName' } });
  if (names.familyName === '')
    throw invalidInput('Last name is required', { details: { field: 'familyName' } });
  return names;
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function createUsersService(deps: {
  store: Store;
  roles: RolesService;
  audit: AuditLog;
}): UsersService {
  const { store, roles, audit } = deps;

  async function insertAdministrator(tx: Sql, input: NewAdministrator, passwordHash: string): Promise<User> {
    if ((await countUsers(tx)) > 0) throw conflict('Set-up is finished already. Sign in instead.');
    const role = await roles.byName('Admin', tx);
    if (role === undefined)
      throw notFound('The role Admin does not exist. Restart the server to make it again.');
    const id = newUuid();
    await insertUser(tx, {
      id,
      email: input.email,
      givenName: input.givenName,
      familyName: input.familyName,
      roleId: role.id,
      status: 'CONFIRMED',
      passwordHash,
    });
    const user = await findUser(tx, id);
    if (user === undefined) throw notFound('The new user could not be read back.');
    return user;
  }

  return {
    list: () => listUsers(store),
    byId: (id) => findUser(store, id),
    byIds: (ids) => (ids.length === 0 ? Promise.resolve([]) : findUsers(store, ids)),
    isEmpty: async () => (await countUsers(store)) === 0,
    async createFirstAdministrator(input, claim) {
      if (!emailPattern.test(input.email))
        throw invalidInput('Must be a valid email', { details: { field: 'email' } });
      const faults = passwordFaults(input.password, input.email);
      if (faults.length > 0)
        throw invalidInput(faults.join('. '), { details: { field: 'password', faults } });
      const passwordHash = await hashPassword(input.password);
      const user = await store.transaction(async (tx) => {
        // Two at once would both see that nobody is there.
        await lockUsers(tx);
        await claim?.(tx);
        return insertAdministrator(tx, input, passwordHash);
      });
      await audit.record({
        action: 'CREATE_USER',
        actor: null,
        params: { email: user.email, role: 'Admin' },
      });
      return user;
    },
    async rename(actor, input) {
      if (actor.id !== input.id && !actor.permissions.has('UserModify')) {
        throw forbidden('You may change only your own name. Changing other people needs UserModify.');
      }
      return store.transaction(async (tx) => {
        const user = await findUser(tx, input.id);
        if (user === undefined) throw notFound(`User ${input.id} does not exist.`);
        const names = namesOf(user, input);
        await updateNames(tx, { id: user.id, ...names });
        await audit.record(
          { action: 'UPDATE_USER', actor, params: { input: { id: user.id, ...names } } },
          tx,
        );
        return { ...user, ...names };
      });
    },
  };
}
