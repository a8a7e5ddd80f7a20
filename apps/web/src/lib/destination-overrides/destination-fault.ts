import type { DestinationChoice } from './queries.ts';

/** Of `value`, the ids that no destination has. None while it is not known which destinations there are. */
export function deletedDestinations(
  value: readonly string[],
  destinations: readonly Pick<DestinationChoice, 'outputId'>[] | undefined,
): string[] {
  if (!destinations) return [];
  return value.filter((id) => !destinations.some(({ outputId }) => outputId === id));
}

/** What is wrong with the destinations that a detection names; undefined when nothing is. */
export function destinationFault(
  value: readonly string[],
  destinations: readonly Pick<DestinationChoice, 'outputId'>[] | undefined,
): string | undefined {
  const deleted = deletedDestinations(value, destinations);
  if (deleted.length === 0) return undefined;
  return deleted.length === 1
    ? `A destination chosen here was deleted and gets no alerts. Remove it: ${deleted[0]}`
    : `${deleted.length} destinations chosen here were deleted and get no alerts. Remove them: ${deleted.join(', ')}`;
}
