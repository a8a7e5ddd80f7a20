import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const yaml = `AnalysisType: rule
RuleID: Mine.StopLogging
Enabled: true
Filename: mine.py
Severity: High
LogTypes: [AWS.CloudTrail]
Tests:
  - Name: stops
    ExpectedResult: true
    Log: { eventName: StopLogging }
  - Name: other
    ExpectedResult: false
    Log: { eventName: ListUsers }
`;
const python = 'def rule(event):\n    return event.get("eventName") == "StopLogging"\n';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'margay-content-'));
  await writeFile(join(folder, 'mine.yml'), yaml);
  await writeFile(join(folder, 'mine.py'), python);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  status: number | null;
  out: string;
  err: string;
}
const margay = (...args: string[]) => margayWith({ MARGAY_DATA_DIR: server.dataDir }, ...args);
function margayWith(environment: Record<string, string>, ...args: string[]): Ended {
  const done = spawnSync(process.execPath, [join(root, 'apps/cli/bin/margay.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, MARGAY_URL: server.url, ...environment },
  });
  return { status: done.status, out: done.stdout.trim(), err: done.stderr.trim() };
}

it('runs the unit tests of a folder offline and counts them', async () => {
  const good = margay('test', folder);
  expect(good.out.split('\n').at(-1)).toBe('2 passed, 0 failed');
  expect(good.status).toBe(0);
  await writeFile(join(folder, 'mine.py'), python.replace('StopLogging', 'StartLogging'));
  const bad = margay('test', folder);
  expect(bad.out.split('\n').at(-1)).toBe('1 passed, 1 failed');
  expect(bad.status).toBe(1);
  await writeFile(join(folder, 'mine.py'), python);
});

it('brings a folder into the server, and names what is wrong with its place', async () => {
  expect(margay('upload', folder)).toMatchObject({
    status: 0,
    out: expect.stringContaining('1 stored, 0 refused, 0 left out'),
  });
  const { rule } = await server.graphql<{ rule: { body: string } }>(
    '{ rule(input: { id: "Mine.StopLogging" }) { body } }',
  );
  expect(rule.body).toBe(python);
  await writeFile(join(folder, 'bad.yml'), yaml.replace('Mine.', 'Bad.').replace('High', 'Huge'));
  const verdict = margay('upload', folder);
  expect(verdict.status).toBe(1);
  expect(verdict.err).toMatch(/bad\.yml:5:\d+ Severity/);
  expect(margay('validate', folder).status).toBe(1);
  await rm(join(folder, 'bad.yml'));
});

it('says what an upload would do without doing it, and brings content back as it was', async () => {
  const policy =
    'AnalysisType: policy\nPolicyID: Mine.Policy\nEnabled: true\nFilename: p.py\nSeverity: Low\n';
  await writeFile(join(folder, 'p.yml'), `${policy}Owner: me\n`);
  await writeFile(join(folder, 'p.py'), 'def policy(resource):\n    return True\n');
  expect(margay('upload', '--validate-only', folder).err).toMatch(/p\.yml:6:8 Owner: .*not known/);
  const said = margay('upload', '--validate-only', '--ignore-extra-keys', folder);
  expect(said).toMatchObject({ status: 0, out: expect.stringContaining('Nothing is stored') });
  expect(said.out).toContain('1 new, 0 modified, 1 unchanged');
  const policyOf = async () =>
    (await server.graphql<{ policy: unknown }>('{ policy(input: { id: "Mine.Policy" }) { id } }')).policy;
  expect(await policyOf()).toBeNull();
  expect(margay('upload', '--ignore-extra-keys', folder).status).toBe(0);
  expect(await policyOf()).toEqual({ id: 'Mine.Policy' });

  const exported = join(folder, '..', `${basename(folder)}-exported`);
  expect(margay('download', exported)).toMatchObject({ status: 0, out: `2 items in ${exported}` });
  expect(margay('upload', exported).out).toContain('0 new, 0 modified, 2 unchanged');
  expect(margay('diff', '--exit-code', exported)).toMatchObject({
    status: 0,
    out: '0 new, 0 modified, 2 unchanged, 0 only on the server',
  });
  await writeFile(join(folder, 'mine.yml'), yaml.replace('Severity: High', 'Severity: Low'));
  await rm(join(folder, 'p.yml'));
  const differs = margay('diff', '--exit-code', folder);
  expect(differs.status).toBe(1);
  expect(differs.out).toBe(
    '- Mine.Policy\n~ Mine.StopLogging: rule.severity\n0 new, 1 modified, 0 unchanged, 1 only on the server',
  );
  await writeFile(join(folder, 'mine.yml'), yaml);
  expect(margay('download', exported).err).toMatch(/is not empty.*--force/);
  expect(margay('download', '--force', '--id', 'Mine.Policy', exported).out).toMatch(/^1 item in /);
  expect(margay('test', exported).out.split('\n').at(-1)).toBe('2 passed, 0 failed');
  await rm(exported, { recursive: true });
});

it('asks the lake, as a table, as JSON, and with the place of an error', () => {
  const query = 'select count(*) as n from panther_monitor.public.classification_failures';
  expect(JSON.parse(margay('query', '--json', query).out)).toEqual({ columns: ['n'], rows: [[0]] });
  expect(margay('query', query).out).toMatch(/^n\n/);
  const wrong = margay('query', 'select nothing_like_it(1)');
  expect(wrong.status).toBe(1);
  expect(wrong.err).toMatch(/^1:8 /);
});

it('asks with an API token, from anywhere and for what the token may', async () => {
  const { createAPIToken } = await server.graphql<{ createAPIToken: { value: string } }>(
    'mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value } }',
    { input: { name: 'Nightly report', permissions: ['DataAnalyticsRead'] } },
  );
  const elsewhere = { MARGAY_DATA_DIR: folder, MARGAY_TOKEN: createAPIToken.value };
  const query = 'select count(*) as n from panther_monitor.public.classification_failures';
  expect(JSON.parse(margayWith(elsewhere, 'query', '--json', query).out)).toEqual({
    columns: ['n'],
    rows: [[0]],
  });
  const refused = margayWith(elsewhere, 'upload', folder);
  expect(refused.status).toBe(1);
  expect(refused.err).toMatch(/It needs BulkUpload/);
  const forged = margayWith({ ...elsewhere, MARGAY_TOKEN: `mgy_${'a'.repeat(43)}` }, 'query', query);
  expect(forged).toMatchObject({
    status: 1,
    err: expect.stringContaining('is not valid, or it has expired'),
  });
});
