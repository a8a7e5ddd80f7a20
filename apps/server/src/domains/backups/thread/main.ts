import { parentPort, workerData } from 'node:worker_threads';
import { copyFiles } from '../copy-files.ts';
import type { CopyOrder, FromCopier } from './messages.ts';

/** Copies in a thread of its own, so that digests of gigabytes keep nobody waiting. */
const { from, to, tree } = workerData as CopyOrder; // from the other end, a few lines of ours
const tellEveryMs = 200;
const say = (message: FromCopier) => parentPort?.postMessage(message);

let doneBytes = 0;
let toldAt = 0;
try {
  const copied = await copyFiles(from, to, tree, ({ bytes }) => {
    doneBytes += bytes;
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    say({ kind: 'progress', doneBytes });
  });
  say({ kind: 'done', copied });
} catch (error) {
  const { code = '', path = '', message } = error as NodeJS.ErrnoException;
  say({ kind: 'failed', code, path, message });
}
