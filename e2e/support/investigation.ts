import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { engineEnvironment } from '@margay/kit/node';
import { cloudTrailLine } from './cloudtrail.ts';
import { countRows } from './lake.ts';
import { administrator, eventually, startTestServer, type TestServer } from './server.ts';
import { createHttpSource, sendLines } from './source.ts';

/** May search like the administrator, but not what Okta sent. */
export const colleague = { email: 'grace@example.com', password: administrator.password };
/** May read what an analyst reads, and change nothing. */
export const reader = { email: 'hedy@example.com', password: administrator.password };
export const forbidden = 'Okta.SystemLog';

/** Seen by both log types, and by nothing else. */
export const suspect = '203.0.113.66';
export const counts = { trail: 240, stopped: 80, suspectInTrail: 12, okta: 36, suspect: 48, unnamed: 12 };
const oldEvents = 1_000_000;

/** Every event of the archive is looked at for longer than a machine needs to show that it is at work. */
export const longQuery = `panther_logs.public.aws_cloudtrail
| where p_event_time > time.ago(60d)
| where ${Array.from({ length: 12 }, (_, at) => `re.count(re.replace(userAgent, '(a|r)+(\\\\w*)${at}?', 'x'), '(x \\\\w+)+ y${at}') > 9`).join(' or ')}`;

/**
 * A server with two log types of the last hours, a million older events where there is an archive, a colleague of the
 * administrator whose role leaves out one of the two, and a reader.
 */
export async function startInvestigation({ hasArchive }: { hasArchive: boolean }): Promise<TestServer> {
  const people = JSON.stringify({ administrator, colleague, reader, forbidden: [forbidden] });
  const child = fileURLToPath(new URL('investigation-child.ts', import.meta.url));
  const server = await startTestServer({
    prepare: (dataDir) =>
      void execFileSync(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', child, dataDir, people, String(hasArchive ? oldEvents : 0)],
        { env: { ...process.env, ...engineEnvironment }, stdio: ['ignore', 'ignore', 'inherit'] },
      ),
  });
  const now = Date.now();
  // One event a minute, back from two minutes ago.
  const at = (index: number) => new Date(now - (index + 2) * 60_000).toISOString();
  const trail = Array.from({ length: counts.trail }, (_, index) =>
    cloudTrailLine({
      eventTime: at(index).replace(/\.\d+Z$/, 'Z'),
      eventName: ['ListUsers', 'GetUser', 'StopLogging'][index % 3],
      sourceIPAddress: index % 20 === 0 ? suspect : `198.51.100.${index % 20}`,
    }),
  );
  const okta = Array.from({ length: counts.okta }, (_, index) => oktaLine(at(index), legacyTypes[index % 3]));
  const trailSource = await createHttpSource(server, 'Trail', ['AWS.CloudTrail']);
  const oktaSource = await createHttpSource(server, 'Okta', [forbidden]);
  await sendLines(server, trailSource, trail);
  await sendLines(server, oktaSource, okta);
  for (const [table, count] of [
    ['aws_cloudtrail', counts.trail],
    ['okta_systemlog', counts.okta],
  ] as const)
    await eventually(
      () =>
        countRows(
          server,
          `select count(*) as n from panther_logs.public.${table} where p_occurs_since('1 day')`,
        ).catch(() => 0),
      (found) => found === count,
    );
  return server;
}

/** Named, named with an empty text, and not there: a third each. */
const legacyTypes = ['core.user_auth.login_success', '', undefined];

export const oktaLine = (published: string, legacyEventType: string | undefined) =>
  JSON.stringify({
    uuid: crypto.randomUUID(),
    published,
    eventType: 'user.session.start',
    legacyEventType,
    version: '0',
    severity: 'INFO',
    displayMessage: 'User login to Okta',
    actor: { id: '00u1', type: 'User', alternateId: 'deploy@example.com', displayName: 'Deploy' },
    client: { ipAddress: suspect, userAgent: { rawUserAgent: 'curl/8' } },
    outcome: { result: 'SUCCESS' },
  });
