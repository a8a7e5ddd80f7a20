import type { Delivery } from '../queries.ts';

export interface Attempts {
  outputId: string;
  name: string;
  /** Kind of the destination; undefined when it is deleted. */
  type: string | undefined;
  latest: Delivery;
  /** Newest first. */
  earlier: Delivery[];
}

/** Attempts, newest first, grouped by destination; failed destinations come first. */
export function attemptsByDestination(deliveries: readonly Delivery[]): Attempts[] {
  const groups = new Map<string, Attempts>();
  for (const delivery of deliveries) {
    const group = groups.get(delivery.outputId);
    if (group) group.earlier.push(delivery);
    else
      groups.set(delivery.outputId, {
        outputId: delivery.outputId,
        name: delivery.destination?.displayName ?? 'Deleted destination',
        type: delivery.destination?.outputType,
        latest: delivery,
        earlier: [],
      });
  }
  return [...groups.values()].toSorted(
    (a, b) => Number(a.latest.success) - Number(b.latest.success) || a.name.localeCompare(b.name),
  );
}
