import { parentPort, workerData } from 'node:worker_threads';
import { capMemory, hardenProcess } from './harden.ts';
import type { WorkerMessage, WorkerRequest, WorkerSetup } from './messages.ts';
import { createPython, type Python } from './python.ts';
import { evaluateRuns } from './runs.ts';
import { runStudy } from './study.ts';
import { checkBody, loadContent, runTests } from './work.ts';

/** One Python interpreter. Started by the supervisor, thrown away when anything about it is in doubt. */
const setup = workerData as WorkerSetup; // made by our own supervisor
const port = parentPort!;
const send = (message: WorkerMessage): void => port.postMessage(message);

hardenProcess();
capMemory(setup.memoryLimitBytes);

function perform(python: Python, request: WorkerRequest): unknown {
  switch (request.type) {
    case 'load':
      return loadContent(python, request, send);
    case 'evaluate':
      return evaluateRuns(python, request, send);
    case 'test':
      return runTests(python, request, send);
    case 'check':
      return checkBody(python, request);
    case 'study':
      return runStudy(python, request, send);
  }
}

try {
  const { python, snapshot } = await createPython(setup, send);
  port.on('message', (request: WorkerRequest) => {
    try {
      const result = perform(python, request);
      send({ type: 'done', result, heapBytes: python.heapBytes() });
    } catch (error) {
      send({ type: 'failed', error: String(error) });
    }
  });
  send({ type: 'ready', snapshot });
} catch (error) {
  send({ type: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
