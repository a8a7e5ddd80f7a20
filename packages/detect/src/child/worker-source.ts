import { PythonWorker, type WorkerOptions } from './python-worker.ts';

/** Starts interpreters, and keeps a few that are as new. */
export interface WorkerSource {
  /** An interpreter without content, as it was before anybody's code ran in it. */
  take(): Promise<PythonWorker>;
  /**
   * It is needed no longer. The image of its memory from before anybody's code ran is put back, and it stays in reserve;
   * where it was lost, has grown, or others wait already, it ends.
   */
  giveBack(worker: PythonWorker): void;
  /** Puts the first one in reserve. */
  warmUp(): Promise<void>;
}

/** For a change of content while unit tests run. */
const mostInReserve = 2;

/** `options.snapshot` may be null: then the first interpreter makes one and `onSnapshot` gets it. */
export function createWorkerSource(
  options: WorkerOptions,
  onSnapshot: (snapshot: Uint8Array) => void,
): WorkerSource {
  let snapshot = options.snapshot;
  let isSnapshotTried = snapshot !== null;
  const reserve: Promise<PythonWorker | undefined>[] = [];

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

  async function renew(worker: PythonWorker): Promise<PythonWorker | undefined> {
    const isAsNew = await worker.request({ type: 'renew' }).catch(() => false);
    if (isAsNew === true) return worker;
    await worker.end();
    return undefined;
  }

  if (snapshot) snapshot = shared(snapshot);

  return {
    async take() {
      // Out of the reserve before anything is awaited: two callers must never get the same interpreter.
      for (let kept = reserve.shift(); kept; kept = reserve.shift()) {
        const worker = await kept;
        if (worker && !worker.isLost) return worker;
      }
      return start();
    },
    giveBack(worker) {
      if (worker.isLost || reserve.length >= mostInReserve) void worker.end();
      else reserve.push(renew(worker));
    },
    async warmUp() {
      const first = start();
      reserve.push(first);
      await first;
    },
  };
}

/** One copy for all threads instead of one each. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
