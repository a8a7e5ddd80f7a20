import { people, type Person } from './cast.ts';
import { oktaLine, type OktaTarget } from './okta.ts';
import type { Random } from './random.ts';
import { peopleRhythm, type Span, spreadTimes } from './rhythm.ts';
import type { TimedLine } from './timed-line.ts';

const applications: readonly OktaTarget[] = [
  'GitHub',
  'Google Workspace',
  'Slack',
  'AWS IAM Identity Center',
  'Expenses',
].map((displayName, index) => ({
  id: `0oaexamplecats000000${index}`,
  type: 'AppInstance',
  alternateId: displayName,
  displayName,
  detailEntry: { signOnModeType: 'SAML_2_0' },
}));

/** Few enough that no address fails as many different users. */
const forgetful = people.filter((_, index) => index % 4 === 1);

export function applicationNamed(name: string): OktaTarget {
  const found = applications.find(({ displayName }) => displayName === name);
  if (found === undefined) throw new RangeError(`There is no application called ${name}.`);
  return found;
}

function appUser(person: Person): OktaTarget {
  return {
    id: `0ua${person.oktaId.slice(3)}`,
    type: 'AppUser',
    alternateId: person.email,
    displayName: person.name,
    detailEntry: null,
  };
}

function ordinaryEvent(at: Date, random: Random): TimedLine {
  const person = random.pick(people);
  const session = `102${random.hex(22)}`;
  const kind = random.weighted([
    { weight: 50, value: 'open' },
    { weight: 16, value: 'start' },
    { weight: 14, value: 'factor' },
    { weight: 14, value: 'policy' },
    { weight: 4, value: 'end' },
    { weight: 2, value: 'failed' },
  ] as const);
  if (kind === 'open') {
    const targets = [random.pick(applications), appUser(person)];
    return oktaLine(
      {
        at,
        person,
        session,
        type: 'user.authentication.sso',
        message: 'User single sign on to app',
        targets,
      },
      random,
    );
  }
  if (kind === 'start') {
    // A new address now and then: a train, a café. Never a new country.
    const newBehaviors = random.chance(0.08) ? ['New IP'] : [];
    return oktaLine(
      {
        at,
        person,
        session,
        newBehaviors,
        type: 'user.session.start',
        message: 'User login to Okta',
        credentialType: 'PASSWORD',
      },
      random,
    );
  }
  if (kind === 'factor') {
    const debug = { factor: 'OKTA_VERIFY_PUSH', factorIntent: 'AUTHENTICATION' };
    return oktaLine(
      {
        at,
        person,
        session,
        debug,
        type: 'user.authentication.auth_via_mfa',
        message: 'Authentication of user via MFA',
      },
      random,
    );
  }
  if (kind === 'policy') {
    const targets = [
      {
        id: '00pexamplecats0000001',
        type: 'PolicyEntity',
        alternateId: 'unknown',
        displayName: 'Default sign-on policy',
        detailEntry: { policyType: 'OktaSignOn' },
      },
    ];
    return oktaLine(
      {
        at,
        person,
        session,
        targets,
        result: 'ALLOW',
        type: 'policy.evaluate_sign_on',
        message: 'Evaluation of sign-on policy',
      },
      random,
    );
  }
  if (kind === 'end') {
    return oktaLine(
      { at, person, session, type: 'user.session.end', message: 'User logout from Okta' },
      random,
    );
  }
  return oktaLine(
    {
      at,
      person: random.pick(forgetful),
      type: 'user.session.start',
      message: 'User login to Okta',
      result: 'FAILURE',
      reason: 'INVALID_CREDENTIALS',
      severity: 'WARN',
      credentialType: 'PASSWORD',
    },
    random,
  );
}

/** An ordinary day of sign-ins. Raises no alert. */
export function oktaNoise(count: number, span: Span, random: Random): TimedLine[] {
  return spreadTimes(count, span, random, peopleRhythm).map((at) => ordinaryEvent(at, random));
}
