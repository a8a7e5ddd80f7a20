import { accounts, buckets, company } from '../../generators/cast.ts';
import { accessDenied, type CloudTrailCall, cloudTrailLine } from '../../generators/cloudtrail.ts';
import type { Random } from '../../generators/random.ts';
import { minutesAfter, type TimedLine } from '../../generators/timed-line.ts';
import {
  attackerAccount,
  attackerAddress,
  attackerAgent,
  secondIdentity,
  secondUser,
  stolenIdentity,
} from './cast.ts';
import {
  adminPolicy,
  bastionGroup,
  questions,
  secretNames,
  snapshotId,
  trailArn,
  trailName,
} from './enumeration.ts';

type Step = Omit<CloudTrailCall, 'at' | 'ip' | 'agent' | 'identity'> & { minute: number };

const stolenObjects = 420;

/** Minutes 31 to 122: from the first use of the key to the shared snapshot. */
export function cloudAttack(startsAt: Date, random: Random): TimedLine[] {
  const as = (identity: CloudTrailCall['identity'], steps: readonly Step[]) =>
    steps.map(({ minute, ...call }) =>
      cloudTrailLine(
        { ...call, at: minutesAfter(startsAt, minute), identity, ip: attackerAddress, agent: attackerAgent },
        random,
      ),
    );
  return [
    ...as(stolenIdentity, [whoAmI(31), ...exploration(32), ...escalation(), ...comingBack(), ...blinding()]),
    ...as(secondIdentity, [whoAmI(58), ...secrets(84), ...download(90, random), ...snapshot()]),
  ];
}

function whoAmI(minute: number): Step {
  return { minute, service: 'sts', name: 'GetCallerIdentity', region: 'us-east-1' };
}

/** Every question twice, a few seconds apart: the tool tries two regions. */
function exploration(from: number): Step[] {
  return questions.flatMap(({ service, name, allowed, action }, index) =>
    [0, 0.1].map((later) => ({
      minute: from + index * 0.4 + later,
      service,
      name,
      ...(!allowed && { error: accessDenied(service, stolenIdentity.arn, action ?? `${service}:${name}`) }),
    })),
  );
}

function escalation(): Step[] {
  const userName = stolenIdentity.userName;
  const request = { userName, policyArn: adminPolicy };
  const policyDocument =
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}';
  return [
    {
      minute: 50,
      service: 'iam',
      name: 'PutUserPolicy',
      request: { userName, policyName: 'all', policyDocument },
      error: accessDenied('iam', stolenIdentity.arn, 'iam:PutUserPolicy'),
    },
    { minute: 52, service: 'iam', name: 'AttachUserPolicy', request },
  ];
}

function comingBack(): Step[] {
  const accessKey = { accessKeyId: secondIdentity.accessKeyId, status: 'Active', userName: secondUser };
  return [
    {
      minute: 55,
      service: 'iam',
      name: 'CreateAccessKey',
      request: { userName: secondUser },
      response: { accessKey },
    },
  ];
}

/** The trail of the account is stopped; the trail of the organisation goes on recording. */
function blinding(): Step[] {
  return [
    {
      minute: 63,
      service: 'cloudtrail',
      name: 'StopLogging',
      request: { name: trailArn },
      resources: [{ ARN: trailArn, accountId: accounts.production, type: 'AWS::CloudTrail::Trail' }],
    },
    { minute: 63.5, service: 'cloudtrail', name: 'GetTrailStatus', request: { name: trailName } },
    {
      minute: 66,
      service: 'ec2',
      name: 'AuthorizeSecurityGroupIngress',
      request: {
        groupId: bastionGroup,
        ipPermissions: {
          items: [
            {
              ipProtocol: 'tcp',
              fromPort: 22,
              toPort: 22,
              groups: {},
              ipRanges: { items: [{ cidrIp: '0.0.0.0/0' }] },
              ipv6Ranges: {},
              prefixListIds: {},
            },
          ],
        },
      },
      response: { _return: true },
    },
  ];
}

function secrets(from: number): Step[] {
  return secretNames.map((secretId, index) => ({
    minute: from + index * 0.3,
    service: 'secretsmanager',
    name: 'GetSecretValue',
    request: { secretId },
  }));
}

function download(from: number, random: Random): Step[] {
  const bucketName = buckets.invoices;
  const host = `${bucketName}.s3.${company.region}.amazonaws.com`;
  return Array.from({ length: stolenObjects }, (_, index) => {
    const key = `2026-${String(1 + (index % 12)).padStart(2, '0')}/${random.int(10_000, 99_999)}.pdf`;
    return {
      minute: from + index * 0.05,
      service: 's3',
      name: 'GetObject',
      request: { bucketName, Host: host, key },
      extra: {
        SignatureVersion: 'SigV4',
        CipherSuite: 'TLS_AES_128_GCM_SHA256',
        bytesTransferredIn: 0,
        bytesTransferredOut: random.int(40_000, 4_000_000),
        AuthenticationMethod: 'AuthHeader',
      },
      resources: [
        { type: 'AWS::S3::Object', ARN: `arn:aws:s3:::${bucketName}/${key}` },
        { type: 'AWS::S3::Bucket', ARN: `arn:aws:s3:::${bucketName}`, accountId: accounts.production },
      ],
      isData: true,
    };
  });
}

function snapshot(): Step[] {
  return [
    {
      minute: 115,
      service: 'ec2',
      name: 'CreateSnapshot',
      request: { volumeId: 'vol-0ca75000000000311', description: 'nightly' },
      response: { snapshotId, volumeId: 'vol-0ca75000000000311', status: 'pending', encrypted: false },
    },
    {
      minute: 122,
      service: 'ec2',
      name: 'ModifySnapshotAttribute',
      request: {
        snapshotId,
        attributeType: 'CREATE_VOLUME_PERMISSION',
        createVolumePermission: { add: { items: [{ userId: attackerAccount }] } },
      },
      response: { _return: true },
    },
  ];
}
