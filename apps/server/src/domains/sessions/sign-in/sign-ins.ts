import {
  digestOfToken,
  hashPassword,
  newOpaqueToken,
  passwordFaults,
  verifyPassword,
  type SecretBox,
} from '@margay/auth';
import { invalidInput, unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Caller } from '../../../api/http-parts.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import type { OrganizationService } from '../../organization/index.ts';
import type { RolesService } from '../../roles/index.ts';
import type { SecondFactorsService } from '../../second-factors/index.ts';
import {
  findCredentials,
  findUser,
  updatePassword,
  type User,
  type UsersService,
} from '../../users/index.ts';
import { actorOfPerson } from '../actor-of-person.ts';
import type { Brake } from '../brake.ts';
import { subjectsOfCode } from '../brake-subjects.ts';
import type { KeptSignedIn } from '../signed-in.ts';
import type { NewSession, SessionIssuer } from '../session-tokens.ts';
import { challengeOf, nextChallenge, type Challenge, type ChallengeKind } from './challenge.ts';
import type { Identity } from './identity.ts';
import {
  countWrongAnswer,
  dropExpiredPending,
  findPending,
  insertPending,
  takePending,
  type PendingSignIn,
} from './pending-store.ts';

export interface ChallengeAnswer {
  challenge: ChallengeKind;
  session: string;
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined;
  newPassword?: string | undefined;
}

/** A session, or what is asked before it. */
export type SignInReply =
  | { session: NewSession; email: string; recoveryCodes?: readonly string[] }
  | { challenge: Challenge };

/** What happens between the proof of who somebody is and their session: one way for all kinds of proof. */
export interface SignIns {
  enter(identity: Identity, deviceId?: string): Promise<SignInReply>;
  /**
   * Throws `unauthenticated` for a sign-in that has expired and for a wrong code, `limit` after many wrong ones, and
   * `InvalidInput` for a password that does not meet the rules.
   */
  answer(answer: ChallengeAnswer, caller: Caller): Promise<SignInReply>;
  dropExpired(): Promise<void>;
}

const pendingMs = 10 * 60_000;
const mostWrongAnswers = 5;
const expired = () =>
  unauthenticated('This sign-in has expired. Sign in again from the start.', { code: 'SignInExpired' });

