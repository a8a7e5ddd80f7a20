import { PythonWorker, type WorkerOptions } from './python-worker.ts';

/** Starts interpreters, and keeps one that has run nobody's code in reserve. */
export interface WorkerSource {
  /** A fresh interpreter without content. */
  take(): Promise<PythonWorker>;
  /** The reserve itself, for work that runs no one's code. It stays the reserve. */
  borrow(): Promise<PythonWorker>;
}

/** `options.snapshot` may be null: then the first interpreter makes one and `onSnapshot` gets it. */
export function createWorkerSource(
  options: WorkerOptions,
  onSnapshot: (snapshot: Uint8Array) => void,
): WorkerSource {
  let snapshot = options.snapshot;
  let isSnapshotTried = snapshot !== null;
  let spare: Promise<PythonWorker> | undefined;

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

  async function reserve(): Promise<PythonWorker> {
    spare ??= start();
    try {
      const worker = await spare;
      if (!worker.isLost) return worker;
    } catch (error) {
      spare = undefined;
      throw error;
    }
    spare = start();
    return spare;
  }

  if (snapshot) snapshot = shared(snapshot);

  return {
    async take() {
      const worker = await reserve();
      spare = start();
      spare.catch(() => undefined);
      return worker;
    },
    borrow: reserve,
  };
}

/** One copy for all threads instead of one each. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
