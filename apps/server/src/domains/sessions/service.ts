import {
  digestOfToken,
  expandPermissions,
  hashPassword,
  newOpaqueToken,
  passwordFaults,
  sessionLifetimes,
  signSessionToken,
  verifyLocalProof,
  verifyPassword,
  verifySessionToken,
} from '@margay/auth';
import { forbidden, invalidInput, newUuid, unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/service.ts';
import type { RolesService } from '../roles/service.ts';
import type { NewAdministrator, UsersService } from '../users/service.ts';
import { findCredentials, findUser, markSignedIn, updatePassword, type User } from '../users/store.ts';
import { countFailure, refuseWhileBraked, releaseBrake } from './brake.ts';
import {
  dropExpiredSessions,
  dropSetupLinks,
  findSession,
  findSignedIn,
  insertSession,
  isSetupLink,
  replaceSetupLink,
  revokeSessions,
  type Session,
  type SignedIn,
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

export interface Caller {
  ip: string;
  userAgent: string;
}

export interface SessionsService {
  signIn(email: string, password: string, caller: Caller): Promise<SessionTokens>;
  /** A new ID and access token; the refresh token stays the same until it ends. */
  refresh(refreshToken: string): Promise<SessionTokens>;
  /** For the command line on the same machine: a session of the oldest enabled administrator. */
  signInLocally(proof: string, caller: Caller): Promise<SessionTokens>;
  signOut(refreshToken: string, everywhere: boolean): Promise<void>;
  changePassword(actor: Actor, oldPassword: string, newPassword: string): Promise<void>;
  /** Who an ID token belongs to, with the permissions their role has right now. Throws `unauthenticated`. */
  actorOfToken(idToken: string): Promise<Actor>;
  /** A one-time secret for the first-run page, replacing any older one. */
  newSetupToken(): Promise<string>;
  setUp(token: string, input: NewAdministrator, caller: Caller): Promise<SessionTokens>;
  dropExpired(): Promise<void>;
}

const wrong = 'The email or the password is wrong.';

export function createSessionsService(deps: {
  store: Store;
  users: UsersService;
  roles: RolesService;
  audit: AuditLog;
  key: Uint8Array;
  localKey: Uint8Array;
  clock: () => Date;
}): SessionsService {
  const { store, users, roles, audit, key, localKey, clock } = deps;

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

  function assertAlive(session: Session | undefined): Session {
    if (session === undefined || session.revokedAt !== null || session.expiresAt <= clock()) {
      throw unauthenticated('The session has ended. Sign in again.');
    }
    return session;
  }

  const actorFrom = async (user: User) => actorOf(user, await roles.byId(user.roleId));

  return {
    async signIn(email, password, caller) {
      const brakes = [`account:${email.toLowerCase()}`, `address:${caller.ip}`];
      await refuseWhileBraked(store, brakes, clock());
      const found = await findCredentials(store, email);
      const isRight = await verifyPassword(found?.passwordHash, password);
      if (found === undefined || !isRight || !found.user.enabled) {
        await countFailure(store, brakes, clock());
        await audit.record({
          action: 'SIGN_IN',
          actor: null,
          result: 'FAILED',
          params: { email },
          sourceIp: caller.ip,
          userAgent: caller.userAgent,
        });
        throw unauthenticated(wrong, { code: 'NotAuthorized' });
      }
      await releaseBrake(store, brakes);
      await audit.record({
        action: 'SIGN_IN',
        actor: await actorFrom(found.user),
        sourceIp: caller.ip,
        userAgent: caller.userAgent,
      });
      return startSession(found.user);
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
    },
    async changePassword(actor, oldPassword, newPassword) {
      const found = await findCredentials(store, actor.email);
      if (!(await verifyPassword(found?.passwordHash, oldPassword))) {
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
      await audit.record({ action: 'UPDATE_USER', actor, params: { input: { password: 'changed' } } });
    },
    async actorOfToken(idToken) {
      const claims = await verifySessionToken(idToken, 'id', key, clock().getTime());
      const found = await findSignedIn(store, claims.sessionId, claims.userId);
      assertAlive(found?.session);
      if (!found?.user.enabled) throw unauthenticated('The session has ended. Sign in again.');
      return actorOf(found.user, found.role);
    },
    async newSetupToken() {
      const token = newOpaqueToken();
      await store.transaction((tx) => replaceSetupLink(tx, digestOfToken(token)));
      return token;
    },
    async setUp(token, input, caller) {
      await refuseWhileBraked(store, [`setup:${caller.ip}`], clock());
      if (!(await isSetupLink(store, digestOfToken(token)))) {
        await countFailure(store, [`setup:${caller.ip}`], clock());
        throw forbidden(
          'This set-up link is not valid any more. Use the newest link that the server printed, or restart it to get a new one.',
        );
      }
      const user = await users.createFirstAdministrator(input);
      await dropSetupLinks(store);
      return startSession(user);
    },
    dropExpired: () => dropExpiredSessions(store, clock()),
  };
}

function actorOf(user: SignedIn['user'], role: SignedIn['role']): Actor {
  return {
    kind: 'user',
    id: user.id,
    name: `${user.givenName} ${user.familyName}`.trim() || user.email,
    email: user.email,
    roleName: role?.name ?? '',
    permissions: expandPermissions(role?.permissions ?? []),
    logTypeAccess: { kind: role?.logTypeAccessKind ?? 'DENY_ALL', logTypes: role?.logTypeAccess ?? [] },
  };
}
