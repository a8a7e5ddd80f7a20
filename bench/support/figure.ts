/** One measured number beside its peer, from the same run. */
export interface Figure {
  name: string;
  /** What `ours` and `peer` count. */
  unit: string;
  ours: number;
  /** Null for figures with an absolute bound. */
  peer: number | null;
  /** What the bounds apply to: a ratio, or `ours` itself. */
  ratio: number;
  floor: number;
  aim: number;
  /** Whether a larger ratio is better. */
  better: 'higher' | 'lower';
  /** False when the two sides did not give the same result: then the figure counts for nothing. */
  isCorrect: boolean;
  note?: string;
}

export interface Benchmark {
  /** Name on the command line; the file is `<name>.bench.ts`. */
  name: string;
  /** One line for the table of contents. */
  description: string;
  run(report: (text: string) => void): Promise<Figure[]>;
}

export function defineBenchmark(benchmark: Benchmark): Benchmark {
  return benchmark;
}

export function passes(figure: Figure): boolean {
  if (!figure.isCorrect) return false;
  return figure.better === 'higher' ? figure.ratio >= figure.floor : figure.ratio <= figure.floor;
}

export function reachesAim(figure: Figure): boolean {
  if (!figure.isCorrect) return false;
  return figure.better === 'higher' ? figure.ratio >= figure.aim : figure.ratio <= figure.aim;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
