import {
  accountOf,
  digestOfResetCode,
  isSameDigest,
  newOpaqueToken,
  newResetCode,
  normalizeResetCode,
  resetCodeLength,
} from '@margay/auth';
import { invalidInput, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../../api/actor.ts';
import type { Caller } from '../../../api/http-parts.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import { resetAddress, resetCodeLetter, type MailService } from '../../mail/index.ts';
import { findCredentials, findUser, type User, type UsersService } from '../../users/index.ts';
import type { Brake } from '../brake.ts';
import { subjectsOfForgot, subjectsOfReset } from '../brake-subjects.ts';
import type { NewPasswords } from '../new-password.ts';
import { countTry, putReset, takeReset, type ResetKind } from './reset-store.ts';

export interface ResetAnswer {
  email: string;
  /** As it was mailed, or the secret of a link. */
  code: string;
  newPassword: string;
}

/** A link that sets a new password, once. Its address cannot be read again. */
export interface ResetLink {
  url: string;
  expiresAt: Date;
}

/** New passwords for people who forgot theirs. */
export interface PasswordResets {
  /**
   * Has a code mailed, where there is such an account. Who asks is told nothing of that, and the work done here is the same
   * for every email. False where no mail server is set. Throws `limit` after many.
   */
  ask(email: string, caller: Caller): Promise<boolean>;
  /** Does what was asked for, away from the one who asked. */
  mailCode(email: string): Promise<void>;
  /** For an administrator to hand over: good for an hour. The password so far counts until it is used. */
  newLink(actor: Actor, userId: string): Promise<ResetLink>;
  /**
   * Sets the password of whom the code belongs to, and signs them out everywhere. Throws `InvalidInput` in the same words
   * whether the account or the code is wrong, and `limit` after many.
   */
  answer(answer: ResetAnswer, caller: Caller): Promise<void>;
}

const goodMs = 3_600_000;
/** One mail a minute is enough, whoever asks. */
const pauseMs = 60_000;
const mostTries = 5;
const wrong = () =>
  invalidInput('This code is wrong, or its time is over. Ask for a new one.', {
    code: 'CodeMismatch',
    details: { field: 'code' },
  });

/** Somebody who may set a password without the old one. Passwords of others stand elsewhere, or open nothing. */
const mayReset = (user: User) => user.enabled && !user.isDeleted && user.status !== 'EXTERNAL_PROVIDER';

export function createPasswordResets(deps: {
  store: Store;
  brake: Brake;
  key: Uint8Array;
  passwords: NewPasswords;
  users: Pick<UsersService, 'assertMayTakeFrom' | 'passwordRule'>;
  mail: Pick<MailService, 'isSetUp' | 'post'>;
  audit: AuditLog;
  clock: () => Date;
  consoleUrl: () => string;
  /** Has `mailCode` called soon. */
  sendLater: (email: string, caller: Caller) => Promise<void>;
}): PasswordResets {
  const { store, brake, key, passwords, users, mail, audit, clock, consoleUrl, sendLater } = deps;

  /** The person with exactly this email; the database knows capitals of its own. */
  async function personOf(email: string): Promise<User | undefined> {
    const user = (await findCredentials(store, email))?.user;
    // Asked for every email, so that all take as long.
    const letsIn = await users.passwordRule().letsIn(user?.roleId ?? null);
    return letsIn && user !== undefined && accountOf(user.email) === accountOf(email) && mayReset(user)
      ? user
      : undefined;
  }

  async function put(tx: Sql, user: User, kind: ResetKind, code: string): Promise<Date | undefined> {
    const now = clock();
    const expiresAt = new Date(now.getTime() + goodMs);
    const digest = digestOfResetCode(code, { userId: user.id, email: user.email }, key);
    const reset = { userId: user.id, kind, digest, createdAt: now, expiresAt };
    const unlessAfter = kind === 'link' ? now : new Date(now.getTime() - pauseMs);
    return (await putReset(tx, reset, unlessAfter)) ? expiresAt : undefined;
  }

  return {
    async ask(email, caller) {
      await brake.begin(subjectsOfForgot(accountOf(email), caller.ip));
      if (!mail.isSetUp()) return false;
      await sendLater(email, caller);
      return true;
    },
    async mailCode(email) {
      const user = await personOf(email);
      if (user === undefined) return;
      const code = newResetCode();
      await store.transaction(async (tx) => {
        const expiresAt = await put(tx, user, 'code', code);
        if (expiresAt === undefined) return;
        await mail.post(resetCodeLetter(user.email, code, consoleUrl()), {
          within: tx,
          goodUntil: expiresAt,
        });
        await audit.record(
          {
            action: 'FORGOT_USER_PASSWORD',
            actor: null,
            params: { id: user.id, email: user.email },
          },
          tx,
        );
      });
    },
    newLink: (actor, userId) =>
      store.transaction(async (tx) => {
        const user = await findUser(tx, userId);
        if (user === undefined || user.isDeleted)
          throw notFound(`User ${userId.slice(0, 40)} does not exist any more. Reload the list.`);
        if (actor.id === userId)
          throw invalidInput('Change your own password in your profile.', { code: 'InvalidUpdate' });
        if (!mayReset(user))
          throw invalidInput(
            user.enabled
              ? `${user.email || 'This person'} signs in with the identity provider and has no password here. Reset it there.`
              : `${user.email} is deactivated. Reactivate the account first.`,
            { code: 'InvalidUpdate' },
          );
        await users.assertMayTakeFrom(tx, actor, user);
        if (!(await users.passwordRule().letsIn(user.roleId, tx)))
          throw invalidInput(
            `Here people sign in with single sign-on only: a password lets ${user.email} in no more.`,
            { code: 'InvalidUpdate' },
          );
        const secret = newOpaqueToken();
        const expiresAt = (await put(tx, user, 'link', secret)) ?? clock();
        await audit.record(
          {
            action: 'RESET_USER_PASSWORD',
            actor,
            params: { input: { id: userId, email: user.email, link: true } },
          },
          tx,
        );
        return { url: resetAddress(consoleUrl(), user.email, secret), expiresAt };
      }),
    async answer({ email, code, newPassword }, caller) {
      passwords.assertGood(email, newPassword);
      const attempt = await brake.begin(subjectsOfReset(accountOf(email), caller.ip));
      const short = normalizeResetCode(code);
      const kind = short.length <= resetCodeLength ? 'code' : 'link';
      // The same questions to the store and the same work for every email.
      const user = await personOf(email);
      const userId = user?.id ?? '';
      const kept = await countTry(store, { userId, kind, mostTries, now: clock() });
      const place = { userId, email: user?.email ?? email };
      const digest = digestOfResetCode(kind === 'code' ? short : code.trim(), place, key);
      if (user === undefined || !isSameDigest(kept ?? '', digest)) {
        await audit.record({
          action: 'RESET_USER_PASSWORD',
          actor: null,
          result: 'FAILED',
          params: { email },
        });
        throw wrong();
      }
      await passwords.set(user, newPassword, {
        reason: 'reset',
        actor: null,
        async claim(tx) {
          if (!(await takeReset(tx, userId, digest))) throw wrong();
        },
      });
      await attempt.succeeded();
    },
  };
}
