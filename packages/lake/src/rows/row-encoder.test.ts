import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutOf, seedOf } from '../tables/make-layout.ts';
import { sampleEvent, sampleShape } from '../testing/events.ts';
import { ByteSink } from './byte-sink.ts';
import { createRowEncoder } from './row-encoder.ts';
import { instantOf, writeInstant } from './timestamp-cell.ts';

/** Reads one text cell back: LEB128 length, then UTF-8. */
function readText(bytes: Uint8Array): string {
  let at = 0;
  let length = 0;
  let place = 1;
  for (; (bytes[at] ?? 0) >= 0x80; at++, place *= 128) length += ((bytes[at] ?? 0) % 128) * place;
  length += (bytes[at] ?? 0) * place;
  expect(at + 1 + length).toBe(bytes.length);
  return Buffer.from(bytes.subarray(at + 1)).toString('utf8');
}

describe('text cells', () => {
  it('hold any text, with its length in bytes before it', () => {
    const long = fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 400 }));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          long.map(([text, times]) => text.repeat(times)),
        ),
        (text) => {
          const sink = new ByteSink(4);
          sink.text(text);
          expect(readText(sink.take())).toBe(text.toWellFormed());
        },
      ),
    );
  });

  it('are right on both sides of each length of the length', () => {
    for (const length of [0, 1, 47, 48, 127, 128, 129, 16_383, 16_384, 2_097_152]) {
      for (const character of ['a', 'é', '€']) {
        const sink = new ByteSink(1);
        sink.text(character.repeat(length));
        expect(readText(sink.take())).toBe(character.repeat(length));
      }
    }
  });
});

describe('timestamp cells', () => {
  const nanosecondsOf = (text: string) => {
    const sink = new ByteSink();
    const instant = instantOf(text);
    if (!instant) return undefined;
    writeInstant(sink, instant);
    return Buffer.from(sink.take()).readBigInt64LE();
  };

  it('are nanoseconds since 1970, exactly, before and after it', () => {
    const min = Date.UTC(1900, 0, 1);
    const max = Date.UTC(2262, 3, 11);
    fc.assert(
      fc.property(fc.integer({ min, max }), fc.integer({ min: 0, max: 999_999 }), (ms, rest) => {
        const text = `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}${String(rest).padStart(6, '0')}`;
        expect(nanosecondsOf(text)).toBe(BigInt(ms) * 1_000_000n + BigInt(rest));
      }),
    );
  });

  it.each([
    ['1970-01-01 00:00:00', 0n],
    ['1970-01-01T00:00:00.5Z', 500_000_000n],
    ['2024-02-29 23:59:59.123456789', 1_709_251_199_123_456_789n],
    ['2262-04-11 23:47:15.000000000', 9_223_372_035_000_000_000n],
  ])('read %s', (text, expected) => expect(nanosecondsOf(text)).toBe(expected));

  it.each([
    '',
    'now',
    '2024-13-01 00:00:00',
    '2024-01-01 24:00:00',
    '2024-01-01',
    '1899-12-31 23:59:59',
    '9999-01-01 00:00:00',
  ])('refuse %s', (text) => expect(instantOf(text)).toBeUndefined());
});

describe('a row encoder', () => {
  const layout = layoutOf(seedOf('panther_logs', sampleShape));

  it('counts rows and bytes, notes the span of event times, and starts again empty', () => {
    const encoder = createRowEncoder(layout);
    encoder.append(sampleEvent(1, { p_event_time: '2024-05-01 00:00:00' }));
    encoder.append(sampleEvent(2, { p_event_time: '2024-05-03 00:00:00.9' }));
    expect(encoder.rowCount).toBe(2);
    expect(encoder.byteCount).toBeGreaterThan(0);
    const rows = encoder.take();
    expect(rows).toMatchObject({
      rowCount: 2,
      minSeconds: Date.UTC(2024, 4, 1) / 1000,
      maxSeconds: Date.UTC(2024, 4, 3) / 1000,
    });
    expect([encoder.rowCount, encoder.byteCount]).toEqual([0, 0]);
  });

  it('does not change the event it is given', () => {
    const source = sampleEvent(1, { stranger: { a: 1 }, user: { id: 5, more: { b: 1 } } });
    const before = structuredClone(source);
    createRowEncoder(layout).append(source, { name: 7 });
    expect(source).toEqual(before);
  });

  it('works from a layout sent to another thread', () => {
    const rows = [layout, structuredClone(layout)].map((one) => {
      const encoder = createRowEncoder(one);
      encoder.append(sampleEvent(1));
      return encoder.take().bytes;
    });
    expect(rows[0]).toEqual(rows[1]);
  });

  it('puts a row without an event time at its parse time', () => {
    const encoder = createRowEncoder(layout);
    encoder.append(sampleEvent(1, { p_event_time: undefined, p_parse_time: '2024-06-01 00:00:00' }));
    expect(encoder.take().minSeconds).toBe(Date.UTC(2024, 5, 1) / 1000);
  });
});
