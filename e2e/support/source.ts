import { gzipSync } from 'node:zlib';
import type { TestServer } from './server.ts';

/** Makes an HTTP log source with a bearer token. Returns its id. */
export async function createHttpSource(
  server: TestServer,
  label: string,
  logTypes: string[],
  streamType = 'Lines',
  logStreamTypeOptions: Record<string, unknown> = {},
): Promise<string> {
  const { putLogSource } = await server.graphql<{ putLogSource: { source: { integrationId: string } } }>(
    `mutation ($input: PutLogSourceInput!) { putLogSource(input: $input) { source { integrationId } } }`,
    {
      input: {
        integrationLabel: label,
        providerId: 'custom',
        ingestionType: 'HTTP',
        logStreamType: streamType,
        logStreamTypeOptions,
        logTypes,
        config: { authMethod: 'Bearer', authBearerToken: 'a-bearer-token' },
      },
    },
  );
  return putLogSource.source.integrationId;
}

/** Sends a body as it is. Returns status, headers and text of the reply. */
export async function sendBody(
  server: TestServer,
  sourceId: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const reply = await fetch(`${server.url}/http/${sourceId}`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-bearer-token', ...headers },
    body: body ?? null,
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** Sends lines to a source, compressed. Returns the reply's status. */
export async function sendLines(
  server: TestServer,
  sourceId: string,
  lines: readonly string[],
): Promise<number> {
  const reply = await fetch(`${server.url}/http/${sourceId}`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-bearer-token', 'content-encoding': 'gzip' },
    body: gzipSync(lines.join('\n')),
  });
  await reply.arrayBuffer();
  return reply.status;
}
