import { personNamed, repositories } from '../../generators/cast.ts';
import { gitFields, gitHubLine } from '../../generators/github.ts';
import type { Random } from '../../generators/random.ts';
import { minutesAfter, type TimedLine } from '../../generators/timed-line.ts';
import {
  attackerAddress,
  attackerBrowser,
  attackerPlace,
  careless,
  leakyRepository,
  secretAlertNumber,
  victim,
} from './cast.ts';

const secret = {
  number: secretAlertNumber,
  secret_type: 'amazon_aws_access_key_id',
  secret_type_display_name: 'Amazon AWS Access Key ID',
};

/** Hours before: the key gets into the repository. Minutes 6 to 26: the code is copied, the key found and its alert closed. */
export function gitHubAttack(startsAt: Date, random: Random): TimedLine[] {
  const at = (minute: number) => minutesAfter(startsAt, minute);
  const author = personNamed(careless);
  const intruder = {
    person: personNamed(victim),
    ip: attackerAddress,
    countryCode: attackerPlace.countryCode,
    userAgent: attackerBrowser.userAgent,
  };
  const leak: TimedLine[] = [
    gitHubLine(
      {
        at: at(-272),
        action: 'secret_scanning_push_protection.bypass',
        person: author,
        repo: leakyRepository,
        operation: 'modify',
        fields: { ...secret, push_protection_bypass_reason: 'will_fix_later' },
      },
      random,
    ),
    gitHubLine(
      {
        at: at(-271),
        action: 'git.push',
        person: author,
        repo: leakyRepository,
        userAgent: 'git/2.50.1',
        operation: 'modify',
        fields: gitFields('ssh'),
      },
      random,
    ),
    gitHubLine(
      {
        at: at(-270),
        action: 'secret_scanning_alert.create',
        actor: 'github[bot]',
        isBot: true,
        repo: leakyRepository,
        operation: 'create',
        fields: secret,
      },
      random,
    ),
  ];
  const copies = repositories.slice(0, 13).map(({ name }, index) =>
    gitHubLine(
      {
        ...intruder,
        at: at(6 + index * 0.7),
        action: 'git.clone',
        repo: name,
        userAgent: 'git/2.43.0',
        fields: gitFields('http', 'Personal access token (classic)'),
      },
      random,
    ),
  );
  return [
    ...leak,
    ...copies,
    gitHubLine(
      {
        ...intruder,
        at: at(17),
        action: 'secret_scanning_alert.resolve',
        repo: leakyRepository,
        operation: 'modify',
        fields: { ...secret, resolution: 'false_positive' },
      },
      random,
    ),
    gitHubLine(
      {
        ...intruder,
        at: at(21),
        action: 'public_key.create',
        repo: leakyRepository,
        operation: 'create',
        fields: {
          title: 'ci-cache',
          read_only: 'false',
          fingerprint: 'SHA256:ExampleCatsDeployKeyFingerprint0000000000001',
        },
      },
      random,
    ),
    gitHubLine(
      {
        at: at(26),
        action: 'git.clone',
        actor: 'deploy_key',
        ip: attackerAddress,
        countryCode: attackerPlace.countryCode,
        repo: leakyRepository,
        userAgent: 'git/2.43.0',
        fields: gitFields('ssh', 'Deploy key'),
      },
      random,
    ),
  ];
}
