import { engineers, type Person } from './cast.ts';
import { keyOf, type CallMaker, roleIdOf } from './cloudtrail-ids.ts';
import { accessDenied, roleIdentity } from './cloudtrail.ts';
import { minutesAfter } from './timed-line.ts';

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

const deploy: CallMaker = (at, random) => {
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

const askByPerson: CallMaker = (at, random) => {
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

const signIn: CallMaker = (at, random) => {
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

/** What engineers do, and the pipelines they start. */
export const callsByPeople = [
  { weight: 20, value: askByPerson },
  { weight: 8, value: deploy },
  { weight: 1, value: signIn },
];
