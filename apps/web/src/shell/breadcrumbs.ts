import { resourceName } from '../lib/compliance/resource-name.ts';

export interface Crumb {
  label: string;
  path: string;
}

/** Segments whose name is not their words. */
const fixedLabels: Record<string, string> = {
  'aws-s3': 'AWS S3',
  'aws-sqs': 'AWS SQS',
  'aws-cloudwatch-logs': 'AWS CloudWatch Logs',
  'aws-eventbridge': 'AWS EventBridge',
  'google-cloud-storage': 'Google Cloud Storage',
  'google-cloud-pubsub': 'Google Cloud Pub/Sub',
  'azure-blob': 'Azure Blob Storage',
  'azure-blob-storage': 'Azure Blob Storage',
  'azure-event-hub': 'Azure Event Hub',
  http: 'HTTP Ingest',
  'http-ingest': 'HTTP Ingest',
  microsoft365: 'Microsoft 365',
  onepassword: '1Password',
  '1password': '1Password',
  gsuite: 'Google Workspace',
  'google-workspace': 'Google Workspace',
  'microsoft-graph': 'Microsoft Graph',
  mongodb: 'Mongo DB Atlas',
  'mongodb-atlas': 'Mongo DB Atlas',
  sentinelone: 'SentinelOne Cloud Funnel',
  'sentinelone-cloud-funnel': 'SentinelOne Cloud Funnel',
  customwebhook: 'Custom Webhook',
  'api-tokens': 'API Tokens',
  'api-playground': 'API Playground',
  'mitre-attack': 'MITRE ATT&CK',
  api: 'API',
  tokens: 'Tokens',
  playground: 'API Playground',
  resources: 'Cloud Resources',
};

/** Short names of log types people know by another name than their type. */
const logTypeNames: Record<string, string> = {
  'Amazon.EKS.Audit': 'EKS Audit',
  'AWS.CloudTrail': 'CloudTrail',
  'AWS.GuardDuty': 'GuardDuty',
  'AWS.S3ServerAccess': 'S3 Server Access',
  'AWS.VPCDns': 'VPC DNS',
  'AWS.VPCFlow': 'VPC Flow',
  'Notion.AuditLogs': 'Notion Audit',
};

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const logType = /^[A-Z][A-Za-z0-9]*(\.[A-Z][A-Za-z0-9]*)+$/;

function labelOf(segment: string): string {
  const fixed = fixedLabels[segment.toLowerCase()];
  if (fixed) return fixed;
  if (segment.startsWith('arn:')) return resourceName(segment);
  if (logType.test(segment)) return logTypeNames[segment] ?? segment.slice(segment.indexOf('.') + 1);
  return segment
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(' and ', ' & ')
    .replaceAll(/(^|\s)\S/g, (first) => first.toUpperCase());
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a stray percent sign is shown as it is
  }
}

/** What stands below these is the id of one of them, and is shown as it is. */
const idsBelow: ReadonlySet<string> = new Set(['rules', 'policies', 'helpers', 'data-models', 'schemas']);
/** Pages beside those ids. */
const pagesBeside: ReadonlySet<string> = new Set(['new']);

/** Each segment that is no UUID, with the path up to it. */
export function crumbsOf(pathname: string): Crumb[] {
  const crumbs: Crumb[] = [];
  let path = '/';
  let above = '';
  for (const segment of pathname.split('/').filter(Boolean)) {
    path += `${segment}/`;
    const text = decoded(segment);
    const isId = idsBelow.has(above) && !pagesBeside.has(text);
    if (!uuid.test(text)) crumbs.push({ label: isId ? text : labelOf(text), path });
    above = segment;
  }
  return crumbs;
}
