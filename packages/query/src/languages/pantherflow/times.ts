import { readTimestamp } from '../../ir/timestamps.ts';
import { integer, timestamp } from '../../ir/types.ts';
import type { Typed } from './typed.ts';
import { call, constant, typed } from './typed.ts';

/** A time plus or minus a span; two constants make a constant, so that the engine can use its key on the column. */
export function movedBy(time: Typed, span: Typed, sign: 1 | -1): Typed {
  const [from, by] = [time.constant?.value, span.constant?.value];
  if (typeof from === 'string' && typeof by === 'number') {
    const moved = shifted(from, sign * by);
    if (moved !== undefined) return constant(moved, timestamp, time.span);
  }
  const signed = sign === 1 ? span : typed({ kind: 'call', fn: 'neg', args: [span.expression] }, integer);
  return call('time_plus', timestamp, [time, signed]);
}

/** Event time text moved by microseconds. */
function shifted(time: string, microseconds: number): string | undefined {
  const seconds = BigInt(Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`)) / 1000n;
  const nanos = seconds * 1_000_000_000n + BigInt(time.slice(20)) + BigInt(Math.round(microseconds)) * 1000n;
  const fraction = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const ms = Number((nanos - fraction) / 1_000_000n);
  if (Math.abs(ms) > 8.64e15) return readTimestamp(ms < 0 ? '1000-01-01' : '9000-01-01');
  const date = new Date(ms);
  if (date.getUTCFullYear() < 1000 || date.getUTCFullYear() > 9000)
    return readTimestamp(ms < 0 ? '1000-01-01' : '9000-01-01');
  const whole = date.toISOString().slice(0, 19).replace('T', ' ');
  return readTimestamp(`${whole}.${fraction.toString().padStart(9, '0')}`);
}
