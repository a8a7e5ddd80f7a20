import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendBody, sendLines } from '../support/source.ts';

const metricsToken = 'figures-of-the-test';
let server: TestServer;
let sourceId: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { MARGAY_METRICS_TOKEN: metricsToken } });
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

const failuresOf = (id: string) =>
  rowsOf(
    `select payload, error from panther_monitor.public.classification_failures where p_source_id = '${id}'`,
  );

interface Health {
  isHealthy: boolean;
  healthChecks: { name: string; healthy: boolean; warning: boolean; message: string }[];
}

async function healthOf(id: string): Promise<Health> {
  const { source } = await server.graphql<{ source: Health }>(
    'query ($id: ID!) { source(id: $id) { isHealthy healthChecks { name healthy warning message } } }',
    { id },
  );
  return source;
}
const healthChecks = async () => (await healthOf(sourceId)).healthChecks;

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
    const headers = { authorization: `Bearer ${metricsToken}` };
    const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
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

describe('entries that match no schema', () => {
  it('are a warning while they are few, and a fault with an alert once they are many', async () => {
    const id = await createHttpSource(server, 'shares', ['AWS.CloudTrail']);
    const check = async () => {
      const { isHealthy, healthChecks: checks } = await healthOf(id);
      return { isHealthy, check: checks.find(({ name }) => name === 'classification') };
    };
    const alarms = async () => {
      const { alerts } = await server.graphql<{ alerts: { edges: { node: { title: string } }[] } }>(
        '{ alerts(input: { type: SYSTEM_ERROR, pageSize: 50 }) { edges { node { title severity } } } }',
      );
      return alerts.edges.map(({ node }) => node).filter(({ title }) => title.startsWith('shares: '));
    };
    const lines = Array.from({ length: 299 }, () => cloudTrailLine());
    await sendLines(server, id, [...lines, 'no event at all']);
    const few = await eventually(check, (found) => found.check?.warning === true);
    expect(few).toEqual({
      isHealthy: true,
      check: {
        name: 'classification',
        healthy: true,
        warning: true,
        message: expect.stringMatching(
          /^1 of 300 events of the last 24 hours matched no schema.* It is kept/,
        ),
      },
    });
    expect(await alarms()).toEqual([]);

    await sendLines(
      server,
      id,
      Array.from({ length: 20 }, (_, i) => `no event either ${i}`),
    );
    const many = await eventually(check, (found) => found.check?.healthy === false);
    expect(many).toMatchObject({
      isHealthy: false,
      check: { warning: false, message: expect.stringMatching(/^21 of 320 events of the last hour/) },
    });
    expect(await eventually(alarms, (found) => found.length > 0)).toEqual([
      { title: "shares: events match none of the source's schemas", severity: 'CRITICAL' },
    ]);
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

describe('text with structure of its own', () => {
  it('keeps a cell of CSV on two lines together, and tells a quote that is not closed', async () => {
    await server.graphql(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
      {
        input: {
          name: 'Custom.Notes',
          spec: `parser: { csv: { hasHeader: false, delimiter: ",", columns: [n, note, who] } }
fields:
  - { name: n, type: int, required: true }
  - { name: note, type: string }
  - { name: who, type: string }
`,
        },
      },
    );
    const id = await createHttpSource(server, 'notes', ['Custom.Notes'], 'Auto');
    await sendLines(server, id, [
      '1,plain,ada',
      '2,"first line\r',
      'and ""second""",bob',
      '3,"not closed',
      '4,fine,eve',
    ]);
    const rows = await eventually(
      () => rowsOf('select n, note, who from panther_logs.public.custom_notes order by n'),
      (found) => found.length === 3,
    );
    expect(rows).toEqual([
      [1, 'plain', 'ada'],
      [2, 'first line\r\nand "second"', 'bob'],
      [4, 'fine', 'eve'],
    ]);
    const failed = await eventually(
      () => failuresOf(id),
      (found) => found.length === 1,
    );
    expect(failed).toEqual([['3,"not closed', expect.stringContaining('not closed')]]);
  });

  it("reads Zeek's own logs by their headers, several in a body, and tells rows without one", async () => {
    const id = await createHttpSource(server, 'zeek', ['Zeek.Conn', 'Zeek.Weird'], 'Auto');
    const header = (path: string, fields: string, types: string) => [
      '#separator \\x09',
      '#set_separator\t,',
      `#path\t${path}`,
      `#fields\t${fields.replaceAll(' ', '\t')}`,
      `#types\t${types.replaceAll(' ', '\t')}`,
    ];
    const ends = 'ts uid id.orig_h id.orig_p id.resp_h id.resp_p';
    const endTypes = 'time string addr port addr port';
    const weird = '1700000000.000001\tC1\t192.0.2.1\t1032\t192.0.2.2\t53\tbad_dns\t-\tF\tbro';
    await sendLines(server, id, [
      ...header('weird', `${ends} name addl notice peer`, `${endTypes} string string bool string`),
      weird,
      '#close\t2026-01-02-04-00-00',
      ...header(
        'conn',
        `${ends} proto conn_state orig_bytes tunnel_parents`,
        `${endTypes} enum string count set[string]`,
      ),
      '1700000000.706265\tC2\t192.0.2.1\t1032\t192.0.2.2\t80\ttcp\tSF\t601\t(empty)',
    ]);
    await sendLines(server, id, [weird]);
    const conn = await eventually(
      () => rowsOf('select id_orig_h, orig_bytes, _path from panther_logs.public.zeek_conn'),
      (found) => found.length === 1,
    );
    expect(conn).toEqual([['192.0.2.1', 601, 'conn']]);
    const failed = await eventually(
      () => failuresOf(id),
      (found) => found.length === 1,
    );
    expect(failed).toEqual([[weird, expect.stringContaining('without its header')]]);
    expect(await rowsOf('select name, notice from panther_logs.public.zeek_weird')).toEqual([
      ['bad_dns', false],
    ]);
  });
});

describe('schemas with a script', () => {
  const saveSchema = (name: string, script: string, fields: string) =>
    server.graphql(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
      {
        input: {
          name,
          spec: `parser:\n  script:\n    function: |\n      ${script.replaceAll('\n', '\n      ')}\nfields:\n${fields}`,
        },
      },
    );

  it('make events of lines, while one that never ends keeps its entries as failures and holds up nobody', async () => {
    await saveSchema(
      'Custom.Pairs',
      'def parse(log):\n  return {k: v for k, v in [pair.split("=") for pair in log.split(" ")]}',
      '  - { name: user, type: string, required: true }\n  - { name: code, type: int }\n',
    );
    await saveSchema(
      'Custom.Endless',
      'def parse(log):\n  for i in range(1 << 50):\n    pass\n  return {"a": log}',
      '  - { name: a, type: string }\n',
    );
    const endless = await createHttpSource(server, 'endless', ['Custom.Endless'], 'Auto');
    const pairs = await createHttpSource(server, 'pairs', ['Custom.Pairs'], 'Auto');
    const lines = Array.from({ length: 200 }, (_, i) => `line=${i}`);
    expect(await sendLines(server, endless, lines)).toBe(200);
    expect(await sendLines(server, pairs, ['user=ann code=200', 'user=bob code=404', 'nothing'])).toBe(200);
    const rows = await eventually(
      () => rowsOf('select user, code from panther_logs.public.custom_pairs order by code'),
      (found) => found.length === 2,
    );
    expect(rows).toEqual([
      ['ann', 200],
      ['bob', 404],
    ]);
    const failed = await eventually(
      () => failuresOf(endless),
      (found) => found.length === 200,
    );
    const reasons = failed.map(([, error]) => String(error));
    expect(
      reasons.some((reason) => reason.includes('The script of Custom.Endless was stopped at line 2')),
    ).toBe(true);
    expect(
      reasons.some((reason) => reason.includes('Custom.Endless has used up its time for this batch')),
    ).toBe(true);
    const unpaired = await eventually(
      () => failuresOf(pairs),
      (found) => found.length > 0,
    );
    expect(unpaired).toEqual([['nothing', expect.stringContaining('line 2, column')]]);
  });

  it('are refused with the place of each fault in the script', async () => {
    const [refusal] = await server.refusals(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
      {
        input: {
          name: 'Custom.Wrong',
          spec: 'parser: { script: { function: "def parse(log):\\n  return open(log)" } }\nfields:\n  - { name: a, type: string }\n',
        },
      },
    );
    expect(JSON.stringify(refusal)).toContain('Line 2, column 10 of the script');
  });
});
