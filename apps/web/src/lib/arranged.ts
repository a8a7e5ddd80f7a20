import { pageSizes } from './page-sizes.ts';

/**
 * The entries of a whole list one of whose texts holds the search, whatever its capitals, in the order of their keys;
 * those with the same key by name.
 */
export function arranged<Entry extends { name: string }>(
  entries: readonly Entry[],
  { search = '', sortDir }: { search?: string | undefined; sortDir: 'ascending' | 'descending' },
  { textsOf, keyOf }: { textsOf: (entry: Entry) => string[]; keyOf: (entry: Entry) => string | number },
): Entry[] {
  const wanted = search.trim().toLowerCase();
  const way = sortDir === 'ascending' ? 1 : -1;
  return entries
    .filter((entry) => textsOf(entry).some((text) => text.toLowerCase().includes(wanted)))
    .toSorted((a, b) => {
      const [one, other] = [keyOf(a), keyOf(b)];
      if (one === other) return a.name.localeCompare(b.name);
      return one < other ? -way : way;
    });
}

/** One page of a list that is here whole; the first is 1. */
export const onePage = <Entry>(entries: readonly Entry[], page: number): Entry[] =>
  entries.slice((page - 1) * pageSizes.list, page * pageSizes.list);
