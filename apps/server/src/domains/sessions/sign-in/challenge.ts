import { passwordMinLength, qrCodeOf, totpAddress } from '@margay/auth';
import type { FactorsOf } from '../../second-factors/index.ts';
import type { User } from '../../users/index.ts';

export const challengeKinds = [
  'NEW_PASSWORD_REQUIRED',
  'MFA_SETUP',
  'SOFTWARE_TOKEN_MFA',
  'PASSKEY',
] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

/** What stands between a right password and a session. */
export interface Challenge {
  challenge: ChallengeKind;
  /** Goes back with the answer. Good for ten minutes and five wrong codes. */
  session: string;
  /** MFA_SETUP: the secret in base32, its `otpauth:` address, and that as a picture. */
  secret?: string;
  otpauthUrl?: string;
  qrCode?: string;
  /** NEW_PASSWORD_REQUIRED: the least number of characters. */
  minPasswordLength?: number;
  /** PASSKEY: whether the person has an app too. A code of it, or a recovery code, is taken as SOFTWARE_TOKEN_MFA. */
  hasApp?: boolean;
}

export interface SignInFacts {
  factors: FactorsOf;
  /** The organization or the role asks for one. */
  needsSecondFactor: boolean;
  isFactorProved: boolean;
}

/**
 * What is asked next of somebody whose first factor was right; undefined once they are in. The code comes before the new
 * password: a temporary one that a stranger read must not be enough to take the account over.
 */
export function nextChallenge(user: Pick<User, 'status'>, facts: SignInFacts): ChallengeKind | undefined {
  const { isSetUp, hasPasskey } = facts.factors;
  if (isSetUp && !facts.isFactorProved) return hasPasskey ? 'PASSKEY' : 'SOFTWARE_TOKEN_MFA';
  if (user.status === 'FORCE_CHANGE_PASSWORD') return 'NEW_PASSWORD_REQUIRED';
  if (facts.needsSecondFactor && !isSetUp && !facts.isFactorProved) return 'MFA_SETUP';
  return undefined;
}

/** Whether somebody who stands before `pending` may answer with what is of `given`: who has a passkey may choose a code. */
export const isAnswerTo = (given: ChallengeKind, pending: ChallengeKind): boolean =>
  given === pending || (pending === 'PASSKEY' && given === 'SOFTWARE_TOKEN_MFA');

/** What the person is told of a challenge. */
export function challengeOf(
  challenge: ChallengeKind,
  told: { session: string; secret: string | undefined; email: string; hasApp: boolean },
): Challenge {
  const { session, secret, email, hasApp } = told;
  if (challenge === 'PASSKEY') return { challenge, session, hasApp };
  if (challenge === 'NEW_PASSWORD_REQUIRED')
    return { challenge, session, minPasswordLength: passwordMinLength };
  if (challenge !== 'MFA_SETUP' || secret === undefined) return { challenge, session };
  const otpauthUrl = totpAddress(secret, email);
  return { challenge, session, secret, otpauthUrl, qrCode: qrCodeOf(otpauthUrl) };
}
