import {
  accountOf,
  digestOfToken,
  expandPermissions,
  hashPassword,
  newOpaqueToken,
  passwordFaults,
  readDeviceToken,
  sessionLifetimes,
  signDeviceToken,
  signSessionToken,
  verifyLocalProof,
  verifyPassword,
  verifySessionToken,
} from '@margay/auth';
import { forbidden, invalidInput, newUuid, unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { Caller } from '../../api/http-parts.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { RolesService } from '../roles/index.ts';
import {
  findCredentials,
  findUser,
  markSignedIn,
  type NewAdministrator,
  updatePassword,
  type User,
  type UsersService,
} from '../users/index.ts';
import { createBrake, forgetFailuresAfterMs } from './brake.ts';
import { dropOldCounts } from './brake-store.ts';
import { subjectsOfSignIn } from './brake-subjects.ts';
import { createPasswordGate } from './password-gate.ts';
import type { KeptSignedIn } from './keep-signed-in.ts';
import type { SignedIn } from './signed-in.ts';
import {
  addSetupLink,
  dropExpiredSessions,
  findSession,
  insertSession,
  isSetupLink,
  revokeSessions,
  type Session,
  useSetupLink,
} from './store.ts';

export interface SessionTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
  /** Seconds until the ID and access token expire. */
  expiresIn: number;
  refreshTokenHours: number;
  /** Seconds since 1970. */
  authTime: number;
}

/** A session, and what makes the browser known to the account from now on (see `signDeviceToken`). */
export interface NewSession {
  tokens: SessionTokens;
  deviceToken: string;
}

export interface SessionsService {
  /**
   * Throws `unauthenticated` in the same words whatever was wrong, and `limit` with the seconds to wait after many
   * failures. `deviceToken` is what an earlier session of this browser gave out, if there is one.
   */
  signIn(
    email: string,
    password: string,
    caller: Caller,
    deviceToken: string | undefined,
  ): Promise<NewSession>;
  /** A new ID and access token; the refresh token stays the same until it ends. */
  refresh(refreshToken: string): Promise<SessionTokens>;
  /** For the command line on the same machine: a session of the oldest enabled administrator. */
  signInLocally(proof: string, caller: Caller): Promise<SessionTokens>;
  signOut(refreshToken: string, everywhere: boolean): Promise<void>;
  changePassword(actor: Actor, oldPassword: string, newPassword: string): Promise<void>;
  /** Who an ID token belongs to, with the permissions their role has now, two seconds ago at most. Throws `unauthenticated`. */
  actorOfToken(idToken: string): Promise<Actor>;
  /** A secret for the first-run page. The first use of any ends all of them. */
  newSetupToken(): Promise<string>;
  setUp(token: string, input: NewAdministrator): Promise<NewSession>;
  dropExpired(): Promise<void>;
  /** Passwords checked since the start; what was refused without a check is not among them. */
  passwordCheckCount(): number;
}

const wrong = 'The email or the password is wrong.';

