import { forbidden, invalidInput } from '@margay/kit';
import type { Sql } from '@margay/store';
import type { Actor } from '../../../api/actor.ts';
import type { SecondFactorsService } from '../../second-factors/index.ts';
import { findUser } from '../../users/index.ts';
import type { Brake } from '../brake.ts';
import { subjectsOfCode } from '../brake-subjects.ts';
import type { PasswordGate } from '../password-gate.ts';
import { personOf } from '../sign-in/password-provider.ts';

/** What somebody who is signed in proves once more: a session that was left open must not be enough to stay for good. */
export interface FreshProof {
  password?: string | undefined;
  /** Of the app, or a recovery code. */
  code?: string | undefined;
}

/**
 * Throws `InvalidInput` with the field for a wrong password or code, `limit` after many, and `forbidden` for people whose
 * sign-in is not ours.
 */
export async function assertFresh(
  deps: { sql: Sql; gate: PasswordGate; brake: Brake; secondFactors: SecondFactorsService },
  { actor, ip }: { actor: Actor; ip: string },
  { password, code }: FreshProof,
): Promise<void> {
  const { sql, gate, brake, secondFactors } = deps;
  const user = await findUser(sql, actor.id);
  if (user?.status === 'EXTERNAL_PROVIDER')
    throw forbidden(
      'You sign in with your company’s identity provider, which asks for a second factor of its own. Set it up there.',
    );
  if (code !== undefined && code !== '') {
    const attempt = await brake.begin(subjectsOfCode(actor.id, ip, undefined));
    if (!(await secondFactors.take(actor.id, code)))
      throw invalidInput('This code is wrong, was used, or its time is over. Enter another one.', {
        details: { field: 'code' },
      });
    return attempt.succeeded();
  }
  const found = await gate.attempt('known', [{ kind: 'change', value: actor.id }], () =>
    personOf(sql, actor.email, password ?? ''),
  );
  if (found === undefined) throw invalidInput('The password is wrong.', { details: { field: 'password' } });
}
