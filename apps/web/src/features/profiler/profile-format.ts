import { formatCount, formatShare } from '../../lib/format-number.ts';

const thinSpace = '\u202f';

/** `22 µs`, `1.4 µs`, `1,840 µs`; a dash where it was never run. */
export function formatMicroseconds(value: number, evaluations: number): string {
  if (evaluations === 0) return '–';
  return `${value >= 10 ? formatCount(value) : value.toFixed(1)}${thinSpace}µs`;
}

/** Of one processor core. Below a tenth of a percent the figure says nothing. */
export function formatCoreShare(share: number): string {
  if (share === 0) return '–';
  return share < 0.001 ? `< 0.1${thinSpace}%` : formatShare(share, 1);
}

const hourMs = 3_600_000;

/** The start of each of the last hours of the clock, the present one included. */
export function lastHours(now: Date, count: number): Date[] {
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from({ length: count }, (_, at) => new Date(last - (count - 1 - at) * hourMs));
}
