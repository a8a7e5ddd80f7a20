import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timestampText, timestampTextOfDate } from './civil.ts';
import { compileTimeFormat, timeParserOf } from './time-format.ts';

/** 2024-02-29 12:00:00 UTC. */
const now = 1_709_208_000;

function parse(format: string, value: string | number | bigint): string | undefined {
  return timeParserOf(format)(value, now);
}

describe('named formats', () => {
  it.each<[string, string | number | bigint, string | undefined]>([
    ['rfc3339', '2023-07-10T11:42:36Z', '2023-07-10 11:42:36.000000000'],
    ['rfc3339', '2023-07-10T11:42:36.123456789Z', '2023-07-10 11:42:36.123456789'],
    ['rfc3339', '2023-07-10T11:42:36.5+05:30', '2023-07-10 06:12:36.500000000'],
    ['rfc3339', '2023-01-01T00:00:00-01:00', '2023-01-01 01:00:00.000000000'],
    ['rfc3339', '2016-12-31T23:59:60Z', '2017-01-01 00:00:00.000000000'],
    ['rfc3339', '2023-07-10T11:42:36', undefined],
    ['rfc3339', '2023-02-29T00:00:00Z', undefined],
    ['rfc3339', '2023-13-01T00:00:00Z', undefined],
    ['rfc3339', '2023-01-01T24:00:00Z', undefined],
    ['rfc3339', '2023-01-01T00:0x:00Z', undefined],
    ['rfc3339', '0000-01-01T00:00:00Z', undefined],
    ['rfc3339', '9999-12-31T23:59:59-01:00', undefined],
    ['rfc3339', 1_700_000_000, undefined],
    ['unix', 1_700_000_000, '2023-11-14 22:13:20.000000000'],
    ['unix', '1700000000.5', '2023-11-14 22:13:20.500000000'],
    ['unix', 1_700_000_000.123_456, '2023-11-14 22:13:20.123456000'],
    ['unix', '1.7e9', '2023-11-14 22:13:20.000000000'],
    ['unix', -1, '1969-12-31 23:59:59.000000000'],
    ['unix', '-0.5', '1969-12-31 23:59:59.500000000'],
    ['unix', 'now', undefined],
    ['unix', 1e30, undefined],
    ['unix', Number.NaN, undefined],
    ['unix_ms', 1_700_000_000_123, '2023-11-14 22:13:20.123000000'],
    ['unix_ms', '1700000000123', '2023-11-14 22:13:20.123000000'],
    ['unix_us', 1_700_000_000_123_456, '2023-11-14 22:13:20.123456000'],
    ['unix_ns', 1_700_000_000_123_456_789n, '2023-11-14 22:13:20.123456789'],
    ['unix_ns', '1700000000123456789', '2023-11-14 22:13:20.123456789'],
    ['unix_auto', 1_700_000_000, '2023-11-14 22:13:20.000000000'],
    ['unix_auto', 1_700_000_000_123, '2023-11-14 22:13:20.123000000'],
    ['unix_auto', 1_700_000_000_123_456, '2023-11-14 22:13:20.123456000'],
    ['unix_auto', 1_700_000_000_123_456_789n, '2023-11-14 22:13:20.123456789'],
    ['cloudflare', '2023-07-10T11:42:36Z', '2023-07-10 11:42:36.000000000'],
    ['cloudflare', 1_700_000_000, '2023-11-14 22:13:20.000000000'],
    ['cloudflare', 1_700_000_000_123_456_789n, '2023-11-14 22:13:20.123456789'],
  ])('%s reads %s as %s', (format, value, text) => expect(parse(format, value)).toBe(text));
});

