const float = /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const whole = /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+/y;

/** Whole numbers have at most so many bits, so that work on one of them is always short. */
export const mostBits = 16_384;
/** As many digits surely fit. */
export const mostDigits = 4_900;

export interface NumberLiteral {
  /** Of a float, as a plain number. */
  value: number | bigint;
  isFloat: boolean;
  end: number;
  fault?: string;
}

/** The number literal at a position; undefined where none begins. */
export function readNumber(source: string, at: number): NumberLiteral | undefined {
  float.lastIndex = at;
  const fraction = float.exec(source)?.[0];
  if (fraction !== undefined) {
    const value = Number(fraction);
    return {
      value,
      isFloat: true,
      end: at + fraction.length,
      ...(Number.isFinite(value) ? {} : { fault: 'This number is too large for a float.' }),
    };
  }
  whole.lastIndex = at;
  const text = whole.exec(source)?.[0];
  if (text === undefined) return undefined;
  const end = at + text.length;
  const refused = (fault: string): NumberLiteral => ({ value: 0, isFloat: false, end, fault });
  if (text.length > mostDigits) return refused('This number is too large.');
  if (/^0\d/.test(text) && /[1-9]/.test(text)) return refused('Octal numbers begin with 0o.');
  if (/^[\p{L}_\d]/u.test(source.slice(end, end + 1))) return refused('This is not a number.');
  const value = Number(text);
  return { value: Number.isSafeInteger(value) ? value : BigInt(text), isFloat: false, end };
}
