import { digestOfToken, newOpaqueToken, type SecretBox } from '@margay/auth';
import { unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Caller } from '../../../api/http-parts.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import type { OrganizationService } from '../../organization/index.ts';
import type { RolesService } from '../../roles/index.ts';
import type { PasskeyOptions, PasskeyProof, SecondFactorsService } from '../../second-factors/index.ts';
import { findUser, type User } from '../../users/index.ts';
import { actorOfPerson } from '../actor-of-person.ts';
import type { Brake } from '../brake.ts';
import { subjectsOfCode } from '../brake-subjects.ts';
import type { NewPasswords } from '../new-password.ts';
import type { NewSession, SessionIssuer } from '../session-tokens.ts';
import { challengeOf, isAnswerTo, nextChallenge, type Challenge, type ChallengeKind } from './challenge.ts';
import type { Identity } from './identity.ts';
import { needsSecondFactor } from './needs-second-factor.ts';
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
  /** What a passkey of the person signed. */
  passkey?: PasskeyProof | undefined;
  newPassword?: string | undefined;
}

/** A session, or what is asked before it. */
export type SignInReply =
  | { session: NewSession; email: string; recoveryCodes?: readonly string[] }
  | { challenge: Challenge };

/** What happens between the proof of who somebody is and their session: one way for all kinds of proof. */
export interface SignIns {
  enter(identity: Identity, caller: Caller, deviceId?: string): Promise<SignInReply>;
  /**
   * Throws `unauthenticated` for a sign-in that has expired and for a wrong code, `limit` after many wrong ones, and
   * `InvalidInput` for a password that does not meet the rules.
   */
  answer(answer: ChallengeAnswer, caller: Caller): Promise<SignInReply>;
  /**
   * What a passkey has to sign for a sign-in that waits for one; what was asked before counts no more. Throws
   * `unauthenticated` for a sign-in that has expired, or waits for something else.
   */
  passkeyOptions(session: string): Promise<PasskeyOptions>;
  dropExpired(): Promise<void>;
}

const pendingMs = 10 * 60_000;
const mostWrongAnswers = 5;
const expired = () =>
  unauthenticated('This sign-in has expired. Sign in again from the start.', { code: 'SignInExpired' });

