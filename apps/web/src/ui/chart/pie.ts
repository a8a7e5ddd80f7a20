export interface Slice {
  name: string;
  value: number;
  color: string;
}

/** More slices than this cannot be told apart; the rest is one slice. */
export const maxSlices = 6;

/** Positive values, largest first; from the sixth on they are one slice named Other. */
export function slicesOf(all: readonly Slice[]): Slice[] {
  const sorted = all.filter((slice) => slice.value > 0).toSorted((a, b) => b.value - a.value);
  if (sorted.length <= maxSlices) return sorted;
  const rest = sorted.slice(maxSlices - 1);
  const value = rest.reduce((sum, slice) => sum + slice.value, 0);
  return [...sorted.slice(0, maxSlices - 1), { name: `Other (${rest.length})`, value, color: 'c-other' }];
}

/** The outline of a slice of a ring, clockwise from the top. `from` and `to` are shares of the whole. */
export function arcPath(radius: number, hole: number, from: number, to: number): string {
  const isWhole = to - from > 0.9999;
  const end = isWhole ? from + 0.9999 : to;
  const at = (r: number, share: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle)).toFixed(2)}`;
  };
  const isLarge = end - from > 0.5 ? 1 : 0;
  return [
    `M ${at(radius, from)}`,
    `A ${radius} ${radius} 0 ${isLarge} 1 ${at(radius, end)}`,
    `L ${at(hole, end)}`,
    `A ${hole} ${hole} 0 ${isLarge} 0 ${at(hole, from)}`,
    'Z',
  ].join(' ');
}
