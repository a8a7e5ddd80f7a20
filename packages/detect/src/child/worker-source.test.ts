import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRuntimeFiles } from '../host/runtime-files.ts';
import { createSnapshotStore } from '../host/snapshot-store.ts';
import { childSettings } from '../settings.ts';
import { testCacheDir } from '../testing/cache-dir.ts';
import { quickOptions } from '../testing/events.ts';
import type { WireContent, WorkerMessage } from './messages.ts';
import type { PythonWorker } from './python-worker.ts';
import { createWorkerSource, type WorkerSource } from './worker-source.ts';

const files = readRuntimeFiles();
const { budgets, ...settings } = childSettings(quickOptions, files);
let source: WorkerSource;
const taken = new Set<PythonWorker>();

beforeAll(async () => {
  const store = createSnapshotStore(testCacheDir, files.fingerprint);
  source = createWorkerSource(
    { ...settings, ...budgets, snapshot: (await store.read()) ?? null, waitMs: budgets.capMs },
    (made) => void store.write(made),
  );
});
afterAll(() => Promise.all([...taken].map((worker) => worker.end())));

async function take(): Promise<PythonWorker> {
  const worker = await source.take();
  taken.add(worker);
  return worker;
}

/** Loads a rule with this body and lets it judge one event; gives what it said. */
async function judge(worker: PythonWorker, body: string, isApart = false): Promise<unknown[]> {
  const rule = { number: 0, id: 'Test.Rule', body, kind: 'RULE', logTypes: ['Test'], createAlert: true };
  const content: WireContent = {
    globals: [],
    dataModels: [],
    rules: [{ ...rule, wantsAnalysis: false }],
    limits: { text: 1000, dedup: 1000, destinations: 10, context: 1000 },
    isApart,
  };
  const heard: WorkerMessage[] = [];
  const hear = (message: WorkerMessage) => void heard.push(message);
  const answer = async () => new TextEncoder().encode('{"value": "an answer"}');
  await worker.request({ type: 'load', content, excluded: [], loadMs: budgets.loadMs }, hear);
  const runs = [{ rule: 0, start: 0, stop: 1, isSingle: false, timeouts: 0 }];
  const events = new TextEncoder().encode('[{}]');
  const batch = { events, positions: new Uint8Array(4), runs, isCareful: false, budgets };
  await worker.request({ type: 'evaluate', ...batch }, hear, answer);
  return heard.flatMap((message): unknown[] => {
    if (message.type !== 'outcome') return [message];
    const { matches, errors } = message.outcome;
    return [
      ...matches.map((match) => (match as { title?: string }).title),
      ...errors.map(({ error }) => error),
    ];
  });
}

/** Tells what others left: it looks at all that the deeds below change. */
const look = `
import builtins, json, margay.evaluate, margay.host, os, sys
def rule(event):
    return True
def title(event):
    unread = os.read(margay.host._descriptor, 100)
    return str([hasattr(builtins, 'left'), json.loads('1'), hasattr(sys, 'left'), margay.evaluate.run_rule is None, unread, os.path.exists('/tmp/left')])`;
const nothingLeft = "[False, 1, False, False, b'', False]";
/** Where rules share an interpreter, a change of the runtime ends it. */
const breaking =
  '    import builtins, margay.evaluate\n    builtins.left = 1\n    margay.evaluate.run_rule = None\n';
const deeds = (more: string) => `
import json, margay.host, os, sys
sys.left = [object()]
json.loads = lambda text: 'forged'
def rule(event):
    os.write(margay.host._descriptor, b'lookup\\0{}')
${more}
    try:
        open('/tmp/left', 'w').close()
    except OSError:
        pass
    return True`;

it.each([
  ['shared', '', false],
  ['had apart', breaking, true],
])('an interpreter that rules %s is as new after it was given back', async (_name, more, isApart) => {
  const worker = await take();
  expect(await judge(worker, look)).toEqual([nothingLeft]);
  expect(await judge(worker, deeds(more), isApart)).toHaveLength(1);
  source.giveBack(worker);
  const again = await take();
  expect(again).toBe(worker);
  expect(await judge(again, look)).toEqual([nothingLeft]);
  source.giveBack(again);
});

it('no two get the same interpreter', async () => {
  const [one, other] = await Promise.all([take(), take()]);
  expect(one).not.toBe(other);
  source.giveBack(one);
  source.giveBack(other);
  const [third, fourth] = await Promise.all([take(), take()]);
  expect(new Set([third, fourth])).toEqual(new Set([one, other]));
  source.giveBack(third);
  source.giveBack(fourth);
});

it('one that is lost, or whose memory has grown too far, is given to nobody', async () => {
  const [lost, grown] = await Promise.all([take(), take()]);
  await lost.end();
  source.giveBack(lost);
  expect(await judge(grown, 'def rule(event):\n    return len("x" * 70_000_000) > 5')).toEqual([undefined]);
  source.giveBack(grown);
  const next = await take();
  expect([lost, grown]).not.toContain(next);
  expect(grown.isLost).toBe(true);
  source.giveBack(next);
});
