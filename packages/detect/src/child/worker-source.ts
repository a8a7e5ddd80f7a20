import { PythonWorker, type WorkerOptions } from './python-worker.ts';

/** Starts interpreters, and keeps one that has run nobody's code in reserve. */
export interface WorkerSource {
  /** A fresh interpreter without content. */
  take(): Promise<PythonWorker>;
  /** Puts the first one in reserve. */
  warmUp(): Promise<void>;
}

/** What took an interpreter has work for the processor now; the next one in reserve can wait this long. */
const reserveDelayMs = 500;

/** `options.snapshot` may be null: then the first interpreter makes one and `onSnapshot` gets it. */
export function createWorkerSource(
  options: WorkerOptions,
  onSnapshot: (snapshot: Uint8Array) => void,
): WorkerSource {
  let snapshot = options.snapshot;
  let isSnapshotTried = snapshot !== null;
  let spare: Promise<PythonWorker> | undefined;
  let refill: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<PythonWorker> {
    if (!snapshot && options.makeSnapshot && !isSnapshotTried) {
      isSnapshotTried = true;
      await makeSnapshot();
    }
    const worker = new PythonWorker({ ...options, snapshot, makeSnapshot: false });
    try {
      await worker.ready;
      return worker;
    } catch (error) {
      await worker.end();
      if (!snapshot) throw error;
      // A snapshot of another engine build does not load; plain loading always works.
      snapshot = null;
      return start();
    }
  }

  /** The interpreter that made a snapshot is not used for anything else. */
  async function makeSnapshot(): Promise<void> {
    const maker = new PythonWorker({ ...options, snapshot: null, makeSnapshot: true });
    try {
      const made = await maker.ready;
      if (made) {
        snapshot = shared(made);
        onSnapshot(made);
      }
    } catch {
      snapshot = null;
    } finally {
      await maker.end();
    }
  }

  if (snapshot) snapshot = shared(snapshot);

  return {
    async take() {
      // Taken before anything is awaited: two callers must never get the same interpreter.
      const taken = spare ?? start();
      spare = undefined;
      clearTimeout(refill);
      refill = setTimeout(() => {
        spare ??= taken.then(start, start);
        spare.catch(() => undefined);
      }, reserveDelayMs);
      const worker = await taken;
      return worker.isLost ? start() : worker;
    },
    async warmUp() {
      spare ??= start();
      await spare;
    },
  };
}

/** One copy for all threads instead of one each. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
