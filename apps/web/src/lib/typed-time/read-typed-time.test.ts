import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClock } from './clock.ts';
import { readTypedTime } from './read-typed-time.ts';

const now = new Date('2026-11-20T16:52:04.500Z');
const read = (text: string, zone: 'UTC' | 'Local' = 'UTC') => readTypedTime(text, { zone, now });
const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');
/** From and to as ISO text, or the message. */
const range = (text: string) => {
  const time = read(text);
  if (time.kind === 'range') return `${iso(time.from)} ${iso(time.to)}`;
  return time.kind === 'relative' ? `last ${time.count} ${time.unit}` : time.message;
};
const present = '2026-11-20T16:52:04.500Z';

describe('a typed time', () => {
  it.each([
    ['15m', 'last 15 minutes'],
    ['3h', 'last 3 hours'],
    ['now-3h', 'last 3 hours'],
    ['now - 3 h', 'last 3 hours'],
    ['7d', 'last 7 days'],
    ['now-3h to now', 'last 3 hours'],
    ['now-3h..now', 'last 3 hours'],
    ['now-3h - now', 'last 3 hours'],
    ['now-7d\nnow', 'last 7 days'],
    ['15m to NOW', 'last 15 minutes'],
    ['now-3h/h to now', `2026-11-20T13:00:00Z ${present}`],
    ['90s to now', `2026-11-20T16:50:34.500Z ${present}`],
    ['last 2 weeks', 'last 2 weeks'],
    ['2 months', 'last 2 months'],
    ['1y', 'last 1 years'],
    ['1h30m', 'last 90 minutes'],
    ['now-1h30m', 'last 90 minutes'],
    ['1h 30m to now', 'last 90 minutes'],
    ['1d12h', 'last 36 hours'],
    ['1h60m', 'last 2 hours'],
    ['1m30s', `2026-11-20T16:50:34.500Z ${present}`],
    ['now-1d2h/h', `2026-11-19T14:00:00Z ${present}`],
    ['90s', `2026-11-20T16:50:34.500Z ${present}`],
    ['now-3h/h', `2026-11-20T13:00:00Z ${present}`],
    ['now/d', `2026-11-20T00:00:00Z ${present}`],
    ['now-3h to now-1h', '2026-11-20T13:52:04.500Z 2026-11-20T15:52:04.500Z'],
    ['3h - 1h', '2026-11-20T13:52:04.500Z 2026-11-20T15:52:04.500Z'],
    ['today', '2026-11-20T00:00:00Z 2026-11-21T00:00:00Z'],
    ['yesterday', '2026-11-19T00:00:00Z 2026-11-20T00:00:00Z'],
  ])('%s is a stretch of time', (text, meant) => expect(range(text)).toBe(meant));

  it.each([
    ['2026-11-20T14:19:00Z', `2026-11-20T14:19:00Z ${present}`],
    ['2026-11-20 14:19', `2026-11-20T14:19:00Z ${present}`],
    ['2026-11-20T15:19:00+01:00', `2026-11-20T14:19:00Z ${present}`],
    ['2026-11-20 14:19:07 UTC', `2026-11-20T14:19:07Z ${present}`],
    ['2026-11-20T14:19:07.25-0500', 'It lies in the future. Write where it ends, too.'],
    ['11/20/2026 14:19', `2026-11-20T14:19:00Z ${present}`],
    ['2026-11-19', '2026-11-19T00:00:00Z 2026-11-20T00:00:00Z'],
    ['1795184340', `2026-11-20T14:19:00Z ${present}`],
    ['1795184340000', `2026-11-20T14:19:00Z ${present}`],
    ['1795184340000000', `2026-11-20T14:19:00Z ${present}`],
    ['14:19', `2026-11-20T14:19:00Z ${present}`],
    ['23:00', `2026-11-19T23:00:00Z ${present}`],
    ['"2026-11-20T14:19:00Z"', `2026-11-20T14:19:00Z ${present}`],
    ['20/Nov/2026:14:19:00 +0000', `2026-11-20T14:19:00Z ${present}`],
    ['[20/Nov/2026:09:19:00 -0500]', `2026-11-20T14:19:00Z ${present}`],
    ['Fri, 20 Nov 2026 14:19:00 GMT', `2026-11-20T14:19:00Z ${present}`],
    ['20 November 2026', '2026-11-20T00:00:00Z 2026-11-21T00:00:00Z'],
    ['Nov 20 2026 14:19', `2026-11-20T14:19:00Z ${present}`],
    ['Nov 20, 2026, 14:19:00 UTC', `2026-11-20T14:19:00Z ${present}`],
    ['Fri Nov 20 14:19:00 2026', `2026-11-20T14:19:00Z ${present}`],
    ['Nov 20 14:19:00', `2026-11-20T14:19:00Z ${present}`],
    ['Nov  2 14:19:00', `2026-11-02T14:19:00Z ${present}`],
    ['Nov 20 23:00:00', `2025-11-20T23:00:00Z ${present}`],
    ['Dec 31 23:59:59', `2025-12-31T23:59:59Z ${present}`],
    ['Feb 29 12:00:00', `2024-02-29T12:00:00Z ${present}`],
    ['Nov 19', '2026-11-19T00:00:00Z 2026-11-20T00:00:00Z'],
  ])('%s alone reaches up to now, a day is itself', (text, meant) => expect(range(text)).toBe(meant));

  const both = '2026-11-20T14:19:00Z 2026-11-20T15:50:00Z';
  it.each([
    '2026-11-20T14:19Z 2026-11-20T15:50Z'.replace(' ', '\n'),
    '2026-11-20T14:19Z\t2026-11-20T15:50Z',
    '2026-11-20T14:19Z to 2026-11-20T15:50Z',
    '2026-11-20T14:19Z - 2026-11-20T15:50Z',
    '2026-11-20T14:19Z – 2026-11-20T15:50Z',
    '2026-11-20T14:19Z..2026-11-20T15:50Z',
    '2026-11-20T14:19Z, 2026-11-20T15:50Z',
    '2026-11-20T14:19Z/2026-11-20T15:50Z',
    '2026-11-20 14:19 - 15:50',
    '14:19-15:50',
    '14:19 – 3:50 pm',
    '1795184340 - 1795189800',
    '1795184340-1795189800',
    '2026-11-20T14:19Z – 1795189800',
    '11/20/2026 14:19 – 11/20/2026 15:50',
    '2026-11-20T14:19Z 2026-11-20T15:50Z',
    '2026-11-20 14:19:00 2026-11-20 15:50:00',
    '20/Nov/2026:14:19:00 +0000 20/Nov/2026:15:50:00 +0000',
    '[20/Nov/2026:14:19:00 +0000] - [20/Nov/2026:10:50:00 -0500]',
    'Fri, 20 Nov 2026 14:19:00 GMT, Fri, 20 Nov 2026 15:50:00 GMT',
    'Nov 20 14:19:00 Nov 20 15:50:00',
    'Nov 20 14:19:00 - 15:50:00',
  ])('%j is two ends', (text) => expect(range(text)).toBe(both));

  it('crosses midnight where only times of the day are said', () => {
    expect(range('23:00 - 01:00')).toBe('2026-11-19T23:00:00Z 2026-11-20T01:00:00Z');
    expect(range('2026-11-18 23:00 - 01:00')).toBe('2026-11-18T23:00:00Z 2026-11-19T01:00:00Z');
  });

  it('takes a day without a year as the newest, and goes on from the start', () => {
    expect(range('Dec 30 10:00 - Jan 2 10:00')).toBe('2025-12-30T10:00:00Z 2026-01-02T10:00:00Z');
    expect(range('Nov 20 10:00 - Nov 20 23:00')).toBe('2026-11-20T10:00:00Z 2026-11-20T23:00:00Z');
    expect(range('Nov 19 – Nov 22')).toBe('2026-11-19T00:00:00Z 2026-11-23T00:00:00Z');
  });

  it('says what is wrong', () => {
    const zone = 'The zone "EST" is ambiguous: write Z for UTC, or an offset such as -05:00';
    expect(range('2026-11-20 14:19:00 EST')).toBe(zone);
    expect(range('Nov 20 2026 14:19 EST')).toBe(zone);
    expect(range('14:19 EST')).toBe(zone);
    expect(range('2026-11-20 14:00 - 2026-11-20 14:19:00 EST')).toBe(zone);
    expect(range('31/Nov/2026:14:19:00 +0000')).toBe('"31/Nov/2026" is not a date: there is no such day');
    expect(range('Nov 31 14:19:00')).toBe('"Nov 31" is not a date: there is no such day');
    expect(range('20/Nov/2026:25:19:00 +0000')).toBe('"25:19:00" is not a time: hours go to 23');
    expect(range('Foo 20 14:19:00')).toMatch(/^"Foo 20 14:19:00" is not a time\. Write/);
    expect(range('1h3q')).toMatch(/is not a time/);
    expect(range('25:00')).toBe('"25:00" is not a time: hours go to 23');
    expect(range('14:60')).toBe('"14:60" is not a time: minutes go to 59');
    expect(range('14:19 - 25:00')).toBe('"25:00" is not a time: hours go to 23');
    expect(range('2026-11-20 25:00')).toBe('"25:00" is not a time: hours go to 23');
    expect(range('2026-02-30')).toBe('"2026-02-30" is not a date: there is no such day');
    expect(range('2026-11-20T15:50Z to 2026-11-20T14:19Z')).toBe('The end lies before the start');
    expect(range('now-3q')).toMatch(/^"q" is not a unit of time/);
    expect(range('soon')).toMatch(/^"soon" is not a time\. Write 15m/);
    expect(range('0h')).toMatch(/at least 1/);
  });

  it('says how it was read', () => {
    expect(read('2026-11-20T14:19Z – 1795189800')).toMatchObject({ readAs: 'ISO time and epoch seconds' });
    expect(read('15m')).toMatchObject({ readAs: 'up to now' });
  });

  const moments = fc.integer({ min: Date.UTC(1975, 0, 1) / 1000, max: Date.UTC(2026, 10, 20) / 1000 });
  const httpDate = (seconds: number) => new Date(seconds * 1000).toUTCString().replace(',', '').split(' ');
  const writers: readonly ((seconds: number) => string)[] = [
    (seconds) => iso(seconds * 1000),
    (seconds) =>
      iso(seconds * 1000)
        .replace('T', ' ')
        .replace('Z', ''),
    (seconds) => iso(seconds * 1000 + 19_800_000).replace('Z', '+05:30'),
    (seconds) => String(seconds * 1000),
    (seconds) => String(seconds),
    // 25/Nov/2026:20:00:00 +0530
    (seconds) => {
      const [, day, month, year, clock] = httpDate(seconds + 19_800);
      return `${day}/${month}/${year}:${clock} +0530`;
    },
    (seconds) => new Date(seconds * 1000).toUTCString(),
    (seconds) => {
      const [, day, month, year, clock] = httpDate(seconds);
      return `${month} ${Number(day)} ${year} ${clock}`;
    },
  ];
  const separators = [' ', '\n', '\t', ' to ', ' - ', ' – ', '..', ', ', '/', '-'];

  it('reads any two stamps in any notation with anything between', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(moments, { minLength: 2, maxLength: 2 }),
        fc.constantFrom(...writers),
        fc.constantFrom(...writers),
        fc.constantFrom(...separators),
        (ends, writeFrom, writeTo, separator) => {
          const [from = 0, to = 0] = ends.toSorted((a, b) => a - b);
          const time = read(`${writeFrom(from)}${separator}${writeTo(to)}`);
          expect(time).toMatchObject({ kind: 'range', from: from * 1000, to: to * 1000 });
        },
      ),
    );
  });

  it('reads any stamp of syslog as the newest of the past', () => {
    const yearMs = 366 * 86_400_000;
    fc.assert(
      fc.property(moments, fc.boolean(), (seconds, isPadded) => {
        const [, day = '', month, , clock] = httpDate(seconds);
        const time = read(`${month} ${isPadded ? String(Number(day)).padStart(2, ' ') : day} ${clock}`);
        if (time.kind !== 'range') throw new Error('It was not read');
        const at = new Date(time.from);
        expect(at.toUTCString()).toContain(`${day} ${month} `);
        expect(at.toUTCString()).toContain(clock);
        expect(time.from).toBeLessThan(now.getTime());
        if (`${day} ${month}` !== '29 Feb') expect(now.getTime() - time.from).toBeLessThanOrEqual(yearMs);
      }),
    );
  });

  it('comes to an end with any text, with a range that has a length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const time = read(text, 'Local');
        if (time.kind === 'range') expect(time.from).toBeLessThan(time.to);
        else if (time.kind === 'fault') expect(time.message).not.toBe('');
        else expect(time.count).toBeGreaterThan(0);
      }),
    );
  });
});

describe('a time of the day', () => {
  it('takes every one there is, with and without seconds and colons', () => {
    fc.assert(
      fc.property(fc.nat(23), fc.nat(59), fc.nat(59), (hours, minutes, seconds) => {
        const two = (part: number) => String(part).padStart(2, '0');
        const clock = { hours, minutes, seconds: 0, milliseconds: 0 };
        expect(readClock(`${two(hours)}:${two(minutes)}`)).toEqual(clock);
        expect(readClock(`${two(hours)}${two(minutes)}`)).toEqual(clock);
        expect(readClock(`${hours}:${two(minutes)}:${two(seconds)}`)).toEqual({ ...clock, seconds });
      }),
    );
  });

  it('names the part that is too large', () => {
    expect(readClock('24:00')).toEqual({ fault: '"24:00" is not a time: hours go to 23' });
    expect(readClock('9:30:75')).toEqual({ fault: '"9:30:75" is not a time: seconds go to 59' });
    expect(readClock('13:00 PM')).toEqual({
      fault: '"13:00 PM" is not a time: with AM or PM hours go from 1 to 12',
    });
    expect(readClock('noon')).toBeUndefined();
    expect(readClock('9')).toBeUndefined();
  });
});
