import { severities } from '@margay/model';
import { listOf, listOfText, oneOf, readSearch, text } from '../../lib/search-params.ts';
import type { Sort } from '../../ui/table/column.ts';
import type { Destination } from './queries.ts';

/** The state of the list as its address holds it. */
export const readDestinationSearch = readSearch({
  search: text(),
  type: listOfText(),
  severity: listOf(severities),
  sortBy: oneOf(['name', 'modified']),
  sortDir: oneOf(['ascending', 'descending']),
});
export type DestinationSearch = ReturnType<typeof readDestinationSearch>;
export type SearchChange = { [Name in keyof DestinationSearch]?: DestinationSearch[Name] | undefined };

export function sortOf({ sortBy = 'name', sortDir }: DestinationSearch): Sort {
  return { by: sortBy, direction: sortDir ?? (sortBy === 'name' ? 'ascending' : 'descending') };
}

/** What the address asks for, in its order. The text is looked for in the name and the name of the type. */
export function filterDestinations(
  destinations: readonly Destination[],
  search: DestinationSearch,
  typeName: (destination: Destination) => string,
): Destination[] {
  const wanted = search.search?.toLowerCase() ?? '';
  const { by, direction } = sortOf(search);
  const turn = direction === 'ascending' ? 1 : -1;
  return destinations
    .filter(
      (destination) =>
        `${destination.displayName} ${typeName(destination)}`.toLowerCase().includes(wanted) &&
        (!search.type || search.type.includes(destination.outputType)) &&
        (!search.severity || search.severity.some((one) => destination.defaultForSeverity.includes(one))),
    )
    .toSorted((a, b) =>
      by === 'modified'
        ? turn * (Date.parse(a.lastModifiedTime) - Date.parse(b.lastModifiedTime))
        : turn * a.displayName.localeCompare(b.displayName),
    );
}
