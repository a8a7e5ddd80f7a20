import {
  accountOf,
  readRefreshToken,
  sessionLifetimes,
  signDeviceToken,
  signRefreshToken,
  signSessionToken,
} from '@margay/auth';
import { newUuid, unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import type { AuditLog } from '../audit-log/index.ts';
import type { RolesService } from '../roles/index.ts';
import { findUser, markSignedIn, type User } from '../users/index.ts';
import type { KeptSignedIn } from './signed-in.ts';
import {
  findSession,
  insertSession,
  renewSession,
  revokeSessions,
  type Provider,
  type Session,
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

/** Begins, renews and ends sessions. */
export interface SessionIssuer {
  begin(user: User, provider: Provider, deviceId?: string): Promise<NewSession>;
  /**
   * New tokens for a refresh token, which is worth nothing afterwards. Who renews it again within a minute, from another
   * tab or because the answer was lost, is given the same next one; after that it was stolen, and the session ends.
   * Throws `unauthenticated`.
   */
  renew(refreshToken: string): Promise<SessionTokens>;
  /** The session of a refresh token, ended or not; undefined for what is none. */
  sessionOf(refreshToken: string): Promise<Session | undefined>;
}

const graceMs = 60_000;
const ended = 'The session has ended. Sign in again.';

/** Throws `unauthenticated` for a session that is not, or not any more. */
export function assertAlive(session: Session | undefined, now: Date): Session {
  if (session === undefined || session.revokedAt !== null || session.expiresAt <= now)
    throw unauthenticated(ended);
  return session;
}

export function createSessionIssuer(deps: {
  store: Store;
  signedIn: KeptSignedIn;
  roles: RolesService;
  audit: AuditLog;
  key: Uint8Array;
  refreshKey: Uint8Array;
  deviceKey: Uint8Array;
  clock: () => Date;
}): SessionIssuer {
  const { store, signedIn, roles, audit, key, refreshKey, deviceKey, clock } = deps;

  async function tokensOf(user: User, session: Session): Promise<SessionTokens> {
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
      refreshToken: signRefreshToken({ sessionId: session.id, generation: session.generation }, refreshKey),
      expiresIn: sessionLifetimes.idTokenSeconds,
      refreshTokenHours: sessionLifetimes.refreshTokenHours,
      authTime: claims.authTime,
    };
  }

  /** Somebody renewed a token that was renewed long ago: of the two who have it, one stole it. */
  async function endStolen(session: Session, user: User): Promise<never> {
    await revokeSessions(store, 'id', session.id);
    signedIn.forget();
    await audit.record({
      action: 'SIGN_OUT',
      actor: null,
      result: 'FAILED',
      params: { reason: 'A refresh token was used twice.', userId: user.id, email: user.email },
    });
    throw unauthenticated(ended);
  }

  return {
    async begin(user, provider, deviceId = newUuid()) {
      const now = clock();
      const session: Session = {
        id: newUuid(),
        userId: user.id,
        provider,
        authTime: now,
        expiresAt: new Date(now.getTime() + sessionLifetimes.refreshTokenHours * 3_600_000),
        revokedAt: null,
        generation: 0,
        renewedAt: null,
      };
      await insertSession(store, session);
      await markSignedIn(store, user.id, now);
      return {
        tokens: await tokensOf(user, session),
        deviceToken: await signDeviceToken(
          { id: deviceId, account: accountOf(user.email) },
          deviceKey,
          now.getTime(),
        ),
      };
    },
    async renew(refreshToken) {
      const claims = readRefreshToken(refreshToken, refreshKey);
      if (claims === undefined) throw unauthenticated(ended);
      const now = clock();
      const found = assertAlive(await findSession(store, claims.sessionId), now);
      const user = await findUser(store, found.userId);
      if (user === undefined || !user.enabled) throw unauthenticated(ended);
      const renewed =
        claims.generation === found.generation ? await renewSession(store, found, now) : undefined;
      const session = renewed ?? assertAlive(await findSession(store, found.id), now);
      const isLate = now.getTime() - (session.renewedAt?.getTime() ?? 0) > graceMs;
      if (claims.generation !== session.generation - 1 || isLate) return endStolen(session, user);
      return tokensOf(user, session);
    },
    async sessionOf(refreshToken) {
      const claims = readRefreshToken(refreshToken, refreshKey);
      return claims && findSession(store, claims.sessionId);
    },
  };
}
