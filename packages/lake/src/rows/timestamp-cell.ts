import type { ByteSink } from './byte-sink.ts';

/** A point in time in two parts, because nanoseconds since 1970 do not fit a number. */
export interface Instant {
  seconds: number;
  nanoseconds: number;
}

/** First and last second DateTime64(9) can hold and print: 1900-01-01 to 2262-04-11 23:47:15. */
const firstSecond = -2_208_988_800;
const lastSecond = 9_223_372_035;

const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const two = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

const shape = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.(\d{1,9})\d*)?Z?$/;
let lastDay = '';
let lastDaySeconds = 0;

/**
 * Reads UTC text `YYYY-MM-DD HH:MM:SS[.fraction]` or a Date. Undefined when it is neither, is no date of the
 * calendar, or is outside what the engine can hold.
 */
export function instantOf(value: unknown): Instant | undefined {
  if (value instanceof Date) return instantOfMs(value.getTime());
  if (typeof value !== 'string' || !shape.test(value)) return undefined;
  const day = value.slice(0, 10);
  if (day !== lastDay) {
    const ms = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(ms)) return undefined;
    lastDay = day;
    lastDaySeconds = ms / 1000;
  }
  const hour = two(value, 11);
  const minute = two(value, 14);
  const second = two(value, 17);
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  return inRange(lastDaySeconds + hour * 3600 + minute * 60 + second, fractionOf(value));
}

function fractionOf(text: string): number {
  if (text.charCodeAt(19) !== 46) return 0;
  let nanoseconds = 0;
  let place = 100_000_000;
  for (let i = 20; i < text.length && i < 29; i++) {
    const value = digit(text, i);
    if (value < 0 || value > 9) break;
    nanoseconds += value * place;
    place /= 10;
  }
  return nanoseconds;
}

function instantOfMs(ms: number): Instant | undefined {
  if (Number.isNaN(ms)) return undefined;
  const seconds = Math.floor(ms / 1000);
  return inRange(seconds, (ms - seconds * 1000) * 1_000_000);
}

function inRange(seconds: number, nanoseconds: number): Instant | undefined {
  return seconds < firstSecond || seconds > lastSecond ? undefined : { seconds, nanoseconds };
}

/**
 * Nanoseconds since 1970 as a little-endian Int64, without a BigInt: 10^9 = 1953125 * 2^9, and
 * seconds * 1953125 stays below 2^53 until the year 2116; later times take the slow way.
 */
export function writeInstant(sink: ByteSink, instant: Instant): void {
  if (instant.seconds > 4_600_000_000) {
    sink.int64(BigInt(instant.seconds) * 1_000_000_000n + BigInt(instant.nanoseconds));
    return;
  }
  const product = instant.seconds * 1_953_125;
  let high = Math.floor(product / 8_388_608);
  let low = (product - high * 8_388_608) * 512 + instant.nanoseconds;
  if (low >= 4_294_967_296) {
    low -= 4_294_967_296;
    high += 1;
  }
  sink.reserve(8);
  sink.buffer.writeUInt32LE(low, sink.position);
  sink.buffer.writeInt32LE(high, sink.position + 4);
  sink.position += 8;
}
