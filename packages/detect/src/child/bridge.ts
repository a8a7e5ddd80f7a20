import type { WorkerMessage } from './messages.ts';

/**
 * A call from Python to the server that waits for its answer. Layout of the shared memory:
 * `[i32 state][i32 sequence][i32 length][text …]`; the supervisor writes the text, then state 1.
 */
export const replyHeaderBytes = 12;
export const replyBytes = 1024 * 1024;

const stateAt = 0;
const sequenceAt = 1;
const lengthAt = 2;

export function createBridge(
  reply: SharedArrayBuffer,
  waitMs: number,
  send: (message: WorkerMessage) => void,
): (operation: string, text: string) => string {
  const words = new Int32Array(reply, 0, 3);
  const bytes = new Uint8Array(reply, replyHeaderBytes);
  let sequence = 0;

  return (operation, text) => {
    sequence = (sequence + 1) | 0;
    Atomics.store(words, sequenceAt, sequence);
    Atomics.store(words, stateAt, 0);
    send({ type: 'call', sequence, operation: String(operation), arguments: String(text) });
    if (Atomics.wait(words, stateAt, 0, waitMs) === 'timed-out')
      return JSON.stringify({ error: `${operation} got no answer within ${waitMs} ms` });
    const length = Atomics.load(words, lengthAt);
    return new TextDecoder().decode(bytes.slice(0, length));
  };
}

/** The supervisor's side. An answer to a call the worker no longer waits for is dropped. */
export function answerCall(reply: SharedArrayBuffer, sequence: number, answer: Uint8Array): void {
  const words = new Int32Array(reply, 0, 3);
  if (Atomics.load(words, sequenceAt) !== sequence || Atomics.load(words, stateAt) === 1) return;
  const room = reply.byteLength - replyHeaderBytes;
  const tooLarge = new TextEncoder().encode(
    JSON.stringify({ error: `the answer is larger than ${room} bytes` }),
  );
  const bytes = answer.length > room ? tooLarge : answer;
  new Uint8Array(reply, replyHeaderBytes).set(bytes);
  Atomics.store(words, lengthAt, bytes.length);
  Atomics.store(words, stateAt, 1);
  Atomics.notify(words, stateAt);
}
