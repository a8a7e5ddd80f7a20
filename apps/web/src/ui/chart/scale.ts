export interface ValueScale {
  /** Values at grid lines, ascending. */
  ticks: number[];
  /** Share of the height at which a value lies: 0 at the foot, 1 at the top. */
  share: (value: number) => number;
}

const wantedTicks = 4;

/** Round steps of 1, 2 or 5 times a power of ten, from 0 or the smallest negative value to the largest. */
export function linearScale(values: readonly number[]): ValueScale {
  const max = Math.max(0, ...values);
  const min = Math.min(0, ...values);
  const span = max - min || 1;
  const step = roundStep(span / wantedTicks);
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step));
  const [foot = 0] = ticks;
  const top = ticks.at(-1) ?? 1;
  return { ticks, share: (value) => (value - foot) / (top - foot) };
}

/** Powers of ten around the positive values. What is not positive lies at the foot. */
export function logScale(values: readonly number[]): ValueScale {
  const positive = values.filter((value) => value > 0);
  const first = Math.floor(Math.log10(Math.min(1, ...positive)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(1, ...positive)) - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  return { ticks, share: (value) => (value > 0 ? (Math.log10(value) - first) / (last - first) : 0) };
}

function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= raw * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Without the noise of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
