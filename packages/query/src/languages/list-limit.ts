/** A list travels with the query and is compared with every row that is read. */
const mostValues = 10_000;

/** What is wrong with a list of so many values, with the remedy; undefined where the lake takes it. */
export function listFault(count: number): string | undefined {
  if (count <= mostValues) return undefined;
  const shown = (value: number) => value.toLocaleString('en');
  return `A list has at most ${shown(mostValues)} values; this one has ${shown(count)}. Divide it among several searches, or use a condition that covers many values, such as like.`;
}
