import type { TableLayout } from '@margay/lake';
import { Worker } from 'node:worker_threads';
import type { RebuildInputs, RebuiltPage, StoredRows } from '../rebuild-page.ts';
import type { FromRebuilder, ToRebuilder } from './messages.ts';

/** The main thread's end of the thread that makes stored rows into events again. It starts with the first row. */
export interface RebuilderThread {
  fromRaw(stored: StoredRows): Promise<RebuiltPage>;
  fromColumns(stored: StoredRows, layout: TableLayout): Promise<RebuiltPage>;
  close(): Promise<void>;
}

export function startRebuilder(inputs: RebuildInputs): RebuilderThread {
  let worker: Worker | undefined;
  const waiting = new Map<number, { resolve(page: RebuiltPage): void; reject(error: Error): void }>();
  let lastId = 0;
  let ended: Error | undefined;

  const fail = (error: Error) => {
    ended ??= error;
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  };

  function start(): Worker {
    const started = new Worker(new URL('./main.ts', import.meta.url), {
      workerData: inputs,
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    started.on('message', (message: FromRebuilder) => {
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'rebuilt') caller?.resolve(message.page);
      else caller?.reject(new Error(message.error));
    });
    started.on('error', fail);
    started.on('exit', () => fail(new Error('the thread that reads stored events has ended')));
    return started;
  }

  function ask(make: (id: number) => ToRebuilder): Promise<RebuiltPage> {
    if (ended) return Promise.reject(ended);
    const id = ++lastId;
    const thread = (worker ??= start());
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage(make(id));
    });
  }

  return {
    fromRaw: (stored) => ask((id) => ({ kind: 'raw', id, stored })),
    fromColumns: (stored, layout) => ask((id) => ({ kind: 'columns', id, stored, layout })),
    close: async () => {
      await worker?.terminate();
    },
  };
}