describe('strftime patterns', () => {
  it.each([
    ['%d/%b/%Y:%H:%M:%S %z', '10/Oct/2000:13:55:36 -0700', '2000-10-10 20:55:36.000000000'],
    ['%Y-%m-%d %H:%M:%S', '2020-09-14 14:29:21', '2020-09-14 14:29:21.000000000'],
    ['%Y-%m-%dT%H:%M:%S,%f', '2021-01-02T03:04:05,678', '2021-01-02 03:04:05.678000000'],
    ['%a, %d %B %Y %I:%M:%S %p', 'Mon, 5 march 2018 12:00:01 am', '2018-03-05 00:00:01.000000000'],
    ['%A %e %b %y %l:%M %P', 'Friday  1 Jan 99  1:02 PM', '1999-01-01 13:02:00.000000000'],
    ['%c', 'Thu Feb  1 04:05:06 2024', '2024-02-01 04:05:06.000000000'],
    ['%D %T', '02/29/24 23:59:60', '2024-03-01 00:00:00.000000000'],
    ['%F %R', '2024-02-29 10:11', '2024-02-29 10:11:00.000000000'],
    ['%v %r', ' 1-Feb-2024 03:04:05 PM', '2024-02-01 15:04:05.000000000'],
    ['%Y %j', '2024 060', '2024-02-29 00:00:00.000000000'],
    ['%C%y', '1907', '1907-01-01 00:00:00.000000000'],
    ['%s.%L', '1700000000.123', '2023-11-14 22:13:20.123000000'],
    ['%s%n%N', '1700000000 000000001', '2023-11-14 22:13:20.000000001'],
    ['%Y%m%d%H%M%S%z', '20240102030405+01:30', '2024-01-02 01:34:05.000000000'],
    ['%Y-%m-%d %H:%M:%S %Z', '2024-01-02 03:04:05 PST', '2024-01-02 11:04:05.000000000'],
    ['%Y-%m-%d %H:%M:%S %Z', '2024-01-02 03:04:05 WXYZ', '2024-01-02 03:04:05.000000000'],
    ['%-d/%-m/%Y 100%%', '2/1/2024 100%', '2024-01-02 00:00:00.000000000'],
    ['%U %W %u %w %Y', '01 02 3 4 2024', '2024-01-01 00:00:00.000000000'],
    ['%Y-%m-%d  %k:%M', '2024-01-02     9:04', '2024-01-02 09:04:00.000000000'],
  ])('%s', (format, text, expected) => expect(parse(format, text)).toBe(expected));

  it.each([
    ['%Y-%m-%d', '2024-01-02x'],
    ['%Y-%m-%d', '2024-01'],
    ['%Y-%m-%d', '2023-02-29'],
    ['%Y-%m-%d', '24-01-02'],
    ['%H:%M', '25:00'],
    ['%I %p', '13 PM'],
    ['%Y %j', '2023 366'],
    ['%b', 'Foo'],
    ['%z', '+2400'],
    ['%Y%n%m', '202401'],
    ['%L', '12'],
  ])('%s does not read %s', (format, text) => expect(parse(format, text)).toBeUndefined());

  it('without a year takes the last one that is at most a day ahead', () => {
    expect(parse('%b %d %H:%M:%S', 'Feb 29 11:00:00')).toBe('2024-02-29 11:00:00.000000000');
    expect(parse('%b %d %H:%M:%S', 'Mar  1 11:00:00')).toBe('2024-03-01 11:00:00.000000000');
    expect(parse('%b %d %H:%M:%S', 'Mar  2 00:00:00')).toBe('2023-03-02 00:00:00.000000000');
    expect(parse('%b %d', 'Dec 31')).toBe('2023-12-31 00:00:00.000000000');
    expect(timeParserOf('%b %d')('Feb 29', 1_680_000_000)).toBe('2020-02-29 00:00:00.000000000');
  });

  it('without a date takes the day of arrival', () => {
    expect(parse('%H:%M:%S', '01:02:03')).toBe('2024-02-29 01:02:03.000000000');
  });

  it('does not stall on hostile text', () => {
    const long = ' '.repeat(1_000_000);
    expect(parse('%Y %m %d', `2024${long}`)).toBeUndefined();
    expect(parse('%z', '+'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('Go layouts', () => {
  it.each([
    ['layout=2006-01-02T15:04:05', '2020-01-02T03:04:05', '2020-01-02 03:04:05.000000000'],
    ['layout=2006-01-02 15:04:05 MST', '2020-01-02 03:04:05.25 UTC', '2020-01-02 03:04:05.250000000'],
    ['layout=02/Jan/2006:15:04:05 -0700', '10/Oct/2000:13:55:36 -0700', '2000-10-10 20:55:36.000000000'],
    ['layout=Mon Jan _2 15:04:05.000 2006', 'Thu Feb  1 04:05:06.789 2024', '2024-02-01 04:05:06.789000000'],
    [
      'layout=2006-01-02T15:04:05.999999999Z07:00',
      '2020-01-02T03:04:05.1+01:00',
      '2020-01-02 02:04:05.100000000',
    ],
    ['layout=1/2/06 3:04:05 PM', '7/4/21 1:02:03 PM', '2021-07-04 13:02:03.000000000'],
  ])('%s', (format, text, expected) => expect(parse(format, text)).toBe(expected));
});

describe('properties', () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });

  it('dates agree with those of the platform', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 999 }), (second, milli) => {
        const iso = new Date(second * 1000 + milli).toISOString();
        const expected = `${iso.slice(0, 10)} ${iso.slice(11, 23)}000000`;
        expect(timestampText(second, milli * 1_000_000)).toBe(expected);
        expect(parse('rfc3339', iso)).toBe(expected);
        expect(timestampTextOfDate(new Date(second * 1000 + milli))).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('what one format writes the other reads', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 999_999_999 }), (second, nanos) => {
        const text = timestampText(second, nanos)!;
        expect(parse('%Y-%m-%d %H:%M:%S.%f', text)).toBe(text);
        expect(parse('unix_ns', BigInt(second) * 1_000_000_000n + BigInt(nanos))).toBe(text);
        expect(parse('layout=2006-01-02 15:04:05', text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('any pattern and any text end in a timestamp, nothing, or a fault', () => {
    const piece = fc.constantFrom(
      '%Y',
      '%m',
      '%d',
      '%e',
      '%H',
      '%f',
      '%z',
      '%Z',
      '%p',
      '%I',
      '%j',
      '%s',
      '%c',
      ' ',
      '-',
      ':',
      'T',
      '%',
      '%q',
    );
    const textPiece = fc.constantFrom(
      '2024',
      '1',
      '12',
      '31',
      'Jan',
      ' ',
      '-',
      ':',
      'T',
      '+0100',
      'Z',
      'PM',
      '.5',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(textPiece, { maxLength: 12 }),
        (pattern, text) => {
          const parser = compileTimeFormat(pattern.join(''));
          if (typeof parser !== 'function') return;
          const result = parser(text.join(''), now);
          if (result !== undefined) expect(result).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9}$/);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
