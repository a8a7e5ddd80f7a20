import {
  digestOfToken,
  newTotpSecret,
  normalizeRecoveryCode,
  totpStepOf,
  type SecretBox,
} from '@margay/auth';
import { conflict, notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { secondFactorResetLetter, secondFactorSetUpLetter, type MailService } from '../mail/index.ts';
import { findUser, type UsersService } from '../users/index.ts';
import { newCodes } from './new-codes.ts';
import { createPasskeysService, type PasskeysService } from './passkeys/service.ts';
import { deletePasskeysOf, listPasskeys, lockFactorsOf, usersWithPasskeys } from './passkeys/store.ts';
import {
  deleteAuthenticator,
  findAuthenticator,
  insertAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  usersWithAuthenticator,
} from './store.ts';

/** What a person may prove themselves with after the password. */
export interface FactorsOf {
  hasApp: boolean;
  /** Of those that work at this console. */
  hasPasskey: boolean;
  /** Whether there is any, also one that works elsewhere only: then a recovery code is the way. */
  isSetUp: boolean;
}

export interface SecondFactorsService {
  passkeys: PasskeysService;
  of(userId: string): Promise<FactorsOf>;
  /** The people of these who have a second factor. */
  ofUsers(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A secret for an authenticator app. It counts once `setUp` was given a code of it; nothing is kept before. */
  newSecret(): string;
  /**
   * Takes the app as the person's second factor once its first code is right, and gives ten recovery codes, which nobody
   * can read again. Undefined for a wrong code. Throws a conflict where the person has one.
   */
  setUp(userId: string, secret: string, code: string): Promise<string[] | undefined>;
  /** Whether this is the code of the person's app now, or one of the recovery codes. Each counts once. */
  take(userId: string, typed: string): Promise<boolean>;
  /** Takes the second factor away, so that the person sets up another at the next sign-in, or none. */
  reset(actor: Actor, userId: string): Promise<void>;
}

const place = (userId: string) => `second-factor:${userId}`;

export function createSecondFactorsService(deps: {
  store: Store;
  secrets: SecretBox;
  users: Pick<UsersService, 'assertMayTakeFrom'>;
  audit: AuditLog;
  mail: Pick<MailService, 'post'>;
  consoleUrl: string;
  clock: () => Date;
}): SecondFactorsService {
  const { store, secrets, users, audit, mail, clock } = deps;
  const passkeys = createPasskeysService(deps);
  return {
    passkeys,
    async of(userId) {
      const [app, all, usable] = await Promise.all([
        findAuthenticator(store, userId),
        passkeys.list(userId),
        passkeys.usable(userId),
      ]);
      const hasApp = app !== undefined;
      return { hasApp, hasPasskey: usable.length > 0, isSetUp: hasApp || all.length > 0 };
    },
    async ofUsers(userIds) {
      const [withApp, withPasskeys] = await Promise.all([
        usersWithAuthenticator(store, userIds),
        usersWithPasskeys(store, userIds),
      ]);
      return new Set([...withApp, ...withPasskeys]);
    },
    newSecret: newTotpSecret,
    async setUp(userId, secret, code) {
      const step = totpStepOf(code, secret, { now: clock().getTime(), after: 0 });
      if (step === undefined) return undefined;
      const { codes, digests } = newCodes();
      await store.transaction(async (tx) => {
        await lockFactorsOf(tx, userId);
        const app = { secret: secrets.seal(secret, place(userId)), lastStep: step };
        const hasPasskeys = (await listPasskeys(tx, userId)).length > 0;
        if (hasPasskeys || !(await insertAuthenticator(tx, userId, app))) {
          throw conflict('A second factor is set up for this account already. Sign in again and use it.');
        }
        await replaceRecoveryCodes(tx, userId, digests);
        const user = await findUser(tx, userId);
        if (user !== undefined) await mail.post(secondFactorSetUpLetter(user.email), { within: tx });
      });
      return codes;
    },
    async take(userId, typed) {
      const recovery = normalizeRecoveryCode(typed);
      if (recovery !== undefined) return takeRecoveryCode(store, userId, digestOfToken(recovery));
      const app = await findAuthenticator(store, userId);
      if (app === undefined) return false;
      const step = totpStepOf(typed.trim(), secrets.open(app.secret, place(userId)), {
        now: clock().getTime(),
        after: app.lastStep,
      });
      return step !== undefined && takeStep(store, userId, step);
    },
    async reset(actor, userId) {
      await store.transaction(async (tx) => {
        const user = await findUser(tx, userId);
        if (user === undefined) throw notFound(`User ${userId.slice(0, 40)} does not exist.`);
        await users.assertMayTakeFrom(tx, actor, user);
        await lockFactorsOf(tx, userId);
        const hadApp = await deleteAuthenticator(tx, userId);
        const hadPasskeys = await deletePasskeysOf(tx, userId);
        if (!hadApp && !hadPasskeys)
          throw notFound(`${user.email} has no second factor that could be reset.`);
        await replaceRecoveryCodes(tx, userId, []);
        await audit.record(
          { action: 'RESET_USER_MFA', actor, params: { input: { id: userId, email: user.email } } },
          tx,
        );
        await mail.post(secondFactorResetLetter(user.email), { within: tx });
      });
    },
  };
}
