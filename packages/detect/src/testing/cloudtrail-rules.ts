import { fullTrust, type PythonRule } from '@margay/model';

/**
 * Made-up rules over CloudTrail in the manner people write them, for tests and benchmarks. They use nothing but
 * `get`, so that the same text also runs on plain dictionaries in another Python.
 */
export function cloudTrailRules(count: number): PythonRule[] {
  return Array.from({ length: count }, (_, index) => pythonRule(`Test.CloudTrail.${index}`, bodyOf(index)));
}

export function pythonRule(id: string, body: string, changes: Partial<PythonRule> = {}): PythonRule {
  return {
    id,
    versionId: `${id}-1`,
    trust: fullTrust,
    kind: 'RULE',
    body,
    logTypes: ['AWS.CloudTrail'],
    severity: 'MEDIUM',
    displayName: id,
    description: '',
    runbook: '',
    reference: '',
    dedupPeriodMinutes: 60,
    threshold: 1,
    createAlert: true,
    tags: [],
    reports: {},
    outputIds: [],
    summaryAttributes: [],
    ...changes,
  };
}

const calls: Record<string, string[]> = {
  iam: 'CreateUser DeleteUser CreateAccessKey DeleteAccessKey AttachUserPolicy PutUserPolicy CreateLoginProfile UpdateLoginProfile AttachRolePolicy UpdateAssumeRolePolicy CreateRole DeactivateMFADevice DeleteRolePolicy AddUserToGroup'.split(
    ' ',
  ),
  ec2: 'RunInstances TerminateInstances StopInstances AuthorizeSecurityGroupIngress RevokeSecurityGroupEgress CreateSnapshot ModifySnapshotAttribute ModifyImageAttribute DeleteFlowLogs CreateVpc DeleteVpc GetPasswordData CreateKeyPair ModifyInstanceAttribute EnableSerialConsoleAccess ReplaceIamInstanceProfileAssociation'.split(
    ' ',
  ),
  s3: 'PutBucketPolicy DeleteBucketPolicy PutBucketAcl DeleteBucket PutBucketLifecycle PutBucketReplication DeleteBucketEncryption PutBucketPublicAccessBlock'.split(
    ' ',
  ),
  cloudtrail: 'StopLogging DeleteTrail UpdateTrail PutEventSelectors'.split(' '),
  kms: 'ScheduleKeyDeletion DisableKey PutKeyPolicy CreateGrant'.split(' '),
  lambda:
    'CreateFunction20150331 UpdateFunctionCode20150331v2 AddPermission20150331v2 DeleteFunction20150331'.split(
      ' ',
    ),
  secretsmanager: 'GetSecretValue DeleteSecret PutResourcePolicy BatchGetSecretValue'.split(' '),
  organizations: 'LeaveOrganization InviteAccountToOrganization DetachPolicy'.split(' '),
  guardduty: 'DeleteDetector UpdateDetector CreateIPSet DisassociateMembers'.split(' '),
  signin: 'ConsoleLogin SwitchRole CheckMfa'.split(' '),
  ssm: 'SendCommand StartSession GetParameters DescribeInstanceInformation'.split(' '),
  rds: 'ModifyDBSnapshotAttribute DeleteDBInstance CreateDBSnapshot'.split(' '),
};
const services = Object.keys(calls);

const verbs =
  'Create Delete Update Put Modify Associate Disassociate Register Deregister Start Stop Enable'.split(' ');
const nouns =
  'Workspace Cluster Stack Pipeline Fleet Distribution HostedZone Certificate Topic Queue Table Stream Crawler Endpoint Model Canary Broker Domain Vault Alarm Rule Portfolio Gateway Mesh Repository Project Build Job Catalog Application Environment Template'.split(
    ' ',
  );

/** Thousands of rules name mostly calls that a stream hardly holds. */
function rareCall(number: number): string {
  return `${verbs[number % verbs.length]}${nouns[number % nouns.length]}`;
}

const helpers = `
def succeeded(event):
    return not event.get("errorCode") and not event.get("errorMessage")


def actor(event):
    identity = event.get("userIdentity") or {}
    return identity.get("arn") or identity.get("principalId") or "unknown"
`;

const endings = `

def title(event):
    return f"{event.get('eventName')} by {actor(event)}"


def dedup(event):
    return actor(event)


def alert_context(event):
    return {"eventName": event.get("eventName"), "region": event.get("awsRegion"), "actor": actor(event)}
`;

/** Of 24 rules, 23 name the calls they are about, and one is about any call: the share of public content. */
function bodyOf(index: number): string {
  const service = services[index % services.length]!;
  const names = calls[service]!;
  const turn = Math.floor(index / services.length);
  const name = turn < names.length ? names[turn]! : rareCall(turn);
  const other = turn < names.length ? names[(turn + 1) % names.length]! : rareCall(turn + 7);
  const shape = index % 24 === 23 ? anyCall : shapes[index % shapes.length]!;
  const rule = shape(service, name, other, index);
  return `import re\n${helpers}\n\n${rule}\n${endings}`;
}

type Shape = (service: string, name: string, other: string, index: number) => string;

const anyCall: Shape = (
  _service,
  _name,
  _other,
  index,
) => `SUSPECT = re.compile(r"(kali|parrot|pentoo|sqlmap|tool-${index})", re.I)


def rule(event):
    agent = event.get("userAgent") or ""
    return bool(SUSPECT.search(agent)) and succeeded(event)`;

const shapes: Shape[] = [
  (_service, name) => `def rule(event):
    return event.get("eventName") == "${name}" and succeeded(event)`,
  (_service, name, other) => `EVENTS = {"${name}", "${other}"}


def rule(event):
    if event.get("eventName") not in EVENTS:
        return False
    return (event.get("userIdentity") or {}).get("type") != "AWSService"`,
  (service, name) => `def rule(event):
    if not succeeded(event):
        return False
    return event.get("eventSource") == "${service}.amazonaws.com" and event.get("eventName") == "${name}"`,
  (service, name) => `def rule(event):
    if event.get("eventSource") != "${service}.amazonaws.com" or event.get("eventName") != "${name}":
        return False
    parameters = event.get("requestParameters") or {}
    return any(key.lower().endswith("policy") for key in parameters)`,
  (_service, name, other) => `def rule(event):
    return all(
        [
            event.get("eventName", "") in ["${name}", "${other}"],
            event.get("sourceIPAddress") != "AWS Internal",
            event.get("errorCode") is None,
        ]
    )`,
  (_service, name) => `def rule(event):
    if event.get("eventName", "").startswith("${name.slice(0, 9)}"):
        return event.get("errorCode") == "AccessDenied"
    return False`,
  (_service, name, _other, index) => `SUSPECT = re.compile(r"(kali|parrot|pentoo|tool-${index})", re.I)


def rule(event):
    if event.get("eventName") != "${name}":
        return False
    return bool(SUSPECT.search(event.get("userAgent") or ""))`,
];
