import { seededRandom } from '../../e2e/support/random.ts';

const sessionCount = 400;
const instanceCount = 300;

/**
 * Realistic CloudTrail lines (about 1.3 kB each), the same for the same seed. Event times lie in the last hour. As in
 * real trails a few hundred sessions make the calls: a role has one principal, a session one key, and only the ids of
 * requests, events and objects are new each time.
 */
export function cloudTrailLines(count: number, seed: number, endsAt: Date): string[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const names: [string, string, boolean][] = [
    ['s3', 'GetObject', true],
    ['s3', 'PutObject', false],
    ['s3', 'ListBuckets', true],
    ['ec2', 'DescribeInstances', true],
    ['ec2', 'RunInstances', false],
    ['ec2', 'DescribeVolumes', true],
    ['sts', 'AssumeRole', true],
    ['sts', 'GetCallerIdentity', true],
    ['iam', 'ListRoles', true],
    ['iam', 'GetUser', true],
    ['kms', 'Decrypt', true],
    ['lambda', 'Invoke', false],
    ['logs', 'CreateLogStream', false],
    ['dynamodb', 'GetItem', true],
    ['cloudtrail', 'LookupEvents', true],
  ];
  const roles = ['deploy', 'analytics', 'web', 'backup', 'ci', 'readonly', 'monitoring'];
  const principals = roles.flatMap((role) =>
    ['123456789012', '210987654321'].map((account) => ({
      role,
      account,
      principalId: `AROA${hex(16).toUpperCase()}`,
    })),
  );
  const sessions = Array.from({ length: sessionCount }, () => {
    const principal = pick(principals);
    return {
      ...principal,
      session: `${principal.role}-${hex(8)}`,
      accessKeyId: `ASIA${hex(16).toUpperCase()}`,
    };
  });
  const instances = Array.from({ length: instanceCount }, () => `i-${hex(17)}`);
  return Array.from({ length: count }, () => {
    const [service, eventName, readOnly] = pick(names);
    const { role, account, principalId, session, accessKeyId } = pick(sessions);
    const at = new Date(endsAt.getTime() - Math.floor(random() * 3_600_000));
    const time = at.toISOString().replace(/\.\d+Z$/, 'Z');
    return JSON.stringify({
      eventVersion: '1.09',
      userIdentity: {
        type: 'AssumedRole',
        principalId: `${principalId}:${session}`,
        arn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
        accountId: account,
        accessKeyId,
        sessionContext: {
          sessionIssuer: {
            type: 'Role',
            principalId,
            arn: `arn:aws:iam::${account}:role/${role}`,
            accountId: account,
            userName: role,
          },
          attributes: { creationDate: time, mfaAuthenticated: 'false' },
        },
      },
      eventTime: time,
      eventSource: `${service}.amazonaws.com`,
      eventName,
      awsRegion: pick(['us-east-1', 'eu-west-1', 'ap-southeast-2']),
      sourceIPAddress: `198.51.100.${Math.floor(random() * 250)}`,
      userAgent: pick([
        'aws-sdk-go/1.44.0 (go1.21; linux; amd64)',
        'Boto3/1.34.0 md/Botocore#1.34.0 ua/2.0 os/linux#5.10 lang/python#3.11',
        'aws-cli/2.15.0 Python/3.11.6 Linux/5.10',
      ]),
      requestParameters: {
        bucketName: `example-${role}`,
        key: `data/${hex(6)}/part-${Math.floor(random() * 1000)}.parquet`,
        Host: `example-${role}.s3.amazonaws.com`,
        instancesSet: { items: [{ instanceId: pick(instances) }] },
      },
      responseElements: readOnly ? null : { 'x-amz-server-side-encryption': 'AES256', requestId: uuid() },
      additionalEventData: {
        SignatureVersion: 'SigV4',
        CipherSuite: 'ECDHE-RSA-AES128-GCM-SHA256',
        bytesTransferredIn: 0,
        bytesTransferredOut: Math.floor(random() * 1e6),
      },
      requestID: uuid(),
      eventID: uuid(),
      readOnly,
      resources: [
        { type: 'AWS::S3::Object', ARN: `arn:aws:s3:::example-${role}/data` },
        { accountId: account, type: 'AWS::S3::Bucket', ARN: `arn:aws:s3:::example-${role}` },
      ],
      eventType: 'AwsApiCall',
      managementEvent: service !== 's3',
      recipientAccountId: account,
      eventCategory: service === 's3' ? 'Data' : 'Management',
      tlsDetails: {
        tlsVersion: 'TLSv1.3',
        cipherSuite: 'TLS_AES_128_GCM_SHA256',
        clientProvidedHostHeader: `${service}.us-east-1.amazonaws.com`,
      },
    });
  });
}
