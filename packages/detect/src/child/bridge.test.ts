import { describe, expect, it } from 'vitest';
import { answerCall, createBridge, replyBytes, replyHeaderBytes } from './bridge.ts';
import type { WorkerMessage } from './messages.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A bridge whose supervisor does `onCall` while the worker asks. */
function bridgeWith(onCall: (sequence: number, reply: SharedArrayBuffer) => void) {
  const reply = new SharedArrayBuffer(replyHeaderBytes + replyBytes);
  const bridge = createBridge(reply, 1, (message: WorkerMessage) => {
    if (message.type === 'call') onCall(message.sequence, reply);
  });
  return { reply, bridge };
}

describe('a call of a rule to the server', () => {
  it('gets its answer', () => {
    const { bridge } = bridgeWith((sequence, reply) => answerCall(reply, sequence, bytesOf('{"value":1}')));
    expect([bridge.call('a', ''), bridge.call('b', '')]).toEqual(['{"value":1}', '{"value":1}']);
  });

  it('gives up, and never takes a late answer for that of the next call', () => {
    const asked: number[] = [];
    const { bridge, reply } = bridgeWith((sequence, shared) => {
      if (asked.length > 0) {
        answerCall(shared, asked[0]!, bytesOf('"late"'));
        answerCall(shared, sequence, bytesOf('"mine"'));
        answerCall(shared, sequence, bytesOf('"again"'));
      }
      asked.push(sequence);
    });
    expect(bridge.call('slow', '')).toContain('slow got no answer within 1 ms');
    answerCall(reply, asked[0]!, bytesOf('"late"'));
    expect(bridge.call('next', '')).toBe('"mine"');
  });

  it('is refused when its arguments are too long', () => {
    const { bridge } = bridgeWith(() => expect.unreachable());
    expect(bridge.call('a', 'x'.repeat(5 * 1024 * 1024))).toContain('longer than');
  });

  it('cuts no answer: one that is too long is an error', () => {
    const { bridge } = bridgeWith((sequence, reply) =>
      answerCall(reply, sequence, bytesOf('x'.repeat(replyBytes + 1))),
    );
    expect(JSON.parse(bridge.call('a', ''))).toEqual({ error: expect.stringContaining('larger than') });
  });
});
