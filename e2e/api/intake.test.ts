import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendBody } from '../support/source.ts';

let server: TestServer;
let sourceId: string;
beforeAll(async () => {
  server = await startTestServer();
  sourceId = await createHttpSource(server, 'intake', ['AWS.CloudTrail'], 'Auto');
});
afterAll(() => server.stop());

async function rowsOf(text: string): Promise<unknown[][]> {
  const { runQuery } = await server.graphql<{
    runQuery: { rows: unknown[][] };
  }>('mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }', {
    input: { language: 'sql', text },
  });
  return runQuery.rows;
}

async function healthChecks(): Promise<{ name: string; healthy: boolean; message: string }[]> {
  const { source } = await server.graphql<{
    source: {
      healthChecks: { name: string; healthy: boolean; message: string }[];
    };
  }>('query ($id: ID!) { source(id: $id) { healthChecks { name healthy message } } }', { id: sourceId });
  return source.healthChecks;
}

describe('content that no stream type reads', () => {
  it('is refused with 415, stores nothing, and shows on the page of the source', async () => {
    const stranger = {
      authorization: 'Bearer wrong',
      'content-type': 'application/msgpack',
    };
    const packed = Buffer.from('82a161a162a16e01', 'hex');
    expect((await sendBody(server, sourceId, packed, stranger)).status).toBe(401);
    expect((await healthChecks()).map(({ name }) => name)).not.toContain('requests');

    const reply = await sendBody(server, sourceId, packed, {
      'content-type': 'application/msgpack',
    });
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([415, { code: 'UnsupportedContent' }]);
    expect(await healthChecks()).toContainEqual(
      expect.objectContaining({
        name: 'requests',
        healthy: false,
        message: expect.stringContaining('MessagePack'),
      }),
    );
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('margay_intake_requests_total{status="415"} 1');
  });

  it('is told from JSON that curl -d declares a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await sendBody(server, sourceId, 'payload=%7B%22a%22%3A1%7D', headers)).status).toBe(415);
    expect((await sendBody(server, sourceId, cloudTrailLine(), headers)).status).toBe(200);
    await eventually(
      () => rowsOf('select count(*) from panther_logs.public.aws_cloudtrail'),
      ([row]) => Number(row?.[0]) === 1,
    );
  });
});

describe('the address of a source', () => {
  it('answers probes, a slash at its end, and exporters that add the path of a signal', async () => {
    const headers = { authorization: 'Bearer a-bearer-token' };
    const at = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}/http/${sourceId}${path}`, { headers, ...init });
    expect((await at('')).status).toBe(200);
    expect((await at('/', { method: 'HEAD' })).status).toBe(200);
    expect((await at('', { headers: {} })).status).toBe(401);
    expect((await at('/', { method: 'POST', body: cloudTrailLine() })).status).toBe(200);
    const otlp = { method: 'POST', body: '{"resourceLogs":[]}' };
    expect((await at('/v1/logs', otlp)).status).toBe(415);
    expect((await at('/v1/other', otlp)).status).toBe(404);
  });
});
