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
import { createHmac } from 'node:crypto';
import type { Caller } from '../../api/http-parts.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { OrganizationService } from '../organization/index.ts';
import type { RolesService } from '../roles/index.ts';
import { findUser, markSignedIn, type User, type UsersService } from '../users/index.ts';
import { permissionsOfSession } from './permissions-of-session.ts';
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
  id: string;
  tokens: SessionTokens;
  deviceToken: string;
}

/** How a session came about. */
export interface SessionOrigin {
  provider: Provider;
  caller: Caller;
  /** The browser, where the account knows it. */
  deviceId?: string | undefined;
  /** When it ends in any case, where that is sooner than usual. */
  until?: Date | undefined;
}

/** Begins, renews and ends sessions. */
export interface SessionIssuer {
  begin(user: User, from: SessionOrigin): Promise<NewSession>;
  /**
   * New tokens for a refresh token, which is worth nothing afterwards. Who renews it again within a minute, from another
   * tab or because the answer was lost, is given the same next one; after that it was stolen, and the session ends.
   * A session ends here too that is older, or was left longer, than the organization allows now. Throws `unauthenticated`.
   */
  renew(refreshToken: string, caller: Caller): Promise<SessionTokens>;
  /** The session of a refresh token, ended or not; undefined for what is none. */
  sessionOf(refreshToken: string): Promise<Session | undefined>;
}

const graceMs = 60_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** As much of the name of a browser as is kept. */
const longestUserAgent = 400;
const placeOf = ({ ip, userAgent }: Caller) => ({
  sourceIp: ip,
  userAgent: userAgent.slice(0, longestUserAgent),
});
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
  organization: Pick<OrganizationService, 'signInSettings'>;
  audit: AuditLog;
  key: Uint8Array;
  refreshKey: Uint8Array;
  deviceKey: Uint8Array;
  chatSupportKey: Uint8Array;
  users: Pick<UsersService, 'identitiesOf'>;
  clock: () => Date;
}): SessionIssuer {
  const {
    store,
    signedIn,
    roles,
    organization,
    users,
    audit,
    key,
    refreshKey,
    deviceKey,
    chatSupportKey,
    clock,
  } = deps;

  async function tokensOf(user: User, session: Session, hours: number): Promise<SessionTokens> {
    const [role, identities] = await Promise.all([roles.accessOf(user.roleId), users.identitiesOf(user.id)]);
    const claims = {
      userId: user.id,
      sessionId: session.id,
      email: user.email,
      givenName: user.givenName,
      familyName: user.familyName,
      roleId: user.roleId ?? '',
      roleName: role?.name ?? '',
      samlDefaultRole:
        user.roleSource === 'default' && user.roleId !== null && role
          ? { id: user.roleId, name: role.name }
          : null,
      identities: identities.map(({ kind, issuer, subject }) => ({
        providerType: kind,
        providerName: issuer,
        userId: subject,
      })),
      chatSupportHash: createHmac('sha256', chatSupportKey).update(user.id).digest('hex'),
      permissions: [...permissionsOfSession(role?.permissions ?? [], session.provider)],
      logTypeAccessKind: role?.logTypeAccessKind ?? 'DENY_ALL',
      authTime: Math.floor(session.authTime.getTime() / 1000),
    };
    const now = clock().getTime();
    return {
      idToken: await signSessionToken(claims, 'id', key, now),
      accessToken: await signSessionToken(claims, 'access', key, now),
      refreshToken: signRefreshToken({ sessionId: session.id, generation: session.generation }, refreshKey),
      expiresIn: sessionLifetimes.idTokenSeconds,
      refreshTokenHours: hours,
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

  /** How long the session may last by what holds now, in hours. Ends it where that is over, or nobody used it for too long. */
  async function refuseOver(session: Session, now: Date): Promise<number> {
    const { sessionHours, idleMinutes } = await organization.signInSettings();
    const hours = Math.min(sessionHours, (session.expiresAt.getTime() - session.authTime.getTime()) / hourMs);
    const usedAt = (session.renewedAt ?? session.authTime).getTime();
    const isOld = session.authTime.getTime() + hours * hourMs <= now.getTime();
    const isIdle = idleMinutes !== undefined && usedAt + idleMinutes * minuteMs <= now.getTime();
    if (!isOld && !isIdle) return hours;
    await revokeSessions(store, 'id', session.id);
    signedIn.forget();
    throw unauthenticated(ended);
  }

  return {
    async begin(user, { provider, caller, deviceId = newUuid(), until }) {
      const now = clock();
      const { sessionHours } = await organization.signInSettings();
      const longest = now.getTime() + sessionHours * hourMs;
      const session: Session = {
        id: newUuid(),
        userId: user.id,
        provider,
        authTime: now,
        expiresAt: new Date(Math.min(longest, until?.getTime() ?? longest)),
        revokedAt: null,
        generation: 0,
        renewedAt: null,
        ...placeOf(caller),
      };
      await insertSession(store, session);
      await markSignedIn(store, user.id, now);
      return {
        id: session.id,
        tokens: await tokensOf(user, session, sessionHours),
        deviceToken: await signDeviceToken(
          { id: deviceId, account: accountOf(user.email) },
          deviceKey,
          now.getTime(),
        ),
      };
    },
    async renew(refreshToken, caller) {
      const claims = readRefreshToken(refreshToken, refreshKey);
      if (claims === undefined) throw unauthenticated(ended);
      const now = clock();
      const found = assertAlive(await findSession(store, claims.sessionId), now);
      const hours = await refuseOver(found, now);
      const user = await findUser(store, found.userId);
      if (user === undefined || !user.enabled) throw unauthenticated(ended);
      const renewed =
        claims.generation === found.generation
          ? await renewSession(store, found, { at: now, ...placeOf(caller) })
          : undefined;
      const session = renewed ?? assertAlive(await findSession(store, found.id), now);
      const isLate = now.getTime() - (session.renewedAt?.getTime() ?? 0) > graceMs;
      if (claims.generation !== session.generation - 1 || isLate) return endStolen(session, user);
      return tokensOf(user, session, hours);
    },
    async sessionOf(refreshToken) {
      const claims = readRefreshToken(refreshToken, refreshKey);
      return claims && findSession(store, claims.sessionId);
    },
  };
}