export function createSignIns(deps: {
  store: Store;
  issuer: SessionIssuer;
  newPasswords: NewPasswords;
  secondFactors: SecondFactorsService;
  organization: OrganizationService;
  roles: RolesService;
  audit: AuditLog;
  brake: Brake;
  secrets: SecretBox;
  clock: () => Date;
}): SignIns {
  const { store, issuer, newPasswords, secondFactors, roles, audit, brake, secrets, clock } = deps;

  async function goOn(
    { user, provider, isFactorProved, until }: Identity,
    {
      caller,
      deviceId,
      recoveryCodes,
    }: { caller: Caller; deviceId?: string | undefined; recoveryCodes?: string[] },
  ): Promise<SignInReply> {
    const factors = await secondFactors.of(user.id);
    const kind = nextChallenge(user, {
      isFactorProved,
      factors,
      needsSecondFactor: await needsSecondFactor(deps, user),
    });
    if (kind === undefined) {
      await audit.record({
        action: 'SIGN_IN',
        actor: actorOfPerson(user, await roles.byId(user.roleId)),
        ...(provider === 'password' ? {} : { params: { method: provider } }),
      });
      const session = await issuer.begin(user, { provider, deviceId, caller, until });
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
    return { challenge: challengeOf(kind, { session, secret, email: user.email, hasApp: factors.hasApp }) };
  }

  /** The password is set by one answer, and only while the challenge stands. */
  async function setPassword(user: User, digest: string, newPassword: string): Promise<User> {
    await newPasswords.set(user, newPassword, {
      reason: 'chosen',
      actor: actorOfPerson(user, await roles.byId(user.roleId)),
      async claim(tx) {
        if (!(await takePending(tx, digest))) throw expired();
      },
    });
    return { ...user, status: 'CONFIRMED' };
  }

  /** The recovery codes of an app that was set up, none for a factor that was there. Throws for a wrong one. */
  async function proveFactor(
    { user, pending, digest }: { user: User; pending: PendingSignIn; digest: string },
    answer: ChallengeAnswer,
    caller: Caller,
  ): Promise<string[]> {
    const attempt = await brake.begin(subjectsOfCode(user.id, caller.ip, pending.deviceId ?? undefined));
    const proved = await checkFactor({ user, pending, digest }, answer);
    if ('codes' in proved) {
      await attempt.succeeded();
      if (answer.challenge === 'MFA_SETUP') {
        const actor = actorOfPerson(user, await roles.byId(user.roleId));
        await audit.record({ action: 'UPDATE_USER', actor, params: { input: { secondFactor: 'set up' } } });
      }
      return proved.codes;
    }
    await countWrongAnswer(store, digest, mostWrongAnswers);
    await audit.record({
      action: 'SIGN_IN',
      actor: null,
      result: 'FAILED',
      params: {
        email: user.email,
        challenge: answer.challenge,
        ...(proved.reason === undefined ? {} : { reason: proved.reason }),
      },
    });
    throw answer.challenge === 'PASSKEY'
      ? unauthenticated('This passkey was not accepted. Try again, or enter a code.', {
          code: 'PasskeyMismatch',
        })
      : unauthenticated('This code is wrong, was used, or its time is over. Enter another one.', {
          code: 'CodeMismatch',
        });
  }

  async function checkFactor(
    { user, pending, digest }: { user: User; pending: PendingSignIn; digest: string },
    { challenge, code = '', passkey }: ChallengeAnswer,
  ): Promise<{ codes: string[] } | { reason: string | undefined }> {
    const wrong = { reason: undefined };
    if (challenge === 'PASSKEY') {
      if (passkey === undefined) return { reason: 'There was no passkey in the answer.' };
      const proved = await secondFactors.passkeys.prove(user.id, digest, passkey);
      return proved.isProved ? { codes: [] } : proved;
    }
    if (pending.secret === null) return (await secondFactors.take(user.id, code)) ? { codes: [] } : wrong;
    const codes = await secondFactors.setUp(user.id, secrets.open(pending.secret, placeOf(digest)), code);
    return codes === undefined ? wrong : { codes };
  }

  /** A sign-in that still waits, with its person. */
  async function waiting(digest: string): Promise<{ pending: PendingSignIn; user: User }> {
    const pending = await findPending(store, digest);
    if (pending === undefined || pending.expiresAt <= clock()) throw expired();
    const user = await findUser(store, pending.userId);
    if (user === undefined || !user.enabled) throw expired();
    return { pending, user };
  }

  return {
    enter: (identity, caller, deviceId) => goOn(identity, { caller, deviceId }),
    async answer(answer, caller) {
      const digest = digestOfToken(answer.session);
      const { pending, user } = await waiting(digest);
      if (!isAnswerTo(answer.challenge, pending.challenge)) throw expired();
      const { provider, deviceId, isFactorProved } = pending;
      const onward = { caller, deviceId: deviceId ?? undefined };
      if (answer.challenge === 'NEW_PASSWORD_REQUIRED') {
        const changed = await setPassword(user, digest, answer.newPassword ?? '');
        return goOn({ user: changed, provider, isFactorProved }, onward);
      }
      const recoveryCodes = await proveFactor({ user, pending, digest }, answer, caller);
      if (!(await takePending(store, digest))) throw expired();
      return goOn(
        { user, provider, isFactorProved: true },
        { ...onward, ...(recoveryCodes.length > 0 ? { recoveryCodes } : {}) },
      );
    },
    async passkeyOptions(session) {
      const digest = digestOfToken(session);
      const { pending, user } = await waiting(digest);
      if (pending.challenge !== 'PASSKEY') throw expired();
      return secondFactors.passkeys.startProof(user.id, digest);
    },
    async dropExpired() {
      await dropExpiredPending(store, clock());
      await secondFactors.passkeys.dropExpired();
    },
  };
}

const placeOf = (digest: string) => `pending-sign-in:${digest}`;
