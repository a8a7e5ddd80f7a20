import { formatCount, formatShortCount } from '../../../lib/format-number.ts';

const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** Numbers of any size: exact below 10,000 (ports and codes are values, not counts), fractions with four digits. */
export function numberText(value: number): string {
  if (Math.abs(value) >= 10_000) return formatShortCount(value);
  return Number.isInteger(value) ? formatCount(value) : small.format(value);
}
