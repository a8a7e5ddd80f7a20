import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofEachClass } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { balanceOf, countRows } from '../support/lake.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const eventsPerBatch = 3;
/** Far more than the deadlines of a rule add up to on a busy machine: 1 s a batch, 1 s an event, half a second of grace. */
const patienceMs = 90_000;

const innocent = `def rule(event):
    return event.get("eventName") == "CreateAccessKey"


def dedup(event):
    return event.get("requestID")


def title(event):
    return f"innocent {len(event.get('requestID'))} {event.get('requestID')}"
`;

let server: TestServer;
let sourceId: string;
/** Where a rule would write, and where it would call. */
let folder: string;
let listener: Server;
let callCount = 0;
let batchCount = 0;
let processId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'margay-e2e-rules-'));
  listener = createServer((socket) => {
    callCount++;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  server = await startTestServer({
    environment: { MARGAY_PYTHON_WORKERS: '1', MARGAY_PYTHON_MEMORY_MB: '256' },
  });
  processId = server.pid;
  await putRule('Innocent', innocent);
  sourceId = await createHttpSource(server, 'rules', ['AWS.CloudTrail']);
});
afterAll(async () => {
  await server.stop();
  await new Promise((done) => listener.close(done));
  await rm(folder, { recursive: true, force: true });
});

const putRule = (id: string, body: string) =>
  server.graphql<{ putRule: { loadError: string | null } }>(
    'mutation ($input: PutRuleInput!) { putRule(input: $input) { loadError } }',
    {
      input: { id, isNew: true, enabled: true, severity: 'LOW', logTypes: ['AWS.CloudTrail'], body },
    },
  );
const deleteRule = (id: string) =>
  server.graphql('mutation ($input: IdsInput!) { deleteDetections(input: $input) { ids } }', {
    input: { ids: [id] },
  });

interface Alert {
  id: string;
  type: string;
  title: string;
  eventCount: number;
}
async function alertsOf(detectionId: string, type: 'ALERT' | 'DETECTION_ERROR'): Promise<Alert[]> {
  const { alerts } = await server.graphql<{ alerts: { edges: { node: Alert }[] } }>(
    'query ($input: AlertsInput!) { alerts(input: $input) { edges { node { id type title eventCount } } } }',
    { input: { detectionId, type, pageSize: 50 } },
  );
  return alerts.edges.map(({ node }) => node);
}

/** Sends a batch of events that the innocent rule matches, and waits until it has an alert for each. */
async function sendAndExpectInnocentAlerts(): Promise<void> {
  const batch = `batch-${batchCount++}`;
  const ids = Array.from({ length: eventsPerBatch }, (_, i) => `${batch}-${i}`);
  const lines = ids.map((requestID) => cloudTrailLine({ eventName: 'CreateAccessKey', requestID }));
  expect(await sendLines(server, sourceId, lines)).toBe(200);
  const wanted = ids.map((id) => `innocent ${id.length} ${id}`);
  const found = await eventually(
    async () => (await alertsOf('Innocent', 'ALERT')).filter(({ title }) => wanted.includes(title)),
    (alerts) => alerts.length === wanted.length,
    patienceMs,
  );
  expect(found.map(({ eventCount }) => eventCount)).toEqual(ids.map(() => 1));
}

async function expectAlive(): Promise<void> {
  expect(server.pid).toBe(processId);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await alertsOf('Innocent', 'DETECTION_ERROR')).toEqual([]);
}

function bodyOf(text: string): string {
  const { port } = listener.address() as AddressInfo; // it listens on a TCP port
  return text.replaceAll('FOLDER', folder).replaceAll('PORT', String(port));
}
const rule = (...lines: string[]) => `def rule(event):\n${lines.map((line) => `    ${line}\n`).join('')}`;

