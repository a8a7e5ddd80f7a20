import { personNamed } from '../../generators/cast.ts';
import { cloudTrailLine, roleIdentity } from '../../generators/cloudtrail.ts';
import { gitHubLine } from '../../generators/github.ts';
import { oktaLine } from '../../generators/okta.ts';
import type { Random } from '../../generators/random.ts';
import { minutesAfter, type TimedLine } from '../../generators/timed-line.ts';

export interface Oddities {
  okta: TimedLine[];
  gitHub: TimedLine[];
  cloudTrail: TimedLine[];
}

/**
 * Harmless things that detections report at low severity: what an analyst has to tell from the attack. Minutes count
 * from the beginning of the attack, so most of them happened before it.
 */
export function ordinaryOddities(attackStartsAt: Date, random: Random): Oddities {
  const at = (minute: number) => minutesAfter(attackStartsAt, minute);
  const helper = personNamed('Hugo Pinto');
  const locked = personNamed('Bea Torres');
  const platform = personNamed('Lena Falk');
  const studio = personNamed('Sofia Vale');
  const role = 'AWSReservedSSO_Platform_0ca7500000000001';
  return {
    okta: [
      oktaLine(
        {
          at: at(-430),
          person: helper,
          session: `102${random.hex(22)}`,
          type: 'user.mfa.factor.reset_all',
          message: 'Reset all factors for user',
          targets: [{ id: locked.oktaId, type: 'User', alternateId: locked.email, displayName: locked.name }],
        },
        random,
      ),
    ],
    gitHub: [
      gitHubLine(
        {
          at: at(-390),
          action: 'public_key.create',
          person: platform,
          repo: 'example-cats/status-page',
          operation: 'create',
          fields: {
            title: 'mirror',
            read_only: 'true',
            fingerprint: 'SHA256:ExampleCatsMirrorKeyFingerprint00000000000002',
          },
        },
        random,
      ),
      gitHubLine(
        {
          at: at(-95),
          action: 'secret_scanning_push_protection.bypass',
          person: studio,
          repo: 'example-cats/portrait-studio',
          operation: 'modify',
          fields: {
            number: 17,
            secret_type: 'mailgun_api_key',
            push_protection_bypass_reason: 'used_in_tests',
          },
        },
        random,
      ),
    ],
    cloudTrail: [
      cloudTrailLine(
        {
          at: at(-205),
          identity: roleIdentity({
            role,
            path: 'aws-reserved/sso.amazonaws.com/',
            roleId: 'AROAPLATFORM0CA750001',
            session: platform.email,
            accessKeyId: 'ASIAEXAMPLECATSPLAT1',
            since: at(-230),
          }),
          service: 'ec2',
          name: 'AuthorizeSecurityGroupIngress',
          ip: platform.address,
          agent: platform.userAgent,
          request: {
            groupId: 'sg-0ca75000000000102',
            ipPermissions: {
              items: [
                {
                  ipProtocol: 'tcp',
                  fromPort: 443,
                  toPort: 443,
                  groups: {},
                  ipRanges: { items: [{ cidrIp: '0.0.0.0/0', description: 'shop' }] },
                  ipv6Ranges: {},
                  prefixListIds: {},
                },
              ],
            },
          },
          response: { _return: true },
        },
        random,
      ),
    ],
  };
}
