import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ofEachClass } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DetectEngine, Evaluation } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { confinement } from './host/child-host.ts';
import { keptChildCode } from './host/child-code.ts';
import { readRuntimeFiles, type RuntimeFiles } from './host/runtime-files.ts';
import { testCacheDir } from './testing/cache-dir.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { escapeBodies } from './testing/escapes.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'margay-escape-'));
const secret = path.join(folder, 'secret.txt');
const marker = path.join(folder, 'marker');
let connections = 0;
let server: Server;
let engine: DetectEngine;
let port = 0;
/** As they are where the engine has a folder to keep code in, which a server always has. */
let files: RuntimeFiles;
const witness = pythonRule(
  'Test.Witness',
  'def rule(event):\n    return event.get("eventName") == "Witness"',
);
const batch = batchOf([{ p_log_type: 'AWS.CloudTrail', eventName: 'Witness' }]);

beforeAll(async () => {
  writeFileSync(secret, 'top secret');
  process.env['MARGAY_ESCAPE_TEST'] = 'top secret';
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  engine = createDetectEngine(quickOptions);
  const plain = readRuntimeFiles();
  files = { ...plain, ...(await keptChildCode(testCacheDir, plain)) };
});

afterAll(async () => {
  await engine.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('attempts to leave the interpreter', () => {
  let evaluation: Evaluation;
  const bodies = () => escapeBodies({ secret, marker, port });

  beforeAll(async () => {
    const rules = Object.entries(bodies()).map(([name, body]) => pythonRule(name, body));
    // Last, so that it runs in whatever interpreter the attempts have left behind.
    const report = await engine.load(contentOf([...rules, witness]));
    expect(report.rejected).toEqual([]);
    evaluation = await engine.evaluate(batch);
  });

  it.each(Object.keys(escapeBodies({ secret, marker, port: 0 })))('%s: fails', (name) => {
    expect(evaluation.matches.map((match) => match.ruleId)).not.toContain(name);
    expect(evaluation.perRule.map((rule) => rule.ruleId)).toContain(name);
  });

  it('leaves no trace, and the rules after them run', () => {
    expect(existsSync(marker)).toBe(false);
    expect(connections).toBe(0);
    expect(evaluation.matches.map((match) => match.ruleId)).toEqual([witness.id]);
  });
});

describe('the process itself, for code that did leave the interpreter', () => {
  const run = (code: string) =>
    spawnSync(process.execPath, [...confinement(files), '-e', code], {
      env: {},
      encoding: 'utf8',
    });

  it('runs harmless code', () => {
    expect(run('console.log(6 * 7)').stdout.trim()).toBe('42');
  });

  it('may read its own code and the interpreter, and what it may read holds nothing else', () => {
    const isReadable = (file: string) =>
      run(`require('fs').readFileSync(${JSON.stringify(file)})`).status === 0;
    expect(isReadable(files.childEntry)).toBe(true);
    expect(isReadable(path.join(files.pyodideFolder, 'package.json'))).toBe(true);
    const isCode = (name: string) => name.endsWith('.mjs') || name === 'digest';
    expect(readdirSync(files.childFolder).filter((name) => !isCode(name))).toEqual([]);
    const [folders, others] = [true, false].map((isRead) =>
      confinement(files).filter((flag) => flag.startsWith('--allow-fs-read=') === isRead),
    );
    expect(folders).toEqual(
      [files.pyodideFolder, files.childFolder].map((name) => `--allow-fs-read=${name}`),
    );
    expect(others!.filter((flag) => flag.startsWith('--allow-'))).toEqual(['--allow-worker']);
  });

  const attempts = {
    'reads a file': () => `require('fs').readFileSync(${JSON.stringify(secret)})`,
    'lists a folder': () => `require('fs').readdirSync(${JSON.stringify(folder)})`,
    'lists the folder its code is kept in': () =>
      `require('fs').readdirSync(${JSON.stringify(path.dirname(files.childFolder))})`,
    'writes a file': () => `require('fs').writeFileSync(${JSON.stringify(marker)}, 'x')`,
    'writes beside its own code': () =>
      `require('fs').writeFileSync(${JSON.stringify(path.join(files.childFolder, 'x.mjs'))}, '')`,
    'starts a program': () => `if (require('child_process').spawnSync('/bin/true').error) throw 1`,
    'makes code from text': () => `new Function('return 1')()`,
    'evaluates text': () => `globalThis.eval('1')`,
    'loads native code': () => `process.dlopen({ exports: {} }, '/lib/x.node')`,
    'takes a native binding': () => `process.binding('spawn_sync')`,
    'opens the inspector': () => `require('inspector').open(0)`,
    'loads WASI': () => `new (require('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`,
  };
  it.each(Object.entries(attempts))('%s: refused', (_name, code) => {
    const attempt = run(code());
    expect(attempt.status).not.toBe(0);
    expect(existsSync(marker)).toBe(false);
  });

  it('connects to the network: refused', () => {
    const code = `const s = require('net').connect(${port}, '127.0.0.1'); s.on('connect', () => { console.log('connected'); process.exit() })`;
    expect(run(code).stdout).not.toContain('connected');
    expect(connections).toBe(0);
  });
});

describe('runaway rules', () => {
  const onlyPoison = 'event.get("eventName") == "Poison"';
  const runaways = ofEachClass<[string, { body: string; error: RegExp }]>({
    time: [
      [
        'a loop that catches everything',
        {
          body: 'while True:\n            try:\n                while True:\n                    pass\n            except BaseException:\n                pass',
          error: /^TimeoutError/,
        },
      ],
      ['an endless loop', { body: 'while True:\n            pass', error: /^TimeoutError/ }],
      [
        'a catastrophic expression',
        {
          body: 'import re\n        re.match(r"(a+)+$", "a" * 60 + "b")',
          error: /^TimeoutError/,
        },
      ],
      ['a large power', { body: '10 ** (10 ** 8)', error: /^TimeoutError|^MemoryError|^ValueError/ }],
      ['a large range', { body: 'sum(range(10 ** 12))', error: /^TimeoutError/ }],
    ],
    memory: [
      [
        'a growing list',
        {
          body: 'x = ["y" * 1000]\n        while True:\n            x = x + x',
          error: /^MemoryError|^TimeoutError/,
        },
      ],
      ['a memory bomb', { body: 'x = [0] * (10 ** 9 // 2)', error: /^MemoryError/ }],
    ],
    depth: [['endless recursion', { body: 'f = lambda g: g(g)\n        f(f)', error: /^RecursionError/ }]],
    'the end of the process': [
      [
        'a hard exit',
        {
          body: 'import importlib, os\n        import posix\n        importlib.reload(posix)\n        posix._exit(3)',
          error: /./,
        },
      ],
      ['an exit', { body: 'raise SystemExit(3)', error: /^SystemExit/ }],
      ['sys.exit', { body: 'import sys\n        sys.exit()', error: /^SystemExit/ }],
      ['an abort', { body: 'import faulthandler\n        faulthandler._sigabrt()', error: /./ }],
      [
        'a crash',
        {
          body: 'import faulthandler\n        faulthandler._read_null()\n        faulthandler._fatal_error(b"x")',
          error: /./,
        },
      ],
    ],
    interruption: [
      ['an interruption of its own', { body: 'raise KeyboardInterrupt()', error: /^KeyboardInterrupt/ }],
    ],
  });
  const events = ['Before', 'Poison', 'Witness'].map((eventName) => ({
    p_log_type: 'AWS.CloudTrail',
    eventName,
  }));

  it.each(runaways)('%s is ended and named; everything else runs', async (name, { body, error }) => {
    const rule = pythonRule(
      `Test.${name}`,
      `def rule(event):\n    if ${onlyPoison}:\n        ${body}\n    return event.get("eventName") == "Witness"`,
    );
    await engine.load(contentOf([rule, witness]));
    const evaluation = await engine.evaluate(batchOf(events));
    expect(evaluation.errors.map(({ ruleId, eventIndex }) => ({ ruleId, eventIndex }))).toEqual([
      { ruleId: rule.id, eventIndex: 1 },
    ]);
    expect(evaluation.errors[0]?.error).toMatch(error);
    const matches = evaluation.matches.map(({ ruleId, eventIndex }) => [ruleId, eventIndex]);
    expect(matches.toSorted()).toEqual([
      [witness.id, 2],
      [rule.id, 2],
    ]);
  });

  it('10 MB of prints are cut and harm nothing', async () => {
    const rule = pythonRule(
      'Test.Prints',
      'def rule(event):\n    for _ in range(10):\n        print("x" * 1_000_000)\n    return True',
    );
    await engine.load(contentOf([rule]));
    const evaluation = await engine.evaluate(batch);
    expect(evaluation.errors).toEqual([]);
    expect(evaluation.matches).toHaveLength(1);
    const [result] = await engine.test({
      rules: [{ rule, tests: [{ name: 'prints', expectedResult: true, resource: '{}', mocks: [] }] }],
    });
    expect(result?.passed).toBe(true);
    expect(result?.output.length).toBeLessThan(11_000);
    expect(result?.output).toContain('more characters were cut');
  });

  it('an event nested too deeply is set apart, its neighbours run', async () => {
    await engine.load(contentOf([witness]));
    const deep = `{"p_log_type":"AWS.CloudTrail","eventName":"Witness","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const json = new TextEncoder().encode(`[${JSON.stringify(events[2])},${deep}]`);
    const evaluation = await engine.evaluate({ logType: 'AWS.CloudTrail', json, count: 2 });
    expect(evaluation.matches.map((match) => match.eventIndex)).toEqual([0]);
    expect(evaluation.errors).toMatchObject([
      { eventIndex: 1, error: expect.stringMatching(/^EventTooDeep/) },
    ]);
  });

  it.each([
    [
      'fills the memory and keeps it',
      'kept = []\ndef rule(event):\n    for size in (1_000_000, 10_000, 100, 1):\n        try:\n            while True: kept.append("x" * size + str(len(kept)))\n        except MemoryError: pass\n    return False',
    ],
    ['takes a builtin away', 'import builtins\ndef rule(event):\n    builtins.len = None\n    return False'],
    [
      'takes another builtin away',
      'import builtins\ndef rule(event):\n    builtins.isinstance = builtins.str = builtins.memoryview = None\n    return False',
    ],
  ])('a rule that %s costs no other rule its match', async (_name, body) => {
    const odd = pythonRule('Test.Odd', body);
    for (const rules of [
      [odd, witness],
      [witness, odd],
    ]) {
      await engine.load(contentOf(rules));
      for (let round = 0; round < 2; round++) {
        const evaluation = await engine.evaluate(batch);
        expect(evaluation.matches.map((match) => match.ruleId)).toEqual([witness.id]);
        expect(evaluation.errors.filter(({ ruleId }) => ruleId === witness.id)).toEqual([]);
      }
    }
  });

  const hangingBodies = ofEachClass({
    time: [
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
      'while True:\n    pass',
    ],
  });
  it.each(hangingBodies)(
    'a body that hangs while it loads is left out, the others load: %j',
    async (body) => {
      const hanging = pythonRule('Test.Hanging', body);
      const report = await engine.load(contentOf([hanging, witness]));
      expect(report.rejected).toMatchObject([
        { id: hanging.id, error: expect.stringMatching(/^TimeoutError/) },
      ]);
      const evaluation = await engine.evaluate(batch);
      expect(evaluation.matches.map((match) => match.ruleId)).toEqual([witness.id]);
      expect(evaluation.skipped).toEqual([{ ruleId: hanging.id, reason: 'rejected', events: 1 }]);
    },
  );

  it('a test that hangs fails alone', async () => {
    const rule = pythonRule(
      'Test.Slow',
      'def rule(event):\n    while event.get("hang"):\n        try:\n            while True: pass\n        except BaseException: pass\n    return True',
    );
    const test = (name: string, resource: string) => ({ name, expectedResult: true, resource, mocks: [] });
    const results = await engine.test({
      rules: [
        { rule, tests: [test('one', '{}'), test('two', '{"hang":1}'), test('three', '{}')] },
        { rule: witness, tests: [test('four', '{"eventName":"Witness"}')] },
      ],
    });
    expect(results.map(({ testName, passed }) => [testName, passed])).toEqual([
      ['one', true],
      ['two', false],
      ['three', true],
      ['four', true],
    ]);
    expect(results[1]?.error).toMatch(/^TimeoutError/);
  });

  it('a test that hangs politely says so too', async () => {
    const rule = pythonRule('Test.Polite', 'def rule(event):\n    while True: pass');
    const test = { name: 'one', expectedResult: true, resource: '{}', mocks: [] };
    const [result] = await engine.test({ rules: [{ rule, tests: [test] }] });
    expect(result?.functions.detection?.error ?? result?.error).toMatch(/^TimeoutError/);
  });
});
