/** Adds items at the end of a list, however many they are: as arguments of `push`, about 125,000 overflow the call stack. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
