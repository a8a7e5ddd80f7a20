import { severities } from '@margay/model';
import type { Severity } from '@margay/model';

/** One series over the shared times of a chart. A null is a gap. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
  /** Name of a colour token without `--mg-`, for instance `high-fill`, or a colour such as `#7aa7fb`. By rank when left out. */
  color?: string;
}

export type ColouredSeries = Series & { color: string };

/** A token's name or a colour, as CSS takes it. */
export function cssColor(color: string): string {
  return color.startsWith('#') ? color : `var(--mg-${color})`;
}

/** Series colours in the order they are given. */
export const seriesTokens = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10'];

/** The colour token of the series at a rank: ten, then the grey of "Other". */
export function seriesToken(rank: number): string {
  return seriesTokens[rank] ?? 'c-other';
}

const severityTokens: Record<Severity, string> = {
  INFO: 'info-sev-fill',
  LOW: 'low-fill',
  MEDIUM: 'medium-fill',
  HIGH: 'high-fill',
  CRITICAL: 'critical-fill',
};

/** Series by severity in the fixed stacking order: Info at the base, Critical on top. */
export function severitySeries(
  counts: Record<Severity, readonly (number | null)[]>,
  labels: Record<Severity, string>,
): Series[] {
  return severities.map((severity) => ({
    name: labels[severity],
    values: counts[severity],
    color: severityTokens[severity],
  }));
}

/** Running sums from the first series up, for stacked drawing. Gaps count as nothing. */
export function stack(series: readonly Series[]): number[][] {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => (value ?? 0) + (below?.[index] ?? 0)));
  }
  return sums;
}

export function totalOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
