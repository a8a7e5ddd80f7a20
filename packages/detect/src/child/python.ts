import type { PyodideInterface } from 'pyodide';
import { createBridge } from './bridge.ts';
import { hostDevicePath, makeHostDevice } from './host-device.ts';
import { type Image, takeImage } from './image.ts';
import type { WorkerMessage, WorkerSetup } from './messages.ts';
import { threadProcessorMs } from './processor-time.ts';
import { type Seal, sealWebAssembly } from './seal.ts';
import { beginCall, endCall, type Call } from './slot.ts';

/** The functions of `pyodide_glue.py`. Text in, text out; undefined stands for None. */
interface EntryPoints {
  begin(specification: string): void;
  confine_helpers(text: string): string;
  confine(body: string): string;
  begin_detection(): void;
  load_global(name: string): string | undefined;
  load_model(text: string): string | undefined;
  load_rule(rule: number, text: string): string | undefined;
  probe(): string | undefined;
  analyse_rule(rule: number): string | undefined;
  load_batch(events: Uint8Array, positions: Uint8Array, isCareful: boolean): number;
  drop_batch(): string | undefined;
  run_rule(rule: number, start: number, stop: number): string | undefined;
  load_test_rule(text: string): string | undefined;
  run_test(text: string): string;
  check(body: string, kind: string): string;
  explain(rule: string, event: string): string;
  time_rule(rule: string, events: string, budgetSeconds: number): string;
  begin_coverage(rule: string): string | undefined;
  cover_test(test: string): string;
  coverage_result(): string;
  begin_mutants(rule: string, tests: string, most: number): string;
  run_mutant(index: number): string | undefined;
  /** Opens the way to the server; the descriptor of its file. */
  connect(path: string): number;
}

const entryNames = [
  'begin',
  'confine_helpers',
  'confine',
  'begin_detection',
  'load_global',
  'load_model',
  'load_rule',
  'probe',
  'analyse_rule',
  'load_batch',
  'drop_batch',
  'run_rule',
  'load_test_rule',
  'run_test',
  'check',
  'explain',
  'time_rule',
  'begin_coverage',
  'cover_test',
  'coverage_result',
  'begin_mutants',
  'run_mutant',
  'connect',
] satisfies (keyof EntryPoints)[];

/** Why a guarded call gave no value. */
export type Interruption = 'none' | 'stopped' | 'stray';

export interface GuardedCall<T> {
  value: T | undefined;
  interruption: Interruption;
  /** Text of what the runtime itself raised; a rule's own errors come back as values. */
  error: string | undefined;
  /** Processor time of the interpreter's thread. */
  processorMs: number;
  /** What passed while the server was asked something, by the clock. */
  waitedMs: number;
  /** The call's number in the slot. */
  sequence: number;
  /** The supervisor asked this very call to stop, whether or not it noticed. */
  wasStopped: boolean;
}

export interface Python {
  entry: EntryPoints;
  /** Runs `action` under the supervisor's eyes. Throws only when the interpreter is broken. */
  guard<T>(
    unit: number,
    budgetMs: number,
    action: () => T,
    position?: number,
    isSingle?: boolean,
  ): GuardedCall<T>;
  /**
   * Leaves word that this call has to be made again in a fresh interpreter. Throwing the error ends this one.
   */
  doubt(call: Omit<Call, 'sequence'>, reason?: string): Error;
  heapBytes(): number;
  /** All that the interpreter is now. */
  image(): Image;
}

/** Members of Pyodide that are marked internal; plain loading works without them. */
interface SnapshotConfig {
  _makeSnapshot?: boolean;
  _loadSnapshot?: Uint8Array;
}

type LoadPyodide = (config: Record<string, unknown> & SnapshotConfig) => Promise<PyodideInterface>;

export async function createPython(
  setup: WorkerSetup,
  send: (message: WorkerMessage) => void,
): Promise<{ python: Python; snapshot: Uint8Array | null }> {
  const seal = sealWebAssembly();
  const { loadPyodide } = (await import(setup.pyodideUrl)) as { loadPyodide: LoadPyodide };
  const config: Record<string, unknown> & SnapshotConfig = {
    jsglobals: Object.create(null),
    stdout: ignore,
    stderr: ignore,
    env: { HOME: '/', PYTHONHASHSEED: '0' },
  };
  if (setup.snapshot) config._loadSnapshot = setup.snapshot;
  else if (setup.makeSnapshot) config._makeSnapshot = true;
  const pyodide = await loadPyodide(config);
  if (!setup.snapshot) startRuntime(pyodide, setup);
  let snapshot: Uint8Array | null = null;
  if (!setup.snapshot && setup.makeSnapshot)
    snapshot = (pyodide as unknown as { makeMemorySnapshot(): Uint8Array }).makeMemorySnapshot(); // internal, see SnapshotConfig
  return { python: wrap(pyodide, setup, send, seal), snapshot };
}

