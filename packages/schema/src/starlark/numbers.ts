import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { mostBits, mostDigits } from './number-literals.ts';
import { Float } from './values.ts';

export type Int = number | bigint;

const limit = 2n ** BigInt(mostBits);

/** A whole number of the language: a plain number where it is safe, so that equal numbers are the same value. */
export function intOf(value: bigint): Int {
  if (value >= limit || value <= -limit) throw tooLarge();
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function tooLarge(): ScriptFault {
  return new ScriptFault(`a whole number grew beyond ${mostBits.toLocaleString('en-US')} bits`);
}

export function isInt(value: unknown): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Big numbers: the work on one of the largest is some thousand times that on a small one. */
const chargeBig = (meter: Meter) => meter.take(mostBits / 8);

const exact: Record<string, (a: bigint, b: bigint) => bigint> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '//': (a, b) => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n),
  '%': (a, b) => {
    const rest = a % b;
    return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
  },
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

export function calculate(meter: Meter, sign: string, a: Int, b: Int): Int | Float {
  if (sign === '/') {
    if (b == 0) throw new ScriptFault('division by zero');
    return new Float(floatOf(a) / floatOf(b));
  }
  if ((sign === '//' || sign === '%') && b == 0) throw new ScriptFault('division by zero');
  if (sign === '<<' || sign === '>>') return shift(meter, sign, a, b);
  if (typeof a === 'number' && typeof b === 'number') {
    const small = calculateSmall(sign, a, b);
    if (small !== undefined && Number.isSafeInteger(small)) return small + 0;
  }
  chargeBig(meter);
  return intOf(exact[sign]!(BigInt(a), BigInt(b)));
}

function calculateSmall(sign: string, a: number, b: number): number | undefined {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '%': {
      const rest = a % b;
      return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
    }
    default:
      return undefined;
  }
}

function shift(meter: Meter, sign: '<<' | '>>', a: Int, by: Int): Int {
  if (by < 0) throw new ScriptFault('a shift cannot be negative');
  chargeBig(meter);
  // Behind the highest bit nothing is left but the sign.
  if (sign === '>>') return by > mostBits ? (a < 0 ? -1 : 0) : intOf(BigInt(a) >> BigInt(by));
  if (by > 511) throw new ScriptFault('a shift to the left can be by 511 at most');
  return intOf(BigInt(a) << BigInt(by));
}

export function calculateFloats(sign: string, a: number, b: number): Float | undefined {
  switch (sign) {
    case '+':
      return new Float(a + b);
    case '-':
      return new Float(a - b);
    case '*':
      return new Float(a * b);
    default:
  }
  if (sign !== '/' && sign !== '//' && sign !== '%') return undefined;
  if (b === 0) throw new ScriptFault('division by zero');
  if (sign === '/') return new Float(a / b);
  if (sign === '//') return new Float(Math.floor(a / b));
  const rest = a % b;
  return new Float(rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest);
}

/** Throws for whole numbers beyond what a float holds. */
export function floatOf(value: Int): number {
  const float = Number(value);
  if (!Number.isFinite(float)) throw new ScriptFault('this whole number is too large for a float');
  return float;
}

export function intOfFloat(value: number): Int {
  if (!Number.isFinite(value))
    throw new ScriptFault(`a float that is ${floatText(value)} has no whole number`);
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : intOf(BigInt(whole));
}

/** As few digits as tell it from its neighbours; always with a point, an exponent or a word. */
export function floatText(value: number): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  const [digits = '0', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 6) return `${digits}${exponentPart(exponent)}`;
  return withPoint(Object.is(value, -0) ? '-0' : String(value));
}

const withPoint = (text: string) => (text.includes('.') ? text : `${text}.0`);

function exponentPart(exponent: number): string {
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `e${exponent < 0 ? '-' : '+'}${size}`;
}

function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return 'nan';
  if (value === Infinity) return '+inf';
  return value === -Infinity ? '-inf' : undefined;
}

/** `%e` and `%f`: six digits behind the point. */
export function fixedText(value: number, form: 'e' | 'f'): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  if (form === 'e') {
    const [digits = '', exponent = '0'] = value.toExponential(6).split('e');
    return `${digits}${exponentPart(Number(exponent))}`;
  }
  if (Math.abs(value) < 1e21) return Object.is(value, -0) ? `-${(0).toFixed(6)}` : value.toFixed(6);
  return `${BigInt(value)}.000000`;
}

/** The digits of a whole number in base 2 to 36. */
export function intText(meter: Meter, value: Int, base = 10): string {
  if (typeof value === 'bigint') meter.takeText(mostBits / 2);
  return value.toString(base);
}

const basePrefixes: Record<string, number> = { '0x': 16, '0o': 8, '0b': 2 };

/** `int("…", base)`; base 0 goes by the prefix. Undefined for what is no such number. */
export function parseInt10(meter: Meter, text: string, base: number): Int | undefined {
  meter.charge(text.length / 16);
  const isNegative = text.startsWith('-');
  let digits = isNegative || text.startsWith('+') ? text.slice(1) : text;
  if (digits.length > mostDigits) throw tooLarge();
  const own = basePrefixes[digits.slice(0, 2).toLowerCase()];
  let used = base;
  if (own !== undefined && (base === 0 || base === own)) {
    used = own;
    digits = digits.slice(2);
  } else if (base === 0) {
    if (/^0+[1-9]/.test(digits)) return undefined;
    used = 10;
  }
  const value = bigintOf(digits.toLowerCase(), used);
  if (value === undefined) return undefined;
  chargeBig(meter);
  return intOf(isNegative ? -value : value);
}

function bigintOf(digits: string, base: number): bigint | undefined {
  if (!/^[0-9a-z]+$/.test(digits)) return undefined;
  if (base === 10) return /^\d+$/.test(digits) ? BigInt(digits) : undefined;
  let value = 0n;
  for (const digit of digits) {
    const next = Number.parseInt(digit, 36);
    if (next >= base) return undefined;
    value = value * BigInt(base) + BigInt(next);
  }
  return value;
}
