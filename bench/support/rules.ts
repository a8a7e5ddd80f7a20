/** Python rules of the usual kinds over CloudTrail, the same for the same count; about one in fifty can match. */
export interface BenchRule {
  id: string;
  body: string;
}

const shapes: ((i: number) => string)[] = [
  (i) => `def rule(event):
    return event.get("eventName") == "DeleteThing${i}" and event.deep_get("userIdentity", "type") == "Root"
`,
  (i) => `NAMES = {"CreateThing${i}", "UpdateThing${i}", "PutThing${i}"}


def rule(event):
    if event.get("eventSource") != "service${i % 40}.amazonaws.com":
        return False
    return event.get("eventName") in NAMES


def title(event):
    return f"{event.get('eventName')} by {event.deep_get('userIdentity', 'arn')}"
`,
  (i) => `def rule(event):
    if event.get("errorCode"):
        return False
    if not event.get("eventName", "").startswith("Attach${i}"):
        return False
    return event.deep_get("requestParameters", "policyArn", default="").endswith("AdministratorAccess")
`,
  (i) => `def rule(event):
    return all([
        event.get("eventName") == "ModifyThing${i}",
        event.deep_get("requestParameters", "attributeType") == "launchPermission",
        event.get("sourceIPAddress") != "192.0.2.${i % 250}",
    ])
`,
];

export function benchRules(count: number): BenchRule[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 50 === 7) {
      return {
        id: `Bench.Matching.${i}`,
        body: `def rule(event):
    return event.get("eventName") == "LookupEvents" and event.deep_get("userIdentity", "sessionContext", "sessionIssuer", "userName") == "${['ci', 'web', 'backup'][i % 3]}"


def title(event):
    return f"Trail searched by {event.deep_get('userIdentity', 'arn')}"


def dedup(event):
    return event.deep_get("userIdentity", "sessionContext", "sessionIssuer", "arn")
`,
      };
    }
    const shape = shapes[i % shapes.length] as (i: number) => string;
    return { id: `Bench.Rule.${i}`, body: shape(i) };
  });
}
