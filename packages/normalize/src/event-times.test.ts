import { storableTimes } from '@margay/model';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileText, normalizeAll, testParseTime } from './testing/normalize-one.ts';

const schema = compileText(`fields:
  - { name: at, type: timestamp, timeFormats: [rfc3339, unix], isEventTime: true }
  - { name: later, type: timestamp, timeFormats: [rfc3339], isEventTime: true }
`);
const parsedAt = `${testParseTime.toISOString().replace('T', ' ').replace('Z', '')}000000`;

const normalized = (entry: Record<string, unknown>) => normalizeAll([schema], [entry]);

describe('the time of an event', () => {
  it('is its own where a column of the lake holds it, and else that of parsing, with the reason', () => {
    const first = Date.UTC(1900, 0, 1) / 1000;
    const last = 9_223_372_035;
    const second = fc.oneof(
      fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
      ...[first, last, 0].map((edge) => fc.integer({ min: edge - 2, max: edge + 2 })),
    );
    fc.assert(
      fc.property(second, fc.boolean(), (seconds, asText) => {
        const date = new Date(seconds * 1000);
        const at = asText ? date.toISOString() : seconds;
        const text = `${date.toISOString().replace('T', ' ').replace('Z', '')}000000`;
        const { events, failures, replacedTimes } = normalized({ at });
        expect(failures).toEqual([]);
        const [one] = events;
        const isStorable = seconds >= first && seconds <= last;
        expect(one?.event).toMatchObject({ at: text, p_event_time: isStorable ? text : parsedAt });
        expect(replacedTimes).toBe(isStorable ? 0 : 1);
        expect(one?.event['p_parse_errors']).toEqual(
          isStorable ? undefined : [expect.stringContaining(`own time ${text} lies outside`)],
        );
      }),
    );
  });

  it('keeps its nanoseconds up to both ends of what can be held', () => {
    for (const edge of [storableTimes.first, storableTimes.last]) {
      const at = `${edge.replace(' ', 'T')}Z`;
      expect(normalized({ at }).events[0]?.event).toMatchObject({ at: edge, p_event_time: edge });
    }
    const past = '2262-04-11T23:47:16.000000000Z';
    expect(normalized({ at: past }).events[0]?.event['p_event_time']).toBe(parsedAt);
  });

  it('is the next one where the first cannot be held', () => {
    const { events, replacedTimes } = normalized({
      at: '2500-01-01T00:00:00Z',
      later: '2024-01-01T00:00:00Z',
    });
    expect(events[0]?.event['p_event_time']).toBe('2024-01-01 00:00:00.000000000');
    expect(replacedTimes).toBe(0);
  });

  it('counts a leap second as the next second', () => {
    const { events } = normalized({ at: '2016-12-31T23:59:60.5Z' });
    expect(events[0]?.event['p_event_time']).toBe('2017-01-01 00:00:00.500000000');
  });

  it.each([
    '2024-01-01T24:00:00Z',
    '-0001-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '+12024-01-01T00:00:00Z',
    1e15,
  ])('refuses the whole event for %s, which no calendar of the format has; it is kept as a failure', (at) => {
    const { events, failures } = normalized({ at });
    expect(events).toEqual([]);
    expect(failures[0]).toMatchObject({
      payload: JSON.stringify({ at }),
      error: expect.stringContaining('at'),
    });
  });
});
