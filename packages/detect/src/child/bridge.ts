import type { WorkerMessage } from './messages.ts';

/**
 * A call from Python to the server that waits for its answer. Layout of the shared memory:
 * `[i32 state][i32 length][text …]`. The state names the call and its phase in one word, so that whoever changes it
 * knows that the other side has not moved on: an answer that comes too late is never taken for that of the next call.
 */
export const replyHeaderBytes = 8;
export const replyBytes = 1024 * 1024;
const longestQuestion = 4 * 1024 * 1024;

const stateAt = 0;
const lengthAt = 1;

const waiting = 0;
const writing = 1;
const answered = 2;
const abandoned = 3;
const stateOf = (sequence: number, phase: number): number => (sequence << 2) | phase;

export interface Bridge {
  call(operation: string, text: string): string;
  /** Milliseconds spent waiting, over all calls. */
  waitedMs(): number;
}

export function createBridge(
  reply: SharedArrayBuffer,
  waitMs: number,
  send: (message: WorkerMessage) => void,
): Bridge {
  const words = new Int32Array(reply, 0, 2);
  const bytes = new Uint8Array(reply, replyHeaderBytes);
  let sequence = 0;
  let waited = 0;

  function isAnswered(): boolean {
    const asked = stateOf(sequence, waiting);
    const isLate = Atomics.wait(words, stateAt, asked, waitMs) === 'timed-out';
    if (isLate && Atomics.compareExchange(words, stateAt, asked, stateOf(sequence, abandoned)) === asked)
      return false;
    const busy = stateOf(sequence, writing);
    while (Atomics.load(words, stateAt) === busy) Atomics.wait(words, stateAt, busy);
    return true;
  }

  return {
    waitedMs: () => waited,
    call(operation, text) {
      if (operation.length + text.length > longestQuestion)
        return JSON.stringify({ error: `the arguments are longer than ${longestQuestion} characters` });
      const from = performance.now();
      sequence = (sequence + 1) & 0x0fff_ffff;
      Atomics.store(words, stateAt, stateOf(sequence, waiting));
      send({ type: 'call', sequence, operation: String(operation), arguments: String(text) });
      const hasAnswer = isAnswered();
      waited += performance.now() - from;
      if (!hasAnswer) return JSON.stringify({ error: `${operation} got no answer within ${waitMs} ms` });
      const length = Atomics.load(words, lengthAt);
      return new TextDecoder().decode(bytes.slice(0, length));
    },
  };
}

/** The supervisor's side. An answer to a call the worker no longer waits for is dropped. */
export function answerCall(reply: SharedArrayBuffer, sequence: number, answer: Uint8Array): void {
  const words = new Int32Array(reply, 0, 2);
  const asked = stateOf(sequence, waiting);
  if (Atomics.compareExchange(words, stateAt, asked, stateOf(sequence, writing)) !== asked) return;
  const room = reply.byteLength - replyHeaderBytes;
  const tooLarge = new TextEncoder().encode(
    JSON.stringify({ error: `the answer is larger than ${room} bytes` }),
  );
  const bytes = answer.length > room ? tooLarge : answer;
  new Uint8Array(reply, replyHeaderBytes).set(bytes);
  Atomics.store(words, lengthAt, bytes.length);
  Atomics.store(words, stateAt, stateOf(sequence, answered));
  Atomics.notify(words, stateAt);
}
