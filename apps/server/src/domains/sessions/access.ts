import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with sessions. Each way in asks for a proof of its own. */
export const sessionsAccess = accessRules({
  signIn: 'public',
  /** By the refresh token, which is proof enough when the ID token is over. */
  renew: 'public',
  signOut: 'public',
  /** The first administrator, by the one-time link of the start. */
  setUp: 'public',
  changePassword: 'signed-in',
  /** Passkeys and sessions of the caller; the service refuses callers who are no person. */
  own: 'signed-in',
  /** Whether there is an account is told to nobody. */
  forgot: 'public',
  /** By the code that was mailed, or the secret of a one-time link. */
  reset: 'public',
  makeResetLink: ['UserModify'],
});
