import { useMutation } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';

const document = gql(`query LastAlertEvent($input: AlertsInput!) { alerts(input: $input) { edges { node {
  id createdAt events(input: { pageSize: 1 }) { edges { node } } } } } }`);
/** Reads the newest event of the newest alert of a detection; undefined when there is none. */
export function useLastEvent() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (detectionId: string) => {
      const { alerts } = await graphql.request(document, {
        input: { detectionId, sortBy: 'createdAt', sortDir: 'descending', pageSize: 1 },
      });
      return alerts.edges[0]?.node.events.edges[0]?.node;
    },
  });
}
