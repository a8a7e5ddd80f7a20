import { personNamed } from '../../generators/cast.ts';
import { applicationNamed } from '../../generators/okta-noise.ts';
import { oktaLine } from '../../generators/okta.ts';
import type { Random } from '../../generators/random.ts';
import { minutesAfter, type TimedLine } from '../../generators/timed-line.ts';
import { attackerBrowser, victim } from './cast.ts';

/** Minutes 0 to 24: the sign-in relayed by a phishing page, and a factor of the intruder's own. */
export function oktaAttack(startsAt: Date, random: Random): TimedLine[] {
  const person = personNamed(victim);
  const session = `102${random.hex(22)}`;
  const base = {
    person,
    session,
    from: attackerBrowser,
    risk: { level: 'HIGH', reasons: 'Anomalous Location, Anomalous Device' },
    newBehaviors: ['New Geo-Location', 'New Device', 'New IP', 'New Country', 'New City'],
  } as const;
  const at = (minute: number) => minutesAfter(startsAt, minute);
  return [
    oktaLine(
      {
        ...base,
        at: at(0),
        type: 'policy.evaluate_sign_on',
        message: 'Evaluation of sign-on policy',
        result: 'CHALLENGE',
        reason: 'Sign-on policy evaluation resulted in CHALLENGE',
      },
      random,
    ),
    oktaLine(
      {
        ...base,
        at: at(0.4),
        type: 'user.authentication.auth_via_mfa',
        message: 'Authentication of user via MFA',
        debug: { factor: 'OKTA_VERIFY_PUSH', factorIntent: 'AUTHENTICATION' },
      },
      random,
    ),
    oktaLine(
      {
        ...base,
        at: at(0.5),
        type: 'user.session.start',
        message: 'User login to Okta',
        credentialType: 'PASSWORD',
      },
      random,
    ),
    oktaLine(
      {
        ...base,
        at: at(2),
        type: 'user.authentication.sso',
        message: 'User single sign on to app',
        targets: [applicationNamed('GitHub')],
      },
      random,
    ),
    oktaLine(
      {
        ...base,
        at: at(4),
        type: 'user.mfa.factor.activate',
        message: 'Activate factor or authenticator enrollment for user',
        reason: 'User set up SIGNED_NONCE factor',
        debug: { factor: 'SIGNED_NONCE' },
      },
      random,
    ),
    oktaLine(
      {
        ...base,
        at: at(24),
        type: 'user.session.end',
        message: 'User logout from Okta',
      },
      random,
    ),
  ];
}
