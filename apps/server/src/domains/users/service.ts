import { hashPassword, newTemporaryPassword, passwordFaults } from '@margay/auth';
import { conflict, forbidden, invalidInput, newUuid, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { invitationLetter, temporaryPasswordLetter, type MailService } from '../mail/index.ts';
import { countOthersWhoManage, type Role, type RolesService } from '../roles/index.ts';
import {
  countUsers,
  findByEmail,
  findUser,
  findUsers,
  insertUser,
  listUsers,
  lockUsers,
  moveDefaultRole,
  setTemporaryPassword,
  tombstoneUser,
  updateUser,
  type RoleSource,
  type User,
} from './store.ts';
import { createArrivals, type Arrival } from './arrivals.ts';
import { listIdentities, type UserIdentity } from './identities.ts';
import { passwordsForAll, type PasswordRule } from './password-rule.ts';
import { factsOf } from './user-facts.ts';
import { readEmail, readNames, type Names } from './user-input.ts';

export interface NewAdministrator extends Names {
  email: string;
  password: string;
}

/** A role by its id or by its name. */
export type RoleChoice = { kind: 'Id' | 'Name'; value: string };

export interface Invitation extends Names {
  email: string;
  role: RoleChoice;
}

export interface UserChange {
  id: string;
  email?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
  role?: RoleChoice | undefined;
  enabled?: boolean | undefined;
}

/** A person whose password somebody else made. Where mail is set up it is mailed to them; else it is shown, this once. */
export interface WithTemporaryPassword {
  user: User;
  temporaryPassword: string | undefined;
}

export interface UsersService {
  /** Everybody who was not deleted, also those who were deactivated. */
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
  /**
   * Makes a person who signs in with a temporary password, good for seven days. Throws `InvalidInput` with the field, also
   * for who could not use a password.
   */
  invite(actor: Actor, input: Invitation): Promise<WithTemporaryPassword>;
  /**
   * Makes a person who never has a password and comes in some other way, let in by whoever may give any role. Throws
   * `InvalidInput` with the field.
   */
  addGuest(actor: Actor, input: Invitation, why: Record<string, unknown>): Promise<User>;
  /** A person may change their own names; everything else needs UserModify. What is left out stays. */
  update(actor: Actor, change: UserChange): Promise<User>;
  /** A new temporary password in place of the one the person has, who is signed out everywhere. */
  resetPassword(actor: Actor, id: string): Promise<WithTemporaryPassword>;
  /** The person is gone for good; what they did keeps their name. */
  remove(actor: Actor, id: string): Promise<void>;
  /**
   * Throws `FORBIDDEN` where the person is an Admin and the one who asks is none: only an Admin changes what an Admin signs
   * in with.
   */
  assertMayTakeFrom(tx: Sql, actor: Actor, user: User): Promise<void>;
  /** Ends what the person can do without proving anew who they are, as part of a change. */
  endAccess(tx: Sql, userId: string): Promise<void>;
  /** Of what holds such access: called in the transaction of the change. */
  onAccessEnded(end: (tx: Sql, userId: string) => Promise<void>): void;
  /**
   * The account of somebody whom the identity provider vouches for: made at the first time, else brought up to date. Throws
   * `forbidden` for who was deactivated, and a conflict for an email that belongs to an account with a password.
   */
  arrive(arrival: Arrival): Promise<User>;
  /** Says which role people of the identity provider have where nobody chose another; called once, by who knows it. */
  setDefaultRole(find: (tx: Sql) => Promise<string | undefined>): void;
  /** Gives another default role to everybody who has it, as part of a change. */
  changeDefaultRole(tx: Sql, roleId: string): Promise<void>;
  /** What identity providers call the person. */
  identitiesOf(id: string): Promise<UserIdentity[]>;
  /** Whom passwords let in now. */
  passwordRule(): PasswordRule;
  /** Called once, by who knows it. */
  setPasswordRule(rule: PasswordRule): void;
}

/** How a message begins that is about somebody whom the identity provider may not name. */
const whoIs = ({ email }: Pick<User, 'email'>): string => email || 'This person';

const temporaryDays = 7;
const dayMs = 24 * 3_600_000;

export function createUsersService(deps: {
  store: Store;
  roles: RolesService;
  audit: AuditLog;
  mail: Pick<MailService, 'isSetUp' | 'post'>;
  clock: () => Date;
  consoleUrl: () => string;
}): UsersService {
  const { store, roles, audit, mail, clock, consoleUrl } = deps;
  const enders: ((tx: Sql, userId: string) => Promise<void>)[] = [];
  let defaultRoleId: (tx: Sql) => Promise<string | undefined> = async () => undefined;

  let passwordRule = passwordsForAll;

  async function existing(tx: Sql, id: string): Promise<User> {
    const user = await findUser(tx, id);
    if (user === undefined || user.isDeleted)
      throw notFound(`User ${id.slice(0, 40)} does not exist any more. Reload the list.`);
    return user;
  }

  async function chosenRole(tx: Sql, { kind, value }: RoleChoice): Promise<Role> {
    const role = kind === 'Id' ? await roles.byId(value, tx) : await roles.byName(value, tx);
    if (role === undefined)
      throw invalidInput(
        value === ''
          ? 'A role is required.'
          : `The role ${value.slice(0, 60)} does not exist. Choose another.`,
        { details: { field: 'role' } },
      );
    return role;
  }

  /** Of people of the identity provider no role at all means its default, whatever that is from now on. */
  async function roleAfter(
    tx: Sql,
    { status, roleSource }: User,
    choice: RoleChoice | undefined,
  ): Promise<{ role: Role | undefined; roleSource: RoleSource }> {
    if (choice === undefined) return { role: undefined, roleSource };
    if (choice.value !== '' || status !== 'EXTERNAL_PROVIDER')
      return { role: await chosenRole(tx, choice), roleSource: 'chosen' };
    const id = await defaultRoleId(tx);
    return { role: await chosenRole(tx, { kind: 'Id', value: id ?? '' }), roleSource: 'default' };
  }

  async function refuseTaken(tx: Sql, email: string, own?: string): Promise<void> {
    const other = await findByEmail(tx, email);
    if (other !== undefined && other.id !== own && other.status !== 'EXTERNAL_PROVIDER')
      throw conflict('Email already in use', { details: { field: 'email' } });
  }

  /** Somebody must be left who can manage users. */
  async function refuseLast(tx: Sql, user: User): Promise<void> {
    if ((await countOthersWhoManage(tx, { userId: user.id })) === 0)
      throw invalidInput(
        `${whoIs(user)} is the last person who can manage users. Give somebody else a role with UserModify first.`,
        { code: 'InvalidUpdate' },
      );
  }

  async function assertMayTakeFrom(tx: Sql, actor: Actor, user: User): Promise<void> {
    const role = await roles.byId(user.roleId, tx);
    if (role?.name === 'Admin' && actor.roleName !== 'Admin')
      throw forbidden(`${whoIs(user)} is an Admin. Only an Admin can do this to an Admin.`);
  }

  async function endAccess(tx: Sql, userId: string): Promise<void> {
    for (const end of enders) await end(tx, userId);
  }

  /** As part of a change that takes from somebody of the identity provider, who may be the only Admin of it. */
  async function refuseLastOfProvider(tx: Sql, { status, roleId }: User): Promise<void> {
    if (status === 'EXTERNAL_PROVIDER' && (await roles.byId(roleId, tx))?.name === 'Admin')
      await passwordRule.assertAdministered(tx);
  }

  async function temporary(): Promise<{ password: string; hash: string; until: Date }> {
    const password = newTemporaryPassword();
    return {
      password,
      hash: await hashPassword(password),
      until: new Date(clock().getTime() + temporaryDays * dayMs),
    };
  }

  /** Mails the temporary password where that is possible; else it is for the one who made it to hand over. */
  async function handOver(
    tx: Sql,
    actor: Actor,
    { user, password, letter }: { user: User; password: string; letter: typeof invitationLetter },
  ): Promise<WithTemporaryPassword> {
    if (!mail.isSetUp()) return { user, temporaryPassword: password };
    await mail.post(letter(user.email, password, consoleUrl()), {
      within: tx,
      ...(actor.kind === 'person' ? { toldTo: actor.id } : {}),
    });
    return { user, temporaryPassword: undefined };
  }

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
    return existing(tx, id);
  }

  return {
    list: () => listUsers(store),
    byId: (id) => findUser(store, id),
    byIds: (ids) => (ids.length === 0 ? Promise.resolve([]) : findUsers(store, ids)),
    isEmpty: async () => (await countUsers(store)) === 0,
    async createFirstAdministrator(input, claim) {
      const email = readEmail(input.email);
      const faults = passwordFaults(input.password, email);
      if (faults.length > 0)
        throw invalidInput(faults.join('. '), { details: { field: 'password', faults } });
      const passwordHash = await hashPassword(input.password);
      const user = await store.transaction(async (tx) => {
        // Two at once would both see that nobody is there.
        await lockUsers(tx);
        await claim?.(tx);
        return insertAdministrator(tx, { ...input, email }, passwordHash);
      });
      await audit.record({
        action: 'CREATE_USER',
        actor: null,
        params: { email: user.email, role: 'Admin' },
      });
      return user;
    },
    async invite(actor, input) {
      const email = readEmail(input.email);
      const names = readNames(input);
      const { password, hash, until } = await temporary();
      return store.transaction(async (tx) => {
        await lockUsers(tx);
        await refuseTaken(tx, email);
        const role = await chosenRole(tx, input.role);
        if (!(await passwordRule.letsIn(role.id, tx)))
          throw invalidInput(
            'Here people sign in with single sign-on only. They get an account at their first sign-in.',
          );
        const id = newUuid();
        await insertUser(tx, {
          id,
          email,
          ...names,
          roleId: role.id,
          status: 'FORCE_CHANGE_PASSWORD',
          passwordHash: hash,
          temporaryUntil: until,
        });
        const kept = { id, email, ...names, role: role.name };
        await audit.record({ action: 'CREATE_USER', actor, params: { input: kept } }, tx);
        return handOver(tx, actor, { user: await existing(tx, id), password, letter: invitationLetter });
      });
    },
    async addGuest(actor, input, why) {
      if (!actor.permissions.has('UserModify'))
        throw forbidden('Letting somebody in needs the permission UserModify.');
      const email = readEmail(input.email);
      const names = readNames(input);
      return store.transaction(async (tx) => {
        await lockUsers(tx);
        const role = await chosenRole(tx, input.role);
        const id = newUuid();
        await insertUser(tx, {
          id,
          email,
          ...names,
          roleId: role.id,
          status: 'EXTERNAL_PROVIDER',
          passwordHash: null,
        });
        const kept = { id, email, ...names, role: role.name, ...why };
        await audit.record({ action: 'CREATE_USER', actor, params: { input: kept } }, tx);
        return existing(tx, id);
      });
    },
    async update(actor, { id, ...change }) {
      const isManager = actor.permissions.has('UserModify');
      const isOwnName =
        actor.id === id &&
        change.email === undefined &&
        change.role === undefined &&
        change.enabled === undefined;
      if (!isManager && !isOwnName)
        throw forbidden('You may change only your own name. Changing other people needs UserModify.');
      return store.transaction(async (tx) => {
        await lockUsers(tx);
        const before = await existing(tx, id);
        const isExternal = before.status === 'EXTERNAL_PROVIDER';
        const email =
          change.email === undefined
            ? before.email
            : isExternal
              ? change.email.trim()
              : readEmail(change.email);
        const names = readNames(
          {
            givenName: change.givenName ?? before.givenName,
            familyName: change.familyName ?? before.familyName,
          },
          { mayBeEmpty: isExternal },
        );
        const isRenamed =
          email !== before.email ||
          names.givenName !== before.givenName ||
          names.familyName !== before.familyName;
        if (isExternal && isRenamed)
          throw invalidInput(
            `Name and email of ${before.email || 'this person'} come from the identity provider. Change them there.`,
            { code: 'InvalidUpdate' },
          );
        if (email.toLowerCase() !== before.email.toLowerCase()) await refuseTaken(tx, email, id);
        const { role, roleSource } = await roleAfter(tx, before, change.role);
        const enabled = change.enabled ?? before.enabled;
        const isDemoted = role !== undefined && role.id !== before.roleId;
        if ((isDemoted && !role.permissions.includes('UserModify')) || !enabled) {
          if (!enabled && before.enabled && actor.id === id)
            throw invalidInput('You cannot deactivate yourself. Another administrator can.', {
              code: 'InvalidUpdate',
            });
          await refuseLast(tx, before);
        }
        if (isDemoted && actor.id === id && actor.roleName === 'Admin')
          throw invalidInput('You cannot take the role Admin from yourself. Another Admin can.', {
            code: 'InvalidUpdate',
          });
        if (isDemoted || email !== before.email || (!enabled && before.enabled))
          await assertMayTakeFrom(tx, actor, before);
        const after = { id, email, ...names, roleId: role?.id ?? before.roleId, roleSource, enabled };
        await updateUser(tx, after);
        if (isDemoted || !enabled) await refuseLastOfProvider(tx, before);
        if (!enabled && before.enabled) await endAccess(tx, id);
        await audit.record(
          {
            action: 'UPDATE_USER',
            actor,
            params: {
              input: { id, ...change },
              before: { ...factsOf(before), role: (await roles.byId(before.roleId, tx))?.name },
              after: { ...factsOf(after), role: (await roles.byId(after.roleId, tx))?.name },
            },
          },
          tx,
        );
        return existing(tx, id);
      });
    },
    async resetPassword(actor, id) {
      const { password, hash, until } = await temporary();
      return store.transaction(async (tx) => {
        await lockUsers(tx);
        const user = await existing(tx, id);
        if (user.status === 'EXTERNAL_PROVIDER')
          throw invalidInput(
            `${whoIs(user)} signs in with the identity provider and has no password here. Reset it there.`,
            { code: 'InvalidUpdate' },
          );
        if (actor.id === id)
          throw invalidInput('Change your own password in your profile.', { code: 'InvalidUpdate' });
        await assertMayTakeFrom(tx, actor, user);
        if (!(await passwordRule.letsIn(user.roleId, tx)))
          throw invalidInput(
            `Here people sign in with single sign-on only: a password lets ${user.email} in no more.`,
            { code: 'InvalidUpdate' },
          );
        await setTemporaryPassword(tx, id, { hash, until });
        await endAccess(tx, id);
        await audit.record(
          { action: 'RESET_USER_PASSWORD', actor, params: { input: { id, email: user.email } } },
          tx,
        );
        return handOver(tx, actor, {
          user: await existing(tx, id),
          password,
          letter: temporaryPasswordLetter,
        });
      });
    },
    remove: (actor, id) =>
      store.transaction(async (tx) => {
        await lockUsers(tx);
        const user = await existing(tx, id);
        if (actor.id === id)
          throw invalidInput('You cannot delete yourself. Another administrator can.', {
            code: 'InvalidUpdate',
          });
        await assertMayTakeFrom(tx, actor, user);
        await refuseLast(tx, user);
        await endAccess(tx, id);
        await tombstoneUser(tx, id);
        await refuseLastOfProvider(tx, user);
        await audit.record(
          { action: 'DELETE_USER', actor, params: { input: { id }, before: factsOf(user) } },
          tx,
        );
      }),
    assertMayTakeFrom,
    endAccess,
    onAccessEnded: (end) => void enders.push(end),
    arrive: createArrivals({ store, audit, refuseTaken, existing }),
    setDefaultRole(find) {
      defaultRoleId = find;
    },
    changeDefaultRole: async (tx, roleId) => {
      await lockUsers(tx);
      await moveDefaultRole(tx, roleId);
    },
    identitiesOf: (id) => listIdentities(store, id),
    passwordRule: () => passwordRule,
    setPasswordRule(rule) {
      passwordRule = rule;
    },
  };
}
