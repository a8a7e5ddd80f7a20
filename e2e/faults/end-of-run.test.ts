import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushOrLong } from '@margay/kit/testing';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { administrator, eventually } from '../support/server.ts';
import { startWholeRun, untilGone, wholeChain, type WholeRun } from '../support/whole-run.ts';

let dataDir = '';
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'margay-run-'))));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Locks are given back in the last steps of an orderly end only. */
const wasOrderly = () => !existsSync(join(dataDir, 'lock')) && !existsSync(join(dataDir, 'state.lock'));

async function ask(run: WholeRun, query: string, input: Record<string, unknown>): Promise<unknown> {
  const post = async (path: string, body: unknown, authorization = '') => {
    const reply = await fetch(`${run.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { idToken: string; data: unknown; errors?: unknown };
  };
  const { idToken } = await post('/auth/sign-in', administrator);
  const { data, errors } = await post('/internal/graphql', { query, variables: { input } }, idToken);
  expect(errors).toBeUndefined();
  return data;
}

async function createSource(run: WholeRun): Promise<string> {
  const data = await ask(
    run,
    'mutation ($input: PutLogSourceInput!) { putLogSource(input: $input) { source { integrationId } } }',
    {
      integrationLabel: 'end',
      providerId: 'custom',
      ingestionType: 'HTTP',
      logStreamType: 'Lines',
      logStreamTypeOptions: {},
      logTypes: ['AWS.CloudTrail'],
      config: { authMethod: 'Bearer', authBearerToken: 'a-bearer-token' },
    },
  );
  return (data as { putLogSource: { source: { integrationId: string } } }).putLogSource.source.integrationId;
}

const putRule = (run: WholeRun, id: string, body: string) =>
  ask(run, 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
    id,
    isNew: true,
    enabled: true,
    severity: 'LOW',
    logTypes: ['AWS.CloudTrail'],
    body,
  });

/** A server has a Python process from its first rule in Python on. */
const putQuietRule = (run: WholeRun) => putRule(run, 'Test.Quiet', 'def rule(event):\n    return False\n');

/** A request that has begun and whose body does not come to its end. Resolves with the answer's status, 0 for none. */
function beginSending(run: WholeRun, sourceId: string): Promise<number> {
  return new Promise((done) => {
    const sending = request(
      `${run.url}/http/${sourceId}`,
      { method: 'POST', headers: { authorization: 'Bearer a-bearer-token' } },
      (reply) => done(reply.statusCode ?? 0),
    );
    sending.on('error', () => done(0));
    sending.write(`${cloudTrailLine()}\n`);
  });
}

it('a server that is killed is back within seconds, and whatever goes on, a signal to npm alone ends all in order', async () => {
  const run = await startWholeRun({ MARGAY_DATA_DIR: dataDir });
  await putQuietRule(run);
  const first = await wholeChain(run);
  process.kill(first.server, 'SIGKILL');
  await untilGone([first.server, first.python], 10_000);
  await eventually(
    () => Promise.resolve(run.output().split('ready at').length),
    (starts) => starts === 3,
    60_000,
  );
  const second = await wholeChain(run);
  expect(second.supervisor).toBe(first.supervisor);

  // A rule that does not come back, a body that does not end, and a question that takes long.
  const sourceId = await createSource(run);
  await putRule(run, 'Test.Hangs', 'def rule(event):\n    while True:\n        pass\n');
  const lines = Array.from({ length: 200 }, () => cloudTrailLine()).join('\n');
  const sent = await fetch(`${run.url}/http/${sourceId}`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-bearer-token' },
    body: lines,
  });
  expect(sent.status).toBe(200);
  const unfinished = beginSending(run, sourceId);
  const slow = ask(run, 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }', {
    language: 'sql',
    text: 'select count(*) from panther_logs.public.aws_cloudtrail a cross join panther_logs.public.aws_cloudtrail b cross join panther_logs.public.aws_cloudtrail c cross join panther_logs.public.aws_cloudtrail d where a.eventid < b.eventid and c.eventid < d.eventid',
  }).catch(() => undefined);
  await new Promise((turn) => setTimeout(turn, 500));
  process.kill(second.npm, 'SIGTERM');
  await untilGone(Object.values(second));
  expect(await unfinished).not.toBe(200);
  await slow;
  expect(run.output()).not.toMatch(/ends hard|could not end/);
  expect(wasOrderly()).toBe(true);
});

it('nothing outlives npm, the starter or the supervisor, however they ended', async () => {
  const folder = join(dataDir, 'second');
  const begin = () => startWholeRun({ MARGAY_DATA_DIR: folder });
  type End = [keyof Awaited<ReturnType<typeof wholeChain>>, NodeJS.Signals];
  const ends: [End, End, End] = [
    ['npm', 'SIGKILL'],
    ['run', 'SIGHUP'],
    ['supervisor', 'SIGKILL'],
  ];
  for (const [part, signal] of pushOrLong([ends[0], ends[2]], ends)) {
    const run = await begin();
    if (part === 'npm') await putQuietRule(run);
    const chain = await wholeChain(run);
    process.kill(chain[part], signal);
    await untilGone(Object.values(chain));
    expect(existsSync(join(folder, 'lock')), `${signal} to ${part}`).toBe(false);
  }
});

it('a port that is taken and settings that are wrong end the run at once, with what to do, and no second try', async () => {
  const other = createServer();
  const port = await new Promise<number>((done) =>
    other.listen(0, '127.0.0.1', () => done((other.address() as AddressInfo).port)),
  );
  const refused = await startWholeRun({ MARGAY_DATA_DIR: join(dataDir, 'third'), MARGAY_PORT: String(port) });
  expect(await refused.ended).toBe(2);
  other.close();
  expect(refused.output().match(/^(?!npm).*(port|again|gives up|^\s+at ).*$/gim)).toEqual([
    `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or set MARGAY_PORT to another port.`,
  ]);
  expect(await readdir(join(dataDir, 'third'))).toEqual([]);

  const away = await startWholeRun({
    MARGAY_DATA_DIR: join(dataDir, 'fifth'),
    MARGAY_PORT: '0',
    DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/margay`,
  });
  expect(await away.ended).toBe(2);
  expect(away.output()).toMatch(
    /^The state store at 127\.0\.0\.1:\d+\/margay \(DATABASE_URL\) .*ECONNREFUSED/m,
  );
  expect(away.output()).not.toMatch(/hush|^\s+at /m);

  const wrong = await startWholeRun({
    MARGAY_DATA_DIR: join(dataDir, 'fourth'),
    MARGAY_ROLES: 'api,juggler',
    MARGAY_PROT: '8080',
    MARGAY_PORT: 'eighty',
    DATABASE_URL: 'mysql://me:hush@db/margay',
  });
  expect(await wrong.ended).toBe(2);
  for (const fault of [
    /4 faults/,
    /MARGAY_ROLES must be a comma-separated list of api/,
    /MARGAY_PROT is not a setting/,
    /MARGAY_PORT must be a port/,
    /DATABASE_URL must be a URL/,
  ])
    expect(wrong.output()).toMatch(fault);
  expect(wrong.output()).not.toMatch(/hush|^\s+at /m);
  expect(existsSync(join(dataDir, 'fourth'))).toBe(false);
});
