import { messageOf } from '@margay/kit';
import { parentPort } from 'node:worker_threads';
import type { FromThread, ProcessedPart, ToThread } from '../messages.ts';
import { createProcessor } from './process.ts';

/** The processing thread: takes bytes, gives rows. All heavy text work of ingestion happens here. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');
const processor = createProcessor();

function buffersOf(part: ProcessedPart): ArrayBuffer[] {
  const views = part.logTypes.flatMap(({ rows, eventsJson, eventStarts }) => [
    rows.bytes,
    eventsJson,
    eventStarts,
  ]);
  if (part.failures !== null) views.push(part.failures.bytes);
  return [
    ...new Set(
      views
        .map((view) => view.buffer)
        .filter((buffer) => buffer instanceof ArrayBuffer && buffer.byteLength > 0),
    ),
  ] as ArrayBuffer[];
}

function answer(message: Extract<ToThread, { kind: 'process' }>): void {
  try {
    const part = processor.process(message.pieces, new Date(message.parseTime));
    const reply: FromThread = { kind: 'processed', id: message.id, part };
    port?.postMessage(reply, buffersOf(part));
  } catch (error) {
    const reply: FromThread = { kind: 'failed', id: message.id, error: messageOf(error) };
    port?.postMessage(reply);
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'configure') processor.configure(message.config);
  else if (message.kind === 'filter') processor.filterEvents(message.filters);
  else if (message.kind === 'drop') processor.drop(message.batchId);
  else answer(message);
});
