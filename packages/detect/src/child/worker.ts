import { parentPort, workerData } from 'node:worker_threads';
import { Apart } from './apart.ts';
import { confineBodies } from './confine.ts';
import { capMemory, hardenProcess } from './harden.ts';
import type { Image } from './image.ts';
import type { WorkerMessage, WorkerRequest, WorkerSetup } from './messages.ts';
import { createPython, type Python } from './python.ts';
import { evaluateRuns } from './runs.ts';
import { runStudy } from './study.ts';
import { runTests } from './run-tests.ts';
import { checkBody, loadContent } from './work.ts';

/** One Python interpreter. Started by the supervisor, thrown away when anything about it is in doubt. */
const setup = workerData as WorkerSetup; // made by our own supervisor
const port = parentPort!;
const send = (message: WorkerMessage): void => port.postMessage(message);

hardenProcess();
capMemory(setup.memoryLimitBytes);

/** Set by loading content whose detections run apart. */
let apart: Apart | undefined;

/** Memory that has grown stays taken: an interpreter that has grown past this many times its first size is not kept. */
const mostGrowth = 2;

function perform(python: Python, fresh: Image, request: WorkerRequest): unknown {
  switch (request.type) {
    case 'load':
      if (!request.content.isApart) return loadContent(python, request, send);
      apart = new Apart(python, request.content);
      return request.isFirst ? apart.check(request.excluded, request.loadMs, send) : undefined;
    case 'evaluate':
      return apart ? apart.evaluate(request, send) : evaluateRuns(python, request, send);
    case 'test':
      return runTests(python, apart!, request, send); // loaded by whoever asks for tests
    case 'confine':
      return confineBodies(python, request, send);
    case 'check':
      return checkBody(python, request);
    case 'study':
      return runStudy(python, apart!, request, send); // the same
    case 'renew':
      apart = undefined;
      fresh.restore();
      return python.heapBytes() <= mostGrowth * fresh.bytes;
  }
}

try {
  const { python, snapshot } = await createPython(setup, send);
  const fresh = python.image();
  port.on('message', (request: WorkerRequest) => {
    try {
      const result = perform(python, fresh, request);
      send({ type: 'done', result, heapBytes: python.heapBytes() });
    } catch (error) {
      send({ type: 'failed', error: String(error) });
    }
  });
  send({ type: 'ready', snapshot });
} catch (error) {
  send({ type: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
