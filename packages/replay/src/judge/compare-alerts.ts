import type { PreviewAlert } from './group-alerts.ts';

/** What a changed rule changes. */
export interface AlertComparison {
  /** Only the changed rule makes them. */
  added: PreviewAlert[];
  /** Only the saved rule makes them. */
  gone: PreviewAlert[];
  /** Both make them; as the changed rule does. */
  same: PreviewAlert[];
}

/**
 * Two alerts are the same when their dedup strings are equal and their windows overlap. Each is paired once, in the
 * order of time.
 */
export function compareAlerts(
  changed: readonly PreviewAlert[],
  saved: readonly PreviewAlert[],
): AlertComparison {
  const left = Map.groupBy(saved.toSorted(byTime), (alert) => alert.dedupString);
  const comparison: AlertComparison = { added: [], gone: [], same: [] };
  const paired = new Set<PreviewAlert>();
  for (const alert of changed.toSorted(byTime)) {
    const twin = left.get(alert.dedupString)?.find((other) => !paired.has(other) && overlap(alert, other));
    if (twin) paired.add(twin);
    (twin ? comparison.same : comparison.added).push(alert);
  }
  comparison.gone = saved.filter((alert) => !paired.has(alert));
  return comparison;
}

const byTime = (a: PreviewAlert, b: PreviewAlert) => a.firstMatchAt.getTime() - b.firstMatchAt.getTime();

const overlap = (a: PreviewAlert, b: PreviewAlert) =>
  a.firstMatchAt < b.closesAt && b.firstMatchAt < a.closesAt;
