import { hashPassword, passwordFaults, verifyPassword } from '@margay/auth';
import { invalidInput } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { passwordChangedLetter, type MailService } from '../mail/index.ts';
import { findCredentials, updatePassword, type User, type UsersService } from '../users/index.ts';
import type { KeptSignedIn } from './signed-in.ts';

/** Why somebody has another password: in place of a temporary one, of the old one, or of one they forgot. */
export type PasswordReason = 'chosen' | 'changed' | 'reset';

/** The one way for a person to get a password of their own. */
export interface NewPasswords {
  /** Throws `InvalidInput` with every rule that the password breaks. */
  assertGood(email: string, password: string): void;
  /**
   * Sets it and ends everything the person had open. `claim` runs first in the same transaction: when it throws, nothing
   * changes. Throws `InvalidInput` for a password that breaks the rules, or is the present one.
   */
  set(
    user: Pick<User, 'id' | 'email'>,
    password: string,
    given: { reason: PasswordReason; actor: Actor | null; claim?: (tx: Sql) => Promise<void> },
  ): Promise<void>;
}

const fault = (message: string, details: object = {}) =>
  invalidInput(message, { details: { field: 'newPassword', ...details } });

export function createNewPasswords(deps: {
  store: Store;
  signedIn: Pick<KeptSignedIn, 'forget'>;
  users: Pick<UsersService, 'endAccess'>;
  audit: AuditLog;
  mail: Pick<MailService, 'post'>;
}): NewPasswords {
  const { store, signedIn, users, audit, mail } = deps;

  function assertGood(email: string, password: string): void {
    const faults = passwordFaults(password, email);
    if (faults.length > 0) throw fault(faults.join('. '), { faults });
  }

  return {
    assertGood,
    async set({ id, email }, password, { reason, actor, claim }) {
      assertGood(email, password);
      const before = await findCredentials(store, email);
      if (before?.user.id === id && (await verifyPassword(before.passwordHash, password)))
        throw fault(
          before.temporaryUntil === null
            ? 'Choose a password that is not the one you have now.'
            : 'Choose a password that is not the temporary one.',
        );
      const passwordHash = await hashPassword(password);
      await store.transaction(async (tx) => {
        await claim?.(tx);
        await updatePassword(tx, id, passwordHash);
        await users.endAccess(tx, id);
        await audit.record(
          { action: 'UPDATE_USER', actor, params: { input: { id, email, password: reason } } },
          tx,
        );
        if (reason !== 'chosen') await mail.post(passwordChangedLetter(email), { within: tx });
      });
      signedIn.forget();
    },
  };
}
