import { accountOf, readDeviceToken, verifyPassword } from '@margay/auth';
import { forbidden, unauthenticated } from '@margay/kit';
import type { Sql } from '@margay/store';
import type { Caller } from '../../../api/http-parts.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import { findCredentials, type Credentials, type UsersService } from '../../users/index.ts';
import { subjectsOfSignIn } from '../brake-subjects.ts';
import type { PasswordGate } from '../password-gate.ts';
import type { Identity, IdentityProvider } from './identity.ts';

export interface PasswordProof {
  email: string;
  password: string;
  caller: Caller;
  /** The id of the browser, where an earlier session made it known to the account. */
  deviceId: string | undefined;
}

const wrong = () => unauthenticated('The email or the password is wrong.', { code: 'NotAuthorized' });
/** The same for everybody who is not let in, so that it tells nothing of the account. */
const byProviderOnly = () =>
  forbidden(
    'Here people sign in with single sign-on only: use the button on the sign-in page. If you are an Admin, the email or the password is wrong.',
    { code: 'SingleSignOnOnly' },
  );

/** Whose password this is, with the same work for an account that does not exist. */
export async function personOf(sql: Sql, email: string, password: string): Promise<Credentials | undefined> {
  const found = await findCredentials(sql, email);
  const isRight = await verifyPassword(found?.passwordHash, password);
  // The database knows capitals of its own; only what the brake takes for this account may open it.
  const isSame = found !== undefined && accountOf(found.user.email) === accountOf(email);
  return isRight && isSame && found.user.enabled ? found : undefined;
}

export function createPasswordProvider(deps: {
  sql: Sql;
  gate: PasswordGate;
  users: Pick<UsersService, 'passwordRule'>;
  audit: AuditLog;
  clock: () => Date;
}): IdentityProvider<PasswordProof> {
  const { sql, gate, users, audit, clock } = deps;

  /** Whose password it is, where a password is their way in. */
  async function letIn(email: string, password: string): Promise<Credentials | undefined> {
    const found = await personOf(sql, email, password);
    // Asked for every email, so that all take as long.
    const letsIn = await users.passwordRule().letsIn(found?.user.roleId ?? null);
    return letsIn ? found : undefined;
  }

  return {
    async identify({ email, password, caller, deviceId }): Promise<Identity> {
      const found = await gate.attempt(
        deviceId === undefined ? 'strangers' : 'known',
        subjectsOfSignIn(accountOf(email), caller.ip, deviceId),
        () => letIn(email, password),
      );
      const isOld = found?.temporaryUntil != null && found.temporaryUntil <= clock();
      if (found === undefined || isOld) {
        await audit.record({
          action: 'SIGN_IN',
          actor: null,
          result: 'FAILED',
          params: { email },
        });
        if (users.passwordRule().isOn()) throw byProviderOnly();
        if (isOld)
          throw forbidden(
            'This temporary password has expired. Ask an administrator to reset it, and use the new one.',
          );
        throw wrong();
      }
      return { user: found.user, provider: 'password', isFactorProved: false };
    },
  };
}

/** The id of a browser that this account knows, by what it was given. */
export async function deviceOf(
  deviceToken: string | undefined,
  { email, key, now }: { email: string; key: Uint8Array; now: Date },
): Promise<string | undefined> {
  return deviceToken === undefined
    ? undefined
    : readDeviceToken(deviceToken, accountOf(email), key, now.getTime());
}