const ignore = (): void => undefined;

function startRuntime(pyodide: PyodideInterface, setup: WorkerSetup): void {
  pyodide.globals.set('RUNTIME_SOURCES_JSON', JSON.stringify(setup.sources));
  pyodide.runPython('import json\nRUNTIME_SOURCES = json.loads(RUNTIME_SOURCES_JSON)');
  pyodide.runPython(setup.bootstrap);
  pyodide.runPython(setup.glue);
}

function wrap(
  pyodide: PyodideInterface,
  setup: WorkerSetup,
  send: (message: WorkerMessage) => void,
  seal: Seal,
): Python {
  const slot = new Int32Array(setup.shared.slot);
  const interrupt = new Uint8Array(setup.shared.interrupt);
  pyodide.setStdout({ write: (bytes: Uint8Array) => bytes.length });
  pyodide.setStderr({ write: (bytes: Uint8Array) => bytes.length });
  pyodide.runPython('close_doors()');
  const entry = Object.fromEntries(
    entryNames.map((name): [string, unknown] => [name, plain(pyodide.globals.get(name) as AnyFunction)]),
  ) as unknown as EntryPoints; // the glue defines each of these names
  const bridge = createBridge(setup.shared.reply, setup.hostCallMs, send);
  const device = makeHostDevice(pyodide, bridge);
  seal.protectDescriptorsBelow(entry.connect(hostDevicePath) + 1);
  pyodide.setInterruptBuffer(interrupt);
  const { load_batch: loadBatch } = entry;
  // The one call that is handed an object: no detection runs in it.
  entry.load_batch = (...values) => seal.opened(() => loadBatch(...values));
  seal.close();
  const memory = pyodide as unknown as { _module: { HEAP8: Int8Array } }; // the only way to see the heap's size

  return {
    entry,
    image: () => takeImage(pyodide, device, setup.snapshot),
    heapBytes: () => memory._module.HEAP8.buffer.byteLength,
    doubt(call, reason = 'another rule may have broken the interpreter') {
      beginCall(slot, call);
      return new Error(reason);
    },
    guard(unit, budgetMs, action, position = 0, isSingle = false) {
      interrupt[0] = 0;
      const processorBefore = threadProcessorMs();
      const waitedBefore = bridge.waitedMs();
      const sequence = beginCall(slot, { unit, budgetMs, position, isSingle });
      const call: GuardedCall<ReturnType<typeof action>> = {
        value: undefined,
        interruption: 'none',
        error: undefined,
        processorMs: 0,
        waitedMs: 0,
        sequence,
        wasStopped: false,
      };
      try {
        call.value = action();
      } catch (error) {
        call.error = pythonError(error);
        // A broken interpreter. The slot stays as it is, so that the supervisor sees what broke it.
        if (call.error === undefined) throw error;
      }
      call.wasStopped = endCall(slot, sequence);
      call.processorMs = threadProcessorMs() - processorBefore;
      call.waitedMs = bridge.waitedMs() - waitedBefore;
      if (call.error?.startsWith('KeyboardInterrupt'))
        call.interruption = call.wasStopped ? 'stopped' : 'stray';
      return call;
    },
  };
}

type AnyFunction = (...values: unknown[]) => unknown;

/**
 * The runtime answers in texts and numbers. An object can only be a rule's doing, and looking at it, or letting go of
 * it, runs that rule's code: the interpreter is done for.
 */
function plain(call: AnyFunction): AnyFunction {
  return (...values) => {
    const value = call(...values);
    if (typeof value === 'object' || typeof value === 'function')
      throw new Error('the runtime gave an object where a text belongs');
    return value;
  };
}

/** The last line of a Python traceback; undefined when it is not a Python exception but a broken interpreter. */
function pythonError(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'PythonError') return undefined;
  const lines = error.message.trimEnd().split('\n');
  const line = lines.findLast((text) => /^[A-Za-z_][\w.]*(:|$)/.test(text)) ?? lines.at(-1) ?? '';
  // Pyodide gives an interruption no text, only its class.
  const name = 'type' in error ? String(error.type) : 'Error';
  return (line === '' ? name : line).slice(0, 1000);
}
