import { messageOf } from '@margay/kit';
import { parentPort, workerData } from 'node:worker_threads';
import { createPageRebuilder, type RebuildInputs } from '../rebuild-page.ts';
import type { FromRebuilder, ToRebuilder } from './messages.ts';

/** Makes stored rows into events again, beside the main thread, which serves people and judges live events. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');
const rebuilder = createPageRebuilder(workerData as RebuildInputs); // given by our own main thread

function reply(message: ToRebuilder): FromRebuilder {
  const { id } = message;
  try {
    const page =
      message.kind === 'raw'
        ? rebuilder.fromRaw(message.stored)
        : rebuilder.fromColumns(message.stored, message.layout);
    return { kind: 'rebuilt', id, page };
  } catch (error) {
    return { kind: 'failed', id, error: messageOf(error) };
  }
}

port.on('message', (message: ToRebuilder) => port.postMessage(reply(message)));
