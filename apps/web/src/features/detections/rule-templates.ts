/** Something to start a rule from: it runs as it is, and its tests pass. */
export interface RuleTemplate {
  title: string;
  /** One line for the menu. */
  does: string;
  /** What its fields are of; chosen for a rule that has none yet. */
  logType: string;
  threshold: number;
  body: string;
  tests: readonly { name: string; expectedResult: boolean; event: object }[];
}

const rootSignIn = {
  eventName: 'ConsoleLogin',
  sourceIPAddress: '192.0.2.10',
  userIdentity: { type: 'Root' },
};

export const ruleTemplates: readonly [RuleTemplate, ...RuleTemplate[]] = [
  {
    title: 'Fields of an event',
    does: 'compares fields, nested ones too',
    logType: 'AWS.CloudTrail',
    threshold: 1,
    body: `def rule(event):
    # Return True to match this event.
    if event.get("eventName") != "ConsoleLogin":
        return False
    return event.deep_get("userIdentity", "type") == "Root"


def title(event):
    return f"Root signed in from {event.get('sourceIPAddress')}"
`,
    tests: [{ name: 'Test 1', expectedResult: true, event: rootSignIn }],
  },
  {
    title: 'One of several values',
    does: 'a set of names, severity by event',
    logType: 'AWS.CloudTrail',
    threshold: 1,
    body: `WATCHED = {"StopLogging", "DeleteTrail", "UpdateTrail", "PutEventSelectors"}


def rule(event):
    return event.get("eventName") in WATCHED and not event.get("errorCode")


def title(event):
    who = event.deep_get("userIdentity", "arn", default="unknown caller")
    return f"{event.get('eventName')} on a trail by {who}"


def severity(event):
    # DEFAULT keeps the severity of the settings.
    return "CRITICAL" if event.get("eventName") == "DeleteTrail" else "DEFAULT"


def dedup(event):
    return event.deep_get("userIdentity", "arn", default="unknown caller")
`,
    tests: [
      {
        name: 'Trail deleted',
        expectedResult: true,
        event: {
          eventName: 'DeleteTrail',
          userIdentity: { arn: 'arn:aws:iam::123456789012:user/mira' },
        },
      },
      {
        name: 'Trail read',
        expectedResult: false,
        event: {
          eventName: 'DescribeTrails',
          userIdentity: { arn: 'arn:aws:iam::123456789012:user/mira' },
        },
      },
    ],
  },
  {
    title: 'Inside lists',
    does: 'looks through a list of objects',
    logType: 'AWS.CloudTrail',
    threshold: 1,
    body: `SUSPICIOUS = "arn:aws:s3:::backups"


def rule(event):
    # deep_walk goes through lists: one value comes as itself, several as a list.
    found = event.deep_walk("resources", "ARN", default=[])
    names = [found] if isinstance(found, str) else found
    return any(name.startswith(SUSPICIOUS) for name in names)


def title(event):
    return f"{event.get('eventName')} reached {SUSPICIOUS}"


def alert_context(event):
    return {"resources": event.deep_walk("resources", "ARN", default=[])}
`,
    tests: [
      {
        name: 'Second of two resources',
        expectedResult: true,
        event: {
          eventName: 'GetObject',
          resources: [{ ARN: 'arn:aws:s3:::public' }, { ARN: 'arn:aws:s3:::backups/db' }],
        },
      },
      {
        name: 'No resources',
        expectedResult: false,
        event: { eventName: 'GetObject' },
      },
    ],
  },
  {
    title: 'Many different values',
    does: 'threshold over distinct values, per caller',
    logType: 'AWS.CloudTrail',
    threshold: 5,
    body: `def rule(event):
    return event.get("errorCode") in ("AccessDenied", "Client.UnauthorizedOperation")


def title(event):
    who = event.deep_get("userIdentity", "arn", default="unknown caller")
    return f"{who} is refused by many services"


def dedup(event):
    # One count for each caller.
    return event.deep_get("userIdentity", "arn", default="unknown caller")


def unique(event):
    # The threshold counts different services, not events.
    return event.get("eventSource")
`,
    tests: [
      {
        name: 'Refused',
        expectedResult: true,
        event: {
          errorCode: 'AccessDenied',
          eventSource: 's3.amazonaws.com',
          userIdentity: { arn: 'arn:aws:iam::123456789012:user/mira' },
        },
      },
      {
        name: 'Allowed',
        expectedResult: false,
        event: {
          eventSource: 's3.amazonaws.com',
          userIdentity: { arn: 'arn:aws:iam::123456789012:user/mira' },
        },
      },
    ],
  },
  {
    title: 'Unified names',
    does: 'the same rule over several log types',
    logType: 'Okta.SystemLog',
    threshold: 1,
    body: `from ipaddress import ip_address, ip_network

OFFICE = ip_network("198.51.100.0/24")


def rule(event):
    # Data models say which field this is for each log type.
    address = event.udm("source_ip")
    return bool(address) and ip_address(address) not in OFFICE


def title(event):
    return f"{event.udm('actor_user', default='Somebody')} came from {event.udm('source_ip')}"
`,
    tests: [
      {
        name: 'From elsewhere',
        expectedResult: true,
        event: {
          p_log_type: 'Okta.SystemLog',
          actor: { alternateId: 'mira@example.com' },
          client: { ipAddress: '203.0.113.7' },
        },
      },
      {
        name: 'From the office',
        expectedResult: false,
        event: {
          p_log_type: 'Okta.SystemLog',
          actor: { alternateId: 'mira@example.com' },
          client: { ipAddress: '198.51.100.20' },
        },
      },
    ],
  },
];

/** The event of a new test. */
export const newTestEvent = JSON.stringify(rootSignIn, null, 2);

/** What a new scheduled rule starts from: its query has chosen the rows already. */
export const scheduledRuleBody = `def rule(row):
    # Comes here once for each row of the query. Return True to match it.
    return row.get("count", 0) > 0
`;

export const newTestRow = JSON.stringify({ count: 1 }, null, 2);
