import {
  digestOfToken,
  newRecoveryCodes,
  newTotpSecret,
  normalizeRecoveryCode,
  totpStepOf,
  type SecretBox,
} from '@margay/auth';
import { conflict, notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { findUser, type UsersService } from '../users/index.ts';
import {
  deleteAuthenticator,
  findAuthenticator,
  insertAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  usersWithAuthenticator,
} from './store.ts';

export interface SecondFactorsService {
  isSetUp(userId: string): Promise<boolean>;
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
  clock: () => Date;
}): SecondFactorsService {
  const { store, secrets, users, audit, clock } = deps;
  return {
    isSetUp: async (userId) => (await findAuthenticator(store, userId)) !== undefined,
    ofUsers: (userIds) => usersWithAuthenticator(store, userIds),
    newSecret: newTotpSecret,
    async setUp(userId, secret, code) {
      const step = totpStepOf(code, secret, { now: clock().getTime(), after: 0 });
      if (step === undefined) return undefined;
      const codes = newRecoveryCodes();
      await store.transaction(async (tx) => {
        const app = { secret: secrets.seal(secret, place(userId)), lastStep: step };
        if (!(await insertAuthenticator(tx, userId, app))) {
          throw conflict(
            'A second factor is set up for this account already. Sign in again and enter its code.',
          );
        }
        await replaceRecoveryCodes(tx, userId, codes.map(digestOfToken));
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
        if (!(await deleteAuthenticator(tx, userId)))
          throw notFound(`${user.email} has no second factor that could be reset.`);
        await audit.record(
          { action: 'RESET_USER_MFA', actor, params: { input: { id: userId, email: user.email } } },
          tx,
        );
      });
    },
  };
}
