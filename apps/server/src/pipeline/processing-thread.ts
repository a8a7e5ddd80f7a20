import type { EventFilters } from '@margay/detect';
import { Worker } from 'node:worker_threads';
import type { FromThread, Piece, ProcessedPart, ProcessingConfig, ToThread } from './messages.ts';

/** The main thread's end of the processing thread. */
export interface ProcessingThread {
  configure(config: ProcessingConfig): void;
  /** From now on only events that meet these are written for the detections; undefined: all. */
  filterEvents(filters: EventFilters | undefined): void;
  process(pieces: Piece[], parseTime: Date): Promise<ProcessedPart>;
  drop(batchId: string): void;
  close(): Promise<void>;
}

export function startProcessingThread(onCrash: (error: Error) => void): ProcessingThread {
  const worker = new Worker(new URL('./thread/main.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1536 },
  });
  const waiting = new Map<number, { resolve(part: ProcessedPart): void; reject(error: Error): void }>();
  let nextId = 1;
  let isClosing = false;

  worker.on('message', (message: FromThread) => {
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'processed') caller?.resolve(message.part);
    else caller?.reject(new Error(message.error));
  });
  const fail = (error: Error) => {
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
    if (!isClosing) onCrash(error);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => {
    if (!isClosing) fail(new Error(`the processing thread ended with code ${code}`));
  });

  const post = (message: ToThread, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  return {
    configure: (config) => post({ kind: 'configure', config }),
    filterEvents: (filters) => post({ kind: 'filter', filters }),
    drop: (batchId) => post({ kind: 'drop', batchId }),
    process(pieces, parseTime) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const buffers = pieces.map((piece) => piece.bytes.buffer).filter((buffer) => buffer.byteLength > 0);
        post({ kind: 'process', id, pieces, parseTime: parseTime.getTime() }, [...new Set(buffers)]);
      });
    },
    async close() {
      isClosing = true;
      await worker.terminate();
    },
  };
}
