import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchText } from '../../lib/data-lake/search-text.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { stringifySearch } from '../../lib/search-params.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { Target } from './target.ts';

const placesDocument = gql(`query Places($input: PlacesInput!) {
  places(input: $input) { kind id title note at params } }`);
type Place = ResultOf<typeof placesDocument>['places'][number];

/** Between the last key and the question. */
const typingMs = 120;

/** What the server has under a name; the answer to the last text stays until the next one comes. */
export function usePlaces(text: string) {
  const graphql = useGraphql();
  const asked = useDebounced(text.trim(), typingMs);
  const query = useQuery({
    queryKey: ['places', asked],
    queryFn: async ({ signal }) =>
      (await graphql.request(placesDocument, { input: { text: asked } }, { signal })).places,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { failure: 'panel' },
  });
  return {
    places: query.data ?? [],
    isWaiting: asked !== text.trim() || query.isFetching,
    failure: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
}

/** Where the search screen shows a stored search with its results. */
export type SearchAddressOf = (params: unknown, queryId: string) => Promise<string>;

const groups: Record<Place['kind'], string> = {
  ALERT: 'Alerts',
  RULE: 'Detections',
  POLICY: 'Policies',
  SAVED_SEARCH: 'Saved searches',
  RECENT_SEARCH: 'Recent searches',
  LOG_SOURCE: 'Log sources',
  SCHEMA: 'Schemas',
  DESTINATION: 'Alert destinations',
  HELPER: 'Helpers',
  DATA_MODEL: 'Data models',
  PERSON: 'Alerts of a person',
};

const addressOf: Record<Exclude<Place['kind'], 'RECENT_SEARCH'>, (id: string) => string> = {
  ALERT: (id) => `/alerts-and-errors/${id}/`,
  RULE: (id) => `/build/detections/rules/${id}/`,
  POLICY: (id) => `/build/detections/policies/${id}/`,
  SAVED_SEARCH: (id) => `/investigate/search/${stringifySearch({ savedQueryId: id })}`,
  LOG_SOURCE: (id) => `/configure/log-sources/${id}/`,
  SCHEMA: (id) => `/configure/schemas/${id}/`,
  DESTINATION: (id) => `/configure/destinations/${id}/edit/`,
  HELPER: (id) => `/build/helpers/${id}/`,
  DATA_MODEL: (id) => `/build/data-models/${id}/`,
  PERSON: (id) => `/alerts-and-errors/${stringifySearch({ assignee: [id] })}`,
};

/** A place with what happens when it is chosen. */
export function targetOf(place: Place, openSearch: (params: unknown, id: string) => void): Target {
  const { kind, id, note, at } = place;
  const shared = { key: `${kind} ${id}`, group: groups[kind], at: at ?? undefined };
  if (kind === 'RECENT_SEARCH') {
    // The server keeps SQL and the filters of the form in one field; only a text in a language is shown as it is.
    const { language, filters } = place.params as { language?: string; filters?: string };
    const sql = language === 'simplesearch' ? '' : (filters ?? '');
    return {
      ...shared,
      label: searchText({ sql, params: place.params }),
      names: [place.title],
      does: { run: () => openSearch(place.params, id) },
    };
  }
  return {
    ...shared,
    label: place.title,
    note: kind === 'ALERT' ? '' : note,
    names: [id, note],
    does: { to: addressOf[kind](encodeURIComponent(id)) },
  };
}
