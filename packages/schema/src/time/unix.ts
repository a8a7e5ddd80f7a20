import { timestampText } from './civil.ts';

const decimal = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/;
const exponent = /^[+-]?\d+(?:\.\d+)?[eE][+-]?\d{1,2}$/;

/** How many units make a second. */
export type UnixUnit = 1 | 1_000 | 1_000_000 | 1_000_000_000;

/**
 * A count of units since 1970 as event timestamp text. Takes numbers, bigints and numeric text; a fraction of a
 * second is kept down to the microsecond for seconds and to the nanosecond otherwise.
 */
export function parseUnix(value: unknown, unit: UnixUnit): string | undefined {
  const match = decimalOf(value);
  if (match === undefined) return undefined;
  const whole = BigInt(match.whole);
  const perSecond = BigInt(unit);
  const nanosPerUnit = 1_000_000_000n / perSecond;
  let nanos =
    whole * nanosPerUnit +
    (BigInt(match.fraction.slice(0, 9).padEnd(9, '0')) * nanosPerUnit) / 1_000_000_000n;
  if (unit === 1) nanos -= nanos % 1000n;
  if (match.isNegative) nanos = -nanos;
  let seconds = nanos / 1_000_000_000n;
  let rest = nanos % 1_000_000_000n;
  if (rest < 0n) {
    rest += 1_000_000_000n;
    seconds -= 1n;
  }
  return timestampText(Number(seconds), Number(rest));
}

/** Guesses the unit by magnitude: below 1e11 seconds, 1e14 milliseconds, 1e17 microseconds, else nanoseconds. */
export function parseUnixAuto(value: unknown): string | undefined {
  const match = decimalOf(value);
  if (match === undefined) return undefined;
  const size = Number(match.whole);
  if (size < 1e11) return parseUnix(value, 1);
  if (size < 1e14) return parseUnix(value, 1_000);
  return parseUnix(value, size < 1e17 ? 1_000_000 : 1_000_000_000);
}

function decimalOf(value: unknown): { isNegative: boolean; whole: string; fraction: string } | undefined {
  const text = numeralOf(value);
  if (text === undefined) return undefined;
  const match = decimal.exec(text);
  if (match === null) return undefined;
  return { isNegative: match[1] === '-', whole: match[2]!, fraction: match[3] ?? '' };
}

function numeralOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    const text = String(value);
    // Very small and very large numbers print with an exponent.
    return text.includes('e') ? value.toFixed(9) : text;
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return exponent.test(text) ? Number(text).toFixed(9) : text;
}
