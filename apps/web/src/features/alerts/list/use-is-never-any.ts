import { useQuery } from '@tanstack/react-query';
import { gql } from '../../../lib/graphql/gql.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { listingTypes } from './list-search.ts';
import type { ListingTab } from './list-search.ts';

const anyDocument = gql(
  `query AnyAlert($input: AlertsInput!) { alerts(input: $input) { edges { node { id } } } }`,
);

/** Whether a tab has never held anything. An empty list under filters asks once more, without them. */
export function useIsNeverAny(
  tab: ListingTab,
  { isEmpty, filterCount }: { isEmpty: boolean; filterCount: number },
): boolean {
  const graphql = useGraphql();
  const asks = isEmpty && filterCount > 0;
  const { data: isAny } = useQuery({
    queryKey: ['alerts', 'any', tab],
    enabled: asks,
    queryFn: async ({ signal }) => {
      const input = { type: listingTypes[tab], pageSize: 1 };
      return (await graphql.request(anyDocument, { input }, { signal })).alerts.edges.length > 0;
    },
    meta: { failure: 'panel' },
  });
  return isEmpty && (asks ? isAny === false : true);
}
