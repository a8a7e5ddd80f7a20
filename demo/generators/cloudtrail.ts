import { accounts, company } from './cast.ts';
import type { Random } from './random.ts';
import type { TimedLine } from './timed-line.ts';
import { secondsText } from './timed-line.ts';

/** What differs between calls; the rest of the record follows from it. */
export interface CloudTrailCall {
  at: Date;
  identity: Record<string, unknown>;
  /** Service without its domain, for instance `s3`. */
  service: string;
  name: string;
  ip: string;
  agent: string;
  account?: string;
  region?: string;
  request?: Record<string, unknown> | null;
  response?: Record<string, unknown> | null;
  extra?: Record<string, unknown>;
  error?: { code: string; message: string };
  resources?: { ARN: string; accountId?: string; type: string }[];
  vpcEndpointId?: string;
  /** Data events are those of objects and items, not of the account. */
  isData?: boolean;
  type?: 'AwsApiCall' | 'AwsConsoleSignIn';
}

/** Services with one address for all regions record in us-east-1. */
const globalServices = new Set(['iam', 'cloudfront', 'route53', 'organizations']);
const readPrefix = /^(?:Get|List|Describe|Head|Lookup|BatchGet|Decrypt|Filter)/;

/** One record as the vendor documents it (CloudTrail record contents, version 1.11), as a line of JSON. */
export function cloudTrailLine(call: CloudTrailCall, random: Random): TimedLine {
  const account = call.account ?? accounts.production;
  const region = call.region ?? (globalServices.has(call.service) ? 'us-east-1' : company.region);
  const host =
    globalServices.has(call.service) || call.service === 'signin'
      ? `${call.service}.amazonaws.com`
      : `${call.service}.${region}.amazonaws.com`;
  const isFromNetwork = /^[\d.:a-f]+$/.test(call.ip);
  const record = {
    eventVersion: '1.11',
    userIdentity: call.identity,
    eventTime: secondsText(call.at),
    eventSource: `${call.service}.amazonaws.com`,
    eventName: call.name,
    awsRegion: region,
    sourceIPAddress: call.ip,
    userAgent: call.agent,
    ...(call.error && { errorCode: call.error.code, errorMessage: call.error.message }),
    requestParameters: call.request ?? null,
    responseElements: call.response ?? null,
    ...(call.extra && { additionalEventData: call.extra }),
    requestID: random.uuid(),
    eventID: random.uuid(),
    readOnly: readPrefix.test(call.name) || call.name === 'AssumeRole',
    ...(call.resources && { resources: call.resources }),
    eventType: call.type ?? 'AwsApiCall',
    managementEvent: call.isData !== true,
    recipientAccountId: account,
    ...(call.vpcEndpointId && { vpcEndpointId: call.vpcEndpointId, vpcEndpointAccountId: account }),
    eventCategory: call.isData === true ? 'Data' : 'Management',
    ...(isFromNetwork && {
      tlsDetails: {
        tlsVersion: 'TLSv1.3',
        cipherSuite: 'TLS_AES_128_GCM_SHA256',
        clientProvidedHostHeader: host,
      },
    }),
  };
  return { at: call.at, line: JSON.stringify(record) };
}

/** The identity block of an IAM user that signs with a long-term key. */
export function iamUserIdentity(userName: string, principalId: string, accessKeyId: string) {
  return {
    type: 'IAMUser',
    principalId,
    arn: `arn:aws:iam::${accounts.production}:user/${userName}`,
    accountId: accounts.production,
    accessKeyId,
    userName,
  };
}

export interface RoleSession {
  role: string;
  /** Path of the role in its ARN, for instance `aws-reserved/sso.amazonaws.com/`. */
  path?: string;
  roleId: string;
  session: string;
  accessKeyId: string;
  since: Date;
  account?: string;
  invokedBy?: string;
  inScopeOf?: Record<string, unknown>;
}

/** The identity block of a role session. */
export function roleIdentity(session: RoleSession) {
  const account = session.account ?? accounts.production;
  return {
    type: 'AssumedRole',
    principalId: `${session.roleId}:${session.session}`,
    arn: `arn:aws:sts::${account}:assumed-role/${session.role}/${session.session}`,
    accountId: account,
    accessKeyId: session.accessKeyId,
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId: session.roleId,
        arn: `arn:aws:iam::${account}:role/${session.path ?? ''}${session.role}`,
        accountId: account,
        userName: session.role,
      },
      attributes: { creationDate: secondsText(session.since), mfaAuthenticated: 'false' },
    },
    ...(session.invokedBy && { invokedBy: session.invokedBy }),
    ...(session.inScopeOf && { inScopeOf: session.inScopeOf }),
  };
}

export function serviceIdentity(service: string) {
  return { type: 'AWSService', invokedBy: `${service}.amazonaws.com` };
}

/** The error code a service refuses with; they do not agree on one. */
const refusalCodes: Record<string, string> = {
  ec2: 'Client.UnauthorizedOperation',
  ecs: 'AccessDeniedException',
  guardduty: 'AccessDeniedException',
  lambda: 'AccessDeniedException',
  organizations: 'AccessDeniedException',
  ssm: 'AccessDeniedException',
};

export function accessDenied(
  service: string,
  arn: string,
  action: string,
): { code: string; message: string } {
  return {
    code: refusalCodes[service] ?? 'AccessDenied',
    message: `User: ${arn} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`,
  };
}
