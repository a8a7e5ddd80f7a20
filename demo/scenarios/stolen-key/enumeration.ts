import { company } from '../../generators/cast.ts';

/** What the intruder asks with the found key, in order. The key may read storage and little else. */
export const questions: readonly { service: string; name: string; allowed: boolean; action?: string }[] = [
  { service: 's3', name: 'ListBuckets', allowed: true },
  { service: 'iam', name: 'ListUsers', allowed: true },
  { service: 'iam', name: 'ListAttachedUserPolicies', allowed: true },
  { service: 'iam', name: 'ListUserPolicies', allowed: true },
  { service: 'iam', name: 'GetUser', allowed: true },
  { service: 'iam', name: 'ListRoles', allowed: true },
  { service: 'iam', name: 'GetAccountAuthorizationDetails', allowed: false },
  { service: 'iam', name: 'ListAccessKeys', allowed: true },
  { service: 'iam', name: 'GetAccountSummary', allowed: false },
  { service: 'ec2', name: 'DescribeInstances', allowed: false },
  { service: 'ec2', name: 'DescribeSnapshots', allowed: false },
  { service: 'ec2', name: 'DescribeSecurityGroups', allowed: false },
  { service: 'ec2', name: 'DescribeVpcs', allowed: false },
  { service: 'rds', name: 'DescribeDBInstances', allowed: false },
  { service: 'rds', name: 'DescribeDBSnapshots', allowed: false },
  { service: 'lambda', name: 'ListFunctions20150331', allowed: false, action: 'lambda:ListFunctions' },
  { service: 'secretsmanager', name: 'ListSecrets', allowed: false },
  { service: 'ssm', name: 'DescribeParameters', allowed: false },
  { service: 'dynamodb', name: 'ListTables', allowed: false },
  { service: 'kms', name: 'ListKeys', allowed: false },
  { service: 'ecr', name: 'DescribeRepositories', allowed: false },
  { service: 'ecs', name: 'ListClusters', allowed: false },
  { service: 'cloudtrail', name: 'DescribeTrails', allowed: true },
  { service: 'guardduty', name: 'ListDetectors', allowed: false },
  { service: 'organizations', name: 'DescribeOrganization', allowed: false },
  { service: 's3', name: 'GetBucketLocation', allowed: true },
  { service: 's3', name: 'GetBucketAcl', allowed: true },
];

/** Secrets the intruder reads once nothing is forbidden any more. */
export const secretNames: readonly string[] = [
  'prod/shop/database',
  'prod/shop/payments',
  'prod/shop/mail',
  'prod/billing/export',
  'prod/billing/bank',
  'prod/search/index',
  'prod/studio/printer',
  'prod/warehouse/sync',
  'tools/github/deploy',
];

export const adminPolicy = 'arn:aws:iam::aws:policy/AdministratorAccess';
export const trailName = 'account-trail';
export const trailArn = `arn:aws:cloudtrail:${company.region}:123456789012:trail/${trailName}`;
export const bastionGroup = 'sg-0ca75000000000101';
export const snapshotId = 'snap-0ca75000000000401';