/** Each must end as an error of the rule. */
const failing = ofEachClass<[string, string]>({
  time: [
    [
      'loops for ever and catches what stops it',
      rule('while True:', '    try:', '        while True: pass', '    except BaseException: pass'),
    ],
    ['loops for ever', rule('while True:', '    pass')],
    ['loops inside the interpreter', rule('return sum(range(10**13)) == 1')],
    ['computes a number without end', rule('return 10 ** 10 ** 10 == 1')],
    [
      'matches a catastrophic pattern',
      `import re\n${rule('return bool(re.match(r"(a+)+$", "a" * 64 + "!"))')}`,
    ],
    ['sleeps', `import time\n${rule('time.sleep(3600)', 'return True')}`],
  ],
  memory: [
    [
      'takes memory bit by bit',
      rule('kept = []', 'while True:', '    kept.append("x" * 1_000_000 + str(len(kept)))'),
    ],
    ['takes 10 GB at once', rule('return len(bytearray(10_000_000_000)) > 0')],
    [
      'keeps memory between events',
      `kept = []\n${rule('kept.append(bytearray(120_000_000))', 'return 1 / 0')}`,
    ],
  ],
  depth: [
    [
      'nests a value 100,000 deep',
      `import json\n${rule('deep = []', 'for _ in range(100_000): deep = [deep]', 'return json.dumps(deep) == ""')}`,
    ],
    ['calls itself', rule('return rule(event)')],
  ],
  'what it raises': [
    ['raises a NUL and half a character', rule('raise ValueError("a\\0b\\ud800c")')],
    ['raises', rule('raise ValueError("on purpose")')],
    ['raises ten megabytes', rule('raise ValueError("x" * 10_000_000)')],
    ['raises what is no Exception', rule('raise KeyboardInterrupt()')],
    ['raises a group', rule('raise ExceptionGroup("g", [ValueError(i) for i in range(1000)])')],
  ],
  'the end of the process': [
    ['exits at once', `import os\n${rule('os._exit(1)', 'return True')}`],
    ['exits', `import sys\n${rule('sys.exit(0)')}`],
    ['kills itself', `import os\n${rule('os.kill(os.getpid(), 9)', 'return 1 / 0')}`],
    ['aborts', `import os\n${rule('os.abort()', 'return True')}`],
    ['crashes the interpreter', rule('import ctypes', 'ctypes.string_at(0)', 'return 1 / 0')],
  ],
  'the event': [
    ['changes the event', rule('event["eventName"] = "Changed"', 'event["requestID"] = None', 'return True')],
  ],
  'what it returns': [
    [
      'returns what raises when looked at',
      `class Odd:\n    def __bool__(self): raise RuntimeError("odd")\n${rule('return Odd()')}`,
    ],
    ['returns a text', rule('return "yes"')],
    ['returns a number', rule('return 1')],
    ['returns nothing', rule('pass')],
  ],
  files: [
    ['writes a file', rule('open("FOLDER/written", "w").write("x")', 'return 1 / 0')],
    ['reads a file', rule('return "root" in open("/etc/passwd").read()')],
    ['reads the environment of the server', rule('return open("/proc/self/environ").read() != ""')],
  ],
  commands: [
    [
      'runs a command in a shell',
      `import os\n${rule('assert os.system("touch FOLDER/written") == 0', 'return True')}`,
    ],
    [
      'runs a command',
      rule('import subprocess', 'subprocess.run(["touch", "FOLDER/written"])', 'return True'),
    ],
  ],
  network: [
    [
      'opens a socket',
      rule('import socket', 'socket.create_connection(("127.0.0.1", PORT), 2).send(b"x")', 'return True'),
    ],
    [
      'asks the web',
      rule(
        'import urllib.request',
        'urllib.request.urlopen("http://127.0.0.1:PORT/", timeout=2)',
        'return True',
      ),
    ],
  ],
  'threads and processes': [
    ['forks', `import os\n${rule('os.fork()', 'return 1 / 0')}`],
    [
      'starts a thread',
      `import threading\n${rule('t = threading.Thread(target=print)', 't.start()', 'return True')}`,
    ],
  ],
  JavaScript: [
    ['reaches for JavaScript', rule('import js', 'js.fetch("http://127.0.0.1:PORT/")', 'return 1 / 0')],
    [
      'reaches for JavaScript by another way',
      rule('from pyodide.code import run_js', 'run_js("process.exit(1)")', 'return 1 / 0'),
    ],
  ],
});

/** Each matches, and none of its side effects reaches anybody else. */
const matching = ofEachClass<[string, string]>({
  output: [
    [
      'prints to standard error for long',
      `import sys\n${rule('for _ in range(100_000): print("x" * 100, file=sys.stderr)', 'return True')}`,
    ],
    ['prints 10 MB', rule('print("x" * 10_000_000)', 'return True')],
  ],
  text: [
    ['has a title of 10 MB', `${rule('return True')}\ndef title(event):\n    return "x" * 10_000_000\n`],
    ['has a title with a NUL', `${rule('return True')}\ndef title(event):\n    return "a\\0b\\ud800c"\n`],
    [
      'has a dedup string with a NUL',
      `${rule('return True')}\ndef dedup(event):\n    return "a\\0b\\ud800c"\n`,
    ],
    [
      'has a title that raises',
      `${rule('return True')}\ndef title(event):\n    raise ValueError("on purpose")\n`,
    ],
  ],
  context: [
    [
      'has a context with NULs',
      `${rule('return True')}\ndef alert_context(event):\n    return {"a\\0": "b\\0", "c": "\\ud800", "__proto__": {"x": 1}}\n`,
    ],
    [
      'has a context of 50 MB',
      `${rule('return True')}\ndef alert_context(event):\n    return {"x": ["y" * 1000] * 50_000}\n`,
    ],
    [
      'has a context with itself inside',
      `${rule('return True')}\ndef alert_context(event):\n    c = {}\n    c["c"] = c\n    return c\n`,
    ],
  ],
  'what others use': [
    ['takes a builtin away from others', `import builtins\n${rule('builtins.len = None', 'return True')}`],
    [
      'changes a module that others use',
      `import sys, json\n${rule('json.loads = json.dumps = None', 'return True')}`,
    ],
  ],
});

