import { formatCount } from '@margay/kit';

export { countOf, formatCount } from '@margay/kit';

const countUnits = [
  { limit: 1e9, unit: 'B' },
  { limit: 1e6, unit: 'M' },
  { limit: 1e3, unit: 'K' },
];

function threeDigits(value: number): string {
  const digits = Math.abs(value) >= 99.95 ? 0 : 1;
  return value.toFixed(digits).replace(/\.0$/, '');
}

/** For charts and tiles: exact below 1,000, then `1.2K`, `4M`, `1.2B`. */
export function formatShortCount(value: number): string {
  // What would round up to 1,000 of a unit is 1 of the next.
  const found = countUnits.find((entry) => Math.abs(value) >= entry.limit * 0.9995);
  if (!found || Math.abs(value) < 1000) return formatCount(value);
  const { limit, unit } = found;
  return `${threeDigits(value / limit)}${unit}`;
}

const sizeUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'];
/** A gap narrower than a space, so that number and unit stay together. */
const thinSpace = '\u202f';

/** Bytes in steps of 1024: `1536` → `1.5 KB` with a narrow gap. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let step = 0;
  while (Math.abs(value) >= 1023.5 && step < sizeUnits.length - 1) {
    value /= 1024;
    step += 1;
  }
  return `${step === 0 ? formatCount(value) : threeDigits(value)}${thinSpace}${sizeUnits[step]}`;
}

/** A part of a whole as `12.5 %`; nothing of nothing is `0 %`. */
export function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  const digits = percent === 0 || percent === 100 ? 0 : percent > 99 ? 2 : 1;
  return `${percent.toFixed(digits).replace(/\.0$/, '')}${thinSpace}%`;
}