export function createSignIns(deps: {
  store: Store;
  issuer: SessionIssuer;
  signedIn: KeptSignedIn;
  secondFactors: SecondFactorsService;
  organization: OrganizationService;
  roles: RolesService;
  users: UsersService;
  audit: AuditLog;
  brake: Brake;
  secrets: SecretBox;
  clock: () => Date;
}): SignIns {
  const { store, issuer, secondFactors, organization, roles, users, audit, brake, secrets, clock } = deps;

  async function needsSecondFactor(user: User): Promise<boolean> {
    const [policy, role] = await Promise.all([organization.signInPolicy(), roles.byId(user.roleId)]);
    return policy.requireSecondFactor || (role?.requiresSecondFactor ?? false);
  }

  async function goOn(
    { user, provider, isFactorProved }: Identity,
    { deviceId, recoveryCodes }: { deviceId?: string | undefined; recoveryCodes?: string[] },
  ): Promise<SignInReply> {
    const kind = nextChallenge(user, {
      isFactorProved,
      hasSecondFactor: await secondFactors.isSetUp(user.id),
      needsSecondFactor: await needsSecondFactor(user),
    });
    if (kind === undefined) {
      await audit.record({
        action: 'SIGN_IN',
        actor: actorOfPerson(user, await roles.byId(user.roleId)),
        ...(provider === 'password' ? {} : { params: { method: provider } }),
      });
      const session = await issuer.begin(user, provider, deviceId);
      return { session, email: user.email, ...(recoveryCodes ? { recoveryCodes } : {}) };
    }
    const session = newOpaqueToken();
    const digest = digestOfToken(session);
    const secret = kind === 'MFA_SETUP' ? secondFactors.newSecret() : undefined;
    await insertPending(store, digest, {
      userId: user.id,
      provider,
      challenge: kind,
      secret: secret === undefined ? null : secrets.seal(secret, placeOf(digest)),
      deviceId: deviceId ?? null,
      isFactorProved,
      expiresAt: new Date(clock().getTime() + pendingMs),
    });
    return { challenge: challengeOf(kind, { session, secret, email: user.email }) };
  }

  /** The password is set by one answer, and only while the challenge stands. */
  async function setPassword(user: User, digest: string, newPassword: string): Promise<User> {
    const faults = passwordFaults(newPassword, user.email);
    if (faults.length > 0)
      throw invalidInput(faults.join('. '), { details: { field: 'newPassword', faults } });
    const before = await findCredentials(store, user.email);
    if (await verifyPassword(before?.passwordHash, newPassword))
      throw invalidInput('Choose a password that is not the temporary one.', {
        details: { field: 'newPassword' },
      });
    const passwordHash = await hashPassword(newPassword);
    await store.transaction(async (tx) => {
      if (!(await takePending(tx, digest))) throw expired();
      await updatePassword(tx, user.id, passwordHash);
      await users.endAccess(tx, user.id);
      const actor = actorOfPerson(user, await roles.byId(user.roleId, tx));
      await audit.record({ action: 'UPDATE_USER', actor, params: { input: { password: 'changed' } } }, tx);
    });
    deps.signedIn.forget();
    return { ...user, status: 'CONFIRMED' };
  }

  /** The recovery codes of an app that was set up, none for a right code of one that was there. Throws for a wrong code. */
  async function proveFactor(
    { user, pending, digest }: { user: User; pending: PendingSignIn; digest: string },
    code: string,
    caller: Caller,
  ): Promise<string[]> {
    const attempt = await brake.begin(subjectsOfCode(user.id, caller.ip, pending.deviceId ?? undefined));
    const secret = pending.secret === null ? undefined : secrets.open(pending.secret, placeOf(digest));
    const codes =
      secret === undefined
        ? (await secondFactors.take(user.id, code))
          ? []
          : undefined
        : await secondFactors.setUp(user.id, secret, code);
    if (codes === undefined) {
      await countWrongAnswer(store, digest, mostWrongAnswers);
      await audit.record({
        action: 'SIGN_IN',
        actor: null,
        result: 'FAILED',
        params: { email: user.email, challenge: pending.challenge },
      });
      throw unauthenticated('This code is wrong, or its time is over. Enter the newest one.', {
        code: 'CodeMismatch',
      });
    }
    await attempt.succeeded();
    if (secret !== undefined) {
      const actor = actorOfPerson(user, await roles.byId(user.roleId));
      await audit.record({ action: 'UPDATE_USER', actor, params: { input: { secondFactor: 'set up' } } });
    }
    return codes;
  }

  return {
    enter: (identity, deviceId) => goOn(identity, { deviceId }),
    async answer({ challenge, session, code = '', newPassword = '' }, caller) {
      const digest = digestOfToken(session);
      const pending = await findPending(store, digest);
      if (pending === undefined || pending.challenge !== challenge || pending.expiresAt <= clock())
        throw expired();
      const user = await findUser(store, pending.userId);
      if (user === undefined || !user.enabled) throw expired();
      const { provider, deviceId, isFactorProved } = pending;
      const onward = { deviceId: deviceId ?? undefined };
      if (challenge === 'NEW_PASSWORD_REQUIRED') {
        const changed = await setPassword(user, digest, newPassword);
        return goOn({ user: changed, provider, isFactorProved }, onward);
      }
      const recoveryCodes = await proveFactor({ user, pending, digest }, code, caller);
      if (!(await takePending(store, digest))) throw expired();
      return goOn(
        { user, provider, isFactorProved: true },
        { ...onward, ...(recoveryCodes.length > 0 ? { recoveryCodes } : {}) },
      );
    },
    dropExpired: () => dropExpiredPending(store, clock()),
  };
}

const placeOf = (digest: string) => `pending-sign-in:${digest}`;