/** Each is left out when the content is loaded. */
const unloadable = ofEachClass<[string, string]>({
  time: [['loops', 'while True:\n    pass\n']],
  memory: [['takes 10 GB', 'kept = bytearray(10_000_000_000)\n']],
  'what it raises': [
    ['raises a NUL and half a character', 'raise ValueError("a\\0b\\ud800c")\n'],
    ['raises', 'raise ValueError("on purpose")\n'],
    ['calls itself', 'def f(): return f()\nf()\n'],
    ['imports what is not there', 'import no_such_module\n'],
  ],
  'the end of the process': [
    ['exits at once', 'import os\nos._exit(1)\n'],
    ['exits', 'import sys\nsys.exit(0)\n'],
  ],
});

describe('a rule that fails', () => {
  it.each(failing)(
    '%s: is an error of its own, and the innocent rule goes on',
    async (name, text) => {
      const id = `Bad.${name}`;
      expect((await putRule(id, bodyOf(text))).putRule.loadError).toBeNull();
      await sendAndExpectInnocentAlerts();
      const errors = await eventually(
        () => alertsOf(id, 'DETECTION_ERROR'),
        (alerts) => alerts.length > 0,
        patienceMs,
      );
      expect(new Set(errors.map(({ type }) => type))).toEqual(new Set(['RULE_ERROR']));
      expect(await alertsOf(id, 'ALERT')).toEqual([]);
      await deleteRule(id);
      await expectAlive();
    },
    2 * patienceMs,
  );
});

describe('a rule that matches and does odd things', () => {
  it.each(matching)(
    '%s: has its alert, and the innocent rule goes on',
    async (name, text) => {
      const id = `Odd.${name}`;
      expect((await putRule(id, bodyOf(text))).putRule.loadError).toBeNull();
      await sendAndExpectInnocentAlerts();
      const alerts = await eventually(
        () => alertsOf(id, 'ALERT'),
        (found) => found.reduce((sum, { eventCount }) => sum + eventCount, 0) === eventsPerBatch,
        patienceMs,
      );
      expect(alerts.every(({ title }) => title.length < 5000)).toBe(true);
      await deleteRule(id);
      await expectAlive();
    },
    2 * patienceMs,
  );
});

describe('a rule that does not load', () => {
  it.each(unloadable)(
    '%s: is left out and says why, and the others go on',
    async (name, text) => {
      const id = `Unloadable.${name}`;
      expect((await putRule(id, `${text}\n${rule('return True')}`)).putRule.loadError).toMatch(/\w/);
      await sendAndExpectInnocentAlerts();
      await deleteRule(id);
      await expectAlive();
    },
    2 * patienceMs,
  );

  it('does not keep the server from starting again', async () => {
    await putRule('Unloadable', `raise ValueError("a\\0b")\n${rule('return True')}`);
    await server.kill();
    await server.start();
    processId = server.pid;
    await sendAndExpectInnocentAlerts();
    await deleteRule('Unloadable');
  });
});

describe('afterwards', () => {
  it('nothing was written and nobody was called', async () => {
    expect(await readdir(folder)).toEqual([]);
    expect(callCount).toBe(0);
  });

  it('every event is stored once and was judged by the innocent rule', async () => {
    const count = batchCount * eventsPerBatch;
    const rows = (database: string, where: string) =>
      countRows(server, `select count(*) as n from ${database}.public.aws_cloudtrail where ${where}`);
    // An alert may be seen a moment before its rows.
    const judged = await eventually(
      () => rows('panther_rule_matches', `p_rule_id = 'Innocent'`),
      (found) => found >= count,
    );
    expect(judged).toBe(count);
    expect(await rows('panther_logs', `p_source_id = '${sourceId}'`)).toBe(count);
    expect(await rows('panther_rule_errors', `p_source_id = '${sourceId}'`)).toBeGreaterThan(failing.length);
    expect(await balanceOf(server, sourceId)).toEqual({
      received: count,
      stored: count,
      duplicate: 0,
      failed: 0,
      inFlight: 0,
    });
  });
});
