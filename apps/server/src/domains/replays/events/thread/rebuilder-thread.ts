import type { TableLayout } from '@margay/lake';
import { Worker } from 'node:worker_threads';
import type { RebuiltPage } from '../rebuild-page.ts';
import type { SchemaText } from '../schema-texts.ts';
import type { FromRebuilder, ToRebuilder } from './messages.ts';

/** The main thread's end of the thread that makes stored rows into events again. */
export interface RebuilderThread {
  fromRaw(ndjson: Uint8Array<ArrayBuffer>): Promise<RebuiltPage>;
  fromColumns(ndjson: Uint8Array<ArrayBuffer>, layout: TableLayout): Promise<RebuiltPage>;
  close(): Promise<void>;
}

export function startRebuilder(schemas: readonly SchemaText[]): RebuilderThread {
  const worker = new Worker(new URL('./main.ts', import.meta.url), {
    workerData: schemas,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  const waiting = new Map<number, { resolve(page: RebuiltPage): void; reject(error: Error): void }>();
  let lastId = 0;
  let ended: Error | undefined;

  const fail = (error: Error) => {
    ended ??= error;
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  };
  worker.on('message', (message: FromRebuilder) => {
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'rebuilt') caller?.resolve(message.page);
    else caller?.reject(new Error(message.error));
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that reads stored events has ended')));

  function ask(make: (id: number) => ToRebuilder, buffer: ArrayBuffer): Promise<RebuiltPage> {
    if (ended) return Promise.reject(ended);
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage(make(id), [buffer]);
    });
  }

  return {
    fromRaw: (ndjson) => ask((id) => ({ kind: 'raw', id, ndjson }), ndjson.buffer),
    fromColumns: (ndjson, layout) => ask((id) => ({ kind: 'columns', id, ndjson, layout }), ndjson.buffer),
    close: async () => {
      await worker.terminate();
    },
  };
}
