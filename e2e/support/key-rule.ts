import { cloudTrailLine } from './cloudtrail.ts';
import type { TestServer } from './server.ts';

/** How many lines `keyBatch` has. */
export const linesPerBatch = 20;

/** Matches one line of every batch; its alert is told apart by its own dedup string. */
const body = `def rule(event):
    return event.get("eventName") == "CreateAccessKey"


def dedup(event):
    return event.get("requestID")


def title(event):
    return f"key {event.get('requestID')}"
`;

/** Saves the rule that makes one alert, `key <id>`, of every batch. */
export async function putKeyRule(server: TestServer): Promise<void> {
  await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
    input: {
      id: 'Test.Key',
      isNew: true,
      enabled: true,
      severity: 'LOW',
      logTypes: ['AWS.CloudTrail'],
      body,
    },
  });
}

/** CloudTrail lines with request ids of their own, of which the first one matches. */
export const keyBatch = (id: string): string[] =>
  Array.from({ length: linesPerBatch }, (_, i) =>
    cloudTrailLine({
      eventName: i === 0 ? 'CreateAccessKey' : 'ListUsers',
      requestID: i === 0 ? id : `${id}-${i}`,
    }),
  );

interface AlertPage {
  alerts: {
    edges: { node: { title: string; eventCount: number } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

/** Every alert of a server, page by page. */
export async function allAlerts(server: TestServer): Promise<{ title: string; eventCount: number }[]> {
  const found: { title: string; eventCount: number }[] = [];
  let cursor: string | null = null;
  do {
    const page: AlertPage = await server.graphql<AlertPage>(
      'query ($cursor: String) { alerts(input: { pageSize: 50, cursor: $cursor }) { edges { node { title eventCount } } pageInfo { hasNextPage endCursor } } }',
      { cursor },
    );
    found.push(...page.alerts.edges.map(({ node }) => node));
    cursor = page.alerts.pageInfo.hasNextPage ? page.alerts.pageInfo.endCursor : null;
  } while (cursor !== null);
  return found;
}
