import { accounts, buckets, company, engineers, hosts, type Host, type Person } from './cast.ts';
import {
  accessDenied,
  type CloudTrailCall,
  cloudTrailLine,
  iamUserIdentity,
  roleIdentity,
  serviceIdentity,
} from './cloudtrail.ts';
import type { Random } from './random.ts';
import { machineRhythm, peopleRhythm, type Span, spreadTimes } from './rhythm.ts';
import type { TimedLine } from './timed-line.ts';
import { minutesAfter } from './timed-line.ts';

const endpoint = 'vpce-0ca7500000000001a';
const sdk = 'aws-sdk-js/3.850.0 ua/2.1 os/linux#6.1 lang/js md/nodejs#24.4.1';
const python = 'Boto3/1.40.1 md/Botocore#1.40.1 ua/2.1 os/linux#6.1 lang/python#3.13.5';
const terraform = 'APN/1.0 HashiCorp/1.0 Terraform/1.12.2 aws-sdk-go-v2/1.36.6';
const commandLine = 'aws-cli/2.28.1 md/awscrt#0.27.2 ua/2.1 os/macos#24.5.0 md/command';

/** What people look at in the console or ask on the command line. */
const questions: readonly { service: string; name: string }[] = [
  { service: 'ec2', name: 'DescribeInstances' },
  { service: 'ec2', name: 'DescribeSecurityGroups' },
  { service: 'ecs', name: 'DescribeServices' },
  { service: 'ecs', name: 'ListTasks' },
  { service: 'logs', name: 'FilterLogEvents' },
  { service: 'logs', name: 'DescribeLogGroups' },
  { service: 'monitoring', name: 'GetMetricData' },
  { service: 'monitoring', name: 'DescribeAlarms' },
  { service: 'rds', name: 'DescribeDBInstances' },
  { service: 's3', name: 'ListBuckets' },
  { service: 'lambda', name: 'ListFunctions20150331' },
  { service: 'cloudformation', name: 'DescribeStacks' },
  { service: 'health', name: 'DescribeEventAggregates' },
];

/** Few enough that nobody looks like someone who tries out a found credential. */
const forbidden: readonly { service: string; name: string; action: string }[] = [
  { service: 'iam', name: 'ListUsers', action: 'iam:ListUsers' },
  { service: 'kms', name: 'ListKeys', action: 'kms:ListKeys' },
  { service: 'ce', name: 'GetCostAndUsage', action: 'ce:GetCostAndUsage' },
];

type Maker = (at: Date, random: Random) => CloudTrailCall;

function keyOf(text: string): string {
  return `ASIA${text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .padEnd(16, 'X')
    .slice(0, 16)}`;
}

function roleIdOf(text: string): string {
  return `AROA${text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .padEnd(17, 'X')
    .slice(0, 17)}`;
}

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

function personIdentity(person: Person, at: Date) {
  const role =
    person.team === 'platform'
      ? 'AWSReservedSSO_Platform_0ca7500000000001'
      : 'AWSReservedSSO_Developer_0ca7500000000002';
  return roleIdentity({
    role,
    path: 'aws-reserved/sso.amazonaws.com/',
    roleId: roleIdOf(role.slice(15)),
    session: person.email,
    accessKeyId: keyOf(`${person.gitHubLogin}${at.getUTCDate()}`),
    since: minutesAfter(at, -(at.getUTCMinutes() + 20)),
  });
}

const readObject: Maker = (at, random) => {
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

const decrypt: Maker = (at, random) => {
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

const readSecret: Maker = (at, random) => {
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
const billingJob: Maker = (at, random) => {
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

const assumeByService: Maker = (at, random) => {
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

const recordConfiguration: Maker = (at, random) => ({
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

const deploy: Maker = (at, random) => {
  const [service, name] = random.pick([
    ['ecr', 'GetAuthorizationToken'],
    ['ecr', 'PutImage'],
    ['ecs', 'RegisterTaskDefinition'],
    ['ecs', 'UpdateService'],
    ['ecs', 'DescribeServices'],
    ['cloudformation', 'DescribeStacks'],
  ] as const);
  return {
    at,
    identity: roleIdentity({
      role: 'github-deploy',
      roleId: roleIdOf('GITHUBDEPLOY'),
      session: `run-${random.int(10_000, 99_999)}`,
      accessKeyId: `ASIA${random.letters(16)}`,
      since: minutesAfter(at, -3),
    }),
    service,
    name,
    ip: `198.51.100.${random.int(200, 220)}`,
    agent: name === 'DescribeStacks' ? terraform : python,
    request: service === 'ecs' ? { cluster: 'shop', service: random.pick(['shop-web', 'shop-api']) } : null,
  };
};

const askByPerson: Maker = (at, random) => {
  const person = random.pick(engineers);
  const identity = personIdentity(person, at);
  if (random.chance(0.015)) {
    const { service, name, action } = random.pick(forbidden);
    return {
      at,
      identity,
      service,
      name,
      ip: person.address,
      agent: commandLine,
      error: accessDenied(service, identity.arn, action),
    };
  }
  return {
    at,
    identity,
    ...random.pick(questions),
    ip: person.address,
    agent: random.chance(0.7) ? person.userAgent : commandLine,
  };
};

const signIn: Maker = (at, random) => {
  const person = random.pick(engineers);
  return {
    at,
    identity: personIdentity(person, at),
    service: 'signin',
    name: 'ConsoleLogin',
    ip: person.address,
    agent: person.userAgent,
    response: { ConsoleLogin: 'Success' },
    extra: { MobileVersion: 'No', MFAUsed: 'No' },
    type: 'AwsConsoleSignIn',
  };
};

const byMachines = [
  { weight: 44, value: readObject },
  { weight: 14, value: decrypt },
  { weight: 5, value: readSecret },
  { weight: 4, value: billingJob },
  { weight: 14, value: assumeByService },
  { weight: 10, value: recordConfiguration },
];
const byPeople = [
  { weight: 20, value: askByPerson },
  { weight: 8, value: deploy },
  { weight: 1, value: signIn },
];
const machineShare = 0.7;

/** An ordinary day in the cloud: mostly programs, some people. Triggers no detection. */
export function cloudTrailNoise(count: number, span: Span, random: Random): TimedLine[] {
  const ofMachines = Math.round(count * machineShare);
  const machines = spreadTimes(ofMachines, span, random, machineRhythm);
  const workers = spreadTimes(count - ofMachines, span, random, peopleRhythm);
  return [
    ...machines.map((at) => cloudTrailLine(random.weighted(byMachines)(at, random), random)),
    ...workers.map((at) => cloudTrailLine(random.weighted(byPeople)(at, random), random)),
  ];
}