export function createSessionsService(deps: {
  store: Store;
  signedIn: KeptSignedIn;
  users: UsersService;
  roles: RolesService;
  audit: AuditLog;
  key: Uint8Array;
  localKey: Uint8Array;
  deviceKey: Uint8Array;
  brakeKey: Uint8Array;
  clock: () => Date;
}): SessionsService {
  const { store, signedIn, users, roles, audit, key, localKey, deviceKey, clock } = deps;
  const gate = createPasswordGate(createBrake({ store, key: deps.brakeKey, clock }));

  async function tokensOf(user: User, session: Session, refreshToken: string): Promise<SessionTokens> {
    const role = await roles.byId(user.roleId);
    const claims = {
      userId: user.id,
      sessionId: session.id,
      email: user.email,
      givenName: user.givenName,
      familyName: user.familyName,
      roleName: role?.name ?? '',
      permissions: role?.permissions ?? [],
      logTypeAccessKind: role?.logTypeAccessKind ?? 'DENY_ALL',
      authTime: Math.floor(session.authTime.getTime() / 1000),
    };
    const now = clock().getTime();
    return {
      idToken: await signSessionToken(claims, 'id', key, now),
      accessToken: await signSessionToken(claims, 'access', key, now),
      refreshToken,
      expiresIn: sessionLifetimes.idTokenSeconds,
      refreshTokenHours: sessionLifetimes.refreshTokenHours,
      authTime: claims.authTime,
    };
  }

  async function startSession(user: User): Promise<SessionTokens> {
    const now = clock();
    const refreshToken = newOpaqueToken();
    const session: Session = {
      id: newUuid(),
      userId: user.id,
      authTime: now,
      expiresAt: new Date(now.getTime() + sessionLifetimes.refreshTokenHours * 3_600_000),
      revokedAt: null,
    };
    await insertSession(store, session, digestOfToken(refreshToken));
    await markSignedIn(store, user.id, now);
    return tokensOf(user, session, refreshToken);
  }

  async function startSessionOnDevice(user: User, knownId = newUuid()): Promise<NewSession> {
    const device = { id: knownId, account: accountOf(user.email) };
    return {
      tokens: await startSession(user),
      deviceToken: await signDeviceToken(device, deviceKey, clock().getTime()),
    };
  }

  /** The person whose password this is; the same work is done for an account that does not exist. */
  async function personOf(email: string, password: string): Promise<User | undefined> {
    const found = await findCredentials(store, email);
    const isRight = await verifyPassword(found?.passwordHash, password);
    // The database knows capitals of its own; only what the brake takes for this account may open it.
    const isSame = found !== undefined && accountOf(found.user.email) === accountOf(email);
    return isRight && isSame && found.user.enabled ? found.user : undefined;
  }

  function assertAlive(session: Session | undefined): Session {
    if (session === undefined || session.revokedAt !== null || session.expiresAt <= clock()) {
      throw unauthenticated('The session has ended. Sign in again.');
    }
    return session;
  }

  const actorFrom = async (user: User) => actorOf(user, await roles.byId(user.roleId));

  return {
    async signIn(email, password, caller, deviceToken) {
      const account = accountOf(email);
      const device =
        deviceToken === undefined
          ? undefined
          : await readDeviceToken(deviceToken, account, deviceKey, clock().getTime());
      const user = await gate.attempt(
        device === undefined ? 'strangers' : 'known',
        subjectsOfSignIn(account, caller.ip, device),
        () => personOf(email, password),
      );
      await audit.record({
        action: 'SIGN_IN',
        ...(user === undefined
          ? { actor: null, result: 'FAILED', params: { email } }
          : { actor: await actorFrom(user) }),
        sourceIp: caller.ip,
        userAgent: caller.userAgent,
      });
      if (user === undefined) throw unauthenticated(wrong, { code: 'NotAuthorized' });
      return startSessionOnDevice(user, device);
    },
    async refresh(refreshToken) {
      const session = assertAlive(await findSession(store, 'refresh', digestOfToken(refreshToken)));
      const user = await findUser(store, session.userId);
      if (user === undefined || !user.enabled) throw unauthenticated('The session has ended. Sign in again.');
      return tokensOf(user, session, refreshToken);
    },
    async signInLocally(proof, caller) {
      await verifyLocalProof(proof, localKey, clock().getTime());
      const admin = await roles.byName('Admin');
      const administrators = (await users.list()).filter((user) => user.enabled && user.roleId === admin?.id);
      const user = administrators.at(-1);
      if (user === undefined) {
        throw forbidden(
          'There is no administrator yet. Open the set-up link that the server printed, then try again.',
        );
      }
      await audit.record({
        action: 'SIGN_IN',
        actor: await actorFrom(user),
        params: { method: 'local' },
        sourceIp: caller.ip,
        userAgent: caller.userAgent,
      });
      return startSession(user);
    },
    async signOut(refreshToken, everywhere) {
      const session = await findSession(store, 'refresh', digestOfToken(refreshToken));
      if (session === undefined) return;
      await revokeSessions(store, everywhere ? 'user_id' : 'id', everywhere ? session.userId : session.id);
      signedIn.forget();
    },
    async changePassword(actor, oldPassword, newPassword) {
      const user = await gate.attempt('known', [{ kind: 'change', value: actor.id }], () =>
        personOf(actor.email, oldPassword),
      );
      if (user === undefined) {
        throw invalidInput('The old password is wrong.', { details: { field: 'oldPassword' } });
      }
      const faults = passwordFaults(newPassword, actor.email);
      if (faults.length > 0)
        throw invalidInput(faults.join('. '), { details: { field: 'newPassword', faults } });
      const passwordHash = await hashPassword(newPassword);
      await store.transaction(async (tx) => {
        await updatePassword(tx, actor.id, passwordHash);
        await revokeSessions(tx, 'user_id', actor.id);
      });
      signedIn.forget();
      await audit.record({ action: 'UPDATE_USER', actor, params: { input: { password: 'changed' } } });
    },
    async actorOfToken(idToken) {
      const claims = await verifySessionToken(idToken, 'id', key, clock().getTime());
      const found = await signedIn.find(claims.sessionId, claims.userId);
      assertAlive(found?.session);
      if (!found?.user.enabled) throw unauthenticated('The session has ended. Sign in again.');
      return actorOf(found.user, found.role);
    },
    async newSetupToken() {
      const token = newOpaqueToken();
      await store.transaction((tx) => addSetupLink(tx, digestOfToken(token)));
      return token;
    },
    async setUp(token, input) {
      const digest = digestOfToken(token);
      const refused = () =>
        forbidden(
          'This set-up link is not valid any more. Use the newest link that the server printed, or restart it to get a new one.',
        );
      // Looked at before any work is done; it counts only inside the transaction that makes the person.
      if (!(await isSetupLink(store, digest))) throw refused();
      const user = await users.createFirstAdministrator(input, async (tx) => {
        if (!(await useSetupLink(tx, digest))) throw refused();
      });
      return startSessionOnDevice(user);
    },
    async dropExpired() {
      await dropExpiredSessions(store, clock());
      await dropOldCounts(store, new Date(clock().getTime() - forgetFailuresAfterMs));
    },
    passwordCheckCount: gate.checkCount,
  };
}

function actorOf(user: SignedIn['user'], role: SignedIn['role']): Actor {
  return {
    kind: 'person',
    id: user.id,
    name: `${user.givenName} ${user.familyName}`.trim() || user.email,
    email: user.email,
    roleName: role?.name ?? '',
    permissions: expandPermissions(role?.permissions ?? []),
    logTypeAccess: { kind: role?.logTypeAccessKind ?? 'DENY_ALL', logTypes: role?.logTypeAccess ?? [] },
  };
}
