import { conflict, forbidden, newUuid } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { AuditLog } from '../audit-log/index.ts';
import { countOthersWhoManage, type Role } from '../roles/index.ts';
import { findIdentityOwner, insertIdentity, type UserIdentity } from './identities.ts';
import { insertUser, lockUsers, updateUser, type RoleSource, type User } from './store.ts';
import { factsOf } from './user-facts.ts';

/** Somebody whom the identity provider vouches for, as it describes them. */
export interface Arrival {
  identity: UserIdentity;
  /** Empty where the provider says nothing, or nothing that it has verified. */
  email: string;
  givenName: string;
  familyName: string;
  /** Of people whose attributes name no role. */
  defaultRole: Role;
  /** What an attribute of theirs names, where roles come from there. */
  namedRole: Role | undefined;
}

const longestName = 100;
const longestEmail = 320;

export function createArrivals(deps: {
  store: Store;
  audit: AuditLog;
  refuseTaken(tx: Sql, email: string, own?: string): Promise<void>;
  existing(tx: Sql, id: string): Promise<User>;
}): (arrival: Arrival) => Promise<User> {
  const { store, audit, existing } = deps;

  /** An account with a password is nobody's because a provider sends its email: whoever runs the provider could take it. */
  async function refuseForeign(tx: Sql, email: string, own?: string): Promise<void> {
    if (email === '') return;
    await deps.refuseTaken(tx, email, own).catch((cause: unknown) => {
      throw conflict(
        `${email} has an account here that signs in with a password, and the identity provider does not take it over. Ask an administrator to delete that account or to change its email, then sign in again.`,
        { cause, code: 'EmailTaken' },
      );
    });
  }

  async function insert(tx: Sql, arrival: Arrival): Promise<User> {
    const { identity, namedRole, defaultRole, ...person } = arrival;
    const id = newUuid();
    const roleSource: RoleSource = namedRole === undefined ? 'default' : 'attribute';
    const role = namedRole ?? defaultRole;
    const user = { id, ...person, roleId: role.id, roleSource };
    await insertUser(tx, { ...user, status: 'EXTERNAL_PROVIDER', passwordHash: null });
    await insertIdentity(tx, id, identity);
    await audit.record(
      {
        action: 'CREATE_USER',
        actor: null,
        params: { input: { id, ...person, role: role.name, roleSource, ...identity } },
      },
      tx,
    );
    return existing(tx, id);
  }

  /** A role that an administrator chose stays until an attribute names another. */
  async function roleOf(
    tx: Sql,
    before: User,
    { namedRole, defaultRole }: Arrival,
  ): Promise<Pick<User, 'roleId' | 'roleSource'>> {
    const { roleId, roleSource } = before;
    if (namedRole === undefined && roleSource === 'chosen') return { roleId, roleSource };
    const role = namedRole ?? defaultRole;
    // Somebody must be left who can manage users, whatever the provider says.
    const isLast =
      role.id !== roleId &&
      !role.permissions.includes('UserModify') &&
      (await countOthersWhoManage(tx, { userId: before.id })) === 0;
    if (isLast) return { roleId, roleSource };
    return { roleId: role.id, roleSource: namedRole === undefined ? 'default' : 'attribute' };
  }

  async function refresh(tx: Sql, before: User, arrival: Arrival): Promise<User> {
    if (!before.enabled)
      throw forbidden('This account is deactivated. Ask an administrator to reactivate it.', {
        code: 'AccountDeactivated',
      });
    const { email, givenName, familyName } = arrival;
    const role = await roleOf(tx, before, arrival);
    const after = { id: before.id, enabled: true, email, givenName, familyName, ...role };
    if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(after))) return before;
    await refuseForeign(tx, email, before.id);
    await updateUser(tx, after);
    await audit.record(
      {
        action: 'UPDATE_USER',
        actor: null,
        params: {
          input: { id: before.id, from: arrival.identity.issuer },
          before: factsOf(before),
          after: factsOf(after),
        },
      },
      tx,
    );
    return existing(tx, before.id);
  }

  return (given) =>
    store.transaction(async (tx) => {
      const arrival = {
        ...given,
        email: given.email.trim().slice(0, longestEmail),
        givenName: given.givenName.trim().slice(0, longestName),
        familyName: given.familyName.trim().slice(0, longestName),
      };
      await lockUsers(tx);
      const owner = await findIdentityOwner(tx, arrival.identity);
      if (owner !== undefined) return refresh(tx, await existing(tx, owner), arrival);
      await refuseForeign(tx, arrival.email);
      return insert(tx, arrival);
    });
}
