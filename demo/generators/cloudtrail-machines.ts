import { accounts, buckets, company, type Host, hosts } from './cast.ts';
import { keyOf, type CallMaker, roleIdOf } from './cloudtrail-ids.ts';
import { iamUserIdentity, roleIdentity, serviceIdentity } from './cloudtrail.ts';
import { minutesAfter } from './timed-line.ts';

const endpoint = 'vpce-0ca7500000000001a';
const sdk = 'aws-sdk-js/3.850.0 ua/2.1 os/linux#6.1 lang/js md/nodejs#24.4.1';
const python = 'Boto3/1.40.1 md/Botocore#1.40.1 ua/2.1 os/linux#6.1 lang/python#3.13.5';

const rotationMs = 6 * 3_600_000;

/** Role credentials of an instance change every few hours. */
function instanceIdentity(host: Host, at: Date) {
  const rotation = Math.floor(at.getTime() / rotationMs);
  const since = new Date(rotation * rotationMs);
  return roleIdentity({
    role: host.role,
    roleId: roleIdOf(host.role),
    session: host.instanceId,
    accessKeyId: keyOf(`${host.name}${rotation}`),
    since,
  });
}

const readObject: CallMaker = (at, random) => {
  const host = random.pick([...hosts.api, ...hosts.web]);
  const key = `portraits/${random.hex(2)}/${random.hex(16)}.webp`;
  return {
    at,
    identity: instanceIdentity(host, at),
    service: 's3',
    name: 'GetObject',
    ip: host.address,
    agent: `[${sdk}]`,
    request: {
      bucketName: buckets.images,
      Host: `${buckets.images}.s3.${company.region}.amazonaws.com`,
      key,
    },
    extra: {
      SignatureVersion: 'SigV4',
      CipherSuite: 'TLS_AES_128_GCM_SHA256',
      bytesTransferredIn: 0,
      bytesTransferredOut: random.int(9_000, 900_000),
      AuthenticationMethod: 'AuthHeader',
    },
    resources: [
      { type: 'AWS::S3::Object', ARN: `arn:aws:s3:::${buckets.images}/${key}` },
      { type: 'AWS::S3::Bucket', ARN: `arn:aws:s3:::${buckets.images}`, accountId: accounts.production },
    ],
    vpcEndpointId: endpoint,
    isData: true,
  };
};

const decrypt: CallMaker = (at, random) => {
  const host = random.pick([...hosts.api, hosts.billing]);
  const key = `arn:aws:kms:${company.region}:${accounts.production}:key/0ca75000-0000-4000-8000-000000000001`;
  return {
    at,
    identity: instanceIdentity(host, at),
    service: 'kms',
    name: 'Decrypt',
    ip: host.address,
    agent: sdk,
    request: { encryptionAlgorithm: 'SYMMETRIC_DEFAULT', keyId: key },
    resources: [{ accountId: accounts.production, type: 'AWS::KMS::Key', ARN: key }],
    vpcEndpointId: endpoint,
  };
};

const readSecret: CallMaker = (at, random) => {
  const host = random.pick(hosts.api);
  return {
    at,
    identity: instanceIdentity(host, at),
    service: 'secretsmanager',
    name: 'GetSecretValue',
    ip: host.address,
    agent: sdk,
    request: { secretId: random.pick(['prod/shop/database', 'prod/shop/payments', 'prod/shop/mail']) },
    vpcEndpointId: endpoint,
  };
};

/** The job whose key the stolen-key story is about: always from its own host, through the endpoint. */
const billingJob: CallMaker = (at, random) => {
  const day = at.toISOString().slice(0, 10);
  const isWrite = random.chance(0.85);
  return {
    at,
    identity: iamUserIdentity('svc-billing-export', 'AIDAEXAMPLECATSBILL01', 'AKIAEXAMPLECATSBILL1'),
    service: 's3',
    name: isWrite ? 'PutObject' : 'ListObjects',
    ip: hosts.billing.address,
    agent: `[${python}]`,
    request: {
      bucketName: buckets.invoices,
      Host: `${buckets.invoices}.s3.${company.region}.amazonaws.com`,
      ...(isWrite ? { key: `${day}/${random.int(10_000, 99_999)}.pdf` } : { prefix: day }),
    },
    resources: [
      { type: 'AWS::S3::Bucket', ARN: `arn:aws:s3:::${buckets.invoices}`, accountId: accounts.production },
    ],
    vpcEndpointId: endpoint,
    isData: true,
  };
};

const assumeByService: CallMaker = (at, random) => {
  const service = random.pick(['ec2', 'ecs-tasks', 'lambda', 'config']);
  const role =
    { ec2: 'shop-api', 'ecs-tasks': 'shop-web', lambda: 'thumbnailer', config: 'config-recorder' }[service] ??
    'shop-api';
  const arn = `arn:aws:iam::${accounts.production}:role/${role}`;
  const session = `${role}-${random.hex(8)}`;
  return {
    at,
    identity: serviceIdentity(service),
    service: 'sts',
    name: 'AssumeRole',
    ip: `${service}.amazonaws.com`,
    agent: `${service}.amazonaws.com`,
    request: { roleArn: arn, roleSessionName: session },
    response: {
      credentials: {
        accessKeyId: `ASIA${random.letters(16)}`,
        expiration: minutesAfter(at, 360).toISOString(),
        sessionToken: random.hex(24),
      },
      assumedRoleUser: {
        assumedRoleId: `${roleIdOf(role)}:${session}`,
        arn: `arn:aws:sts::${accounts.production}:assumed-role/${role}/${session}`,
      },
    },
    resources: [{ accountId: accounts.production, type: 'AWS::IAM::Role', ARN: arn }],
  };
};

const recordConfiguration: CallMaker = (at, random) => ({
  at,
  identity: roleIdentity({
    role: 'AWSServiceRoleForConfig',
    path: 'aws-service-role/config.amazonaws.com/',
    roleId: roleIdOf('SERVICEROLECONFIG'),
    session: 'configLambdaExecution',
    accessKeyId: keyOf('CONFIGRECORDER'),
    since: minutesAfter(at, -40),
    invokedBy: 'config.amazonaws.com',
  }),
  service: random.pick(['ec2', 'rds', 's3', 'iam']),
  name: random.pick(['DescribeTags', 'DescribeVpcs', 'ListTagsForResource', 'GetBucketPolicyStatus']),
  ip: 'config.amazonaws.com',
  agent: 'config.amazonaws.com',
});

/** What programs and AWS itself do all day. */
export const callsByMachines = [
  { weight: 44, value: readObject },
  { weight: 14, value: decrypt },
  { weight: 5, value: readSecret },
  { weight: 4, value: billingJob },
  { weight: 14, value: assumeByService },
  { weight: 10, value: recordConfiguration },
];
