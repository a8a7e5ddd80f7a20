import { useMutation } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

const document = `query LastAlertEvent($input: AlertsInput!) { alerts(input: $input) { edges { node {
  id createdAt events(input: { pageSize: 1 }) { edges { node } } } } } }`;
interface Reply {
  alerts: { edges: { node: { id: string; createdAt: string; events: { edges: { node: unknown }[] } } }[] };
}

/** Reads the newest event of the newest alert of a detection; undefined when there is none. */
export function useLastEvent() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (detectionId: string) => {
      const { alerts } = await graphql.request<Reply>(document, {
        input: { detectionId, sortBy: 'createdAt', sortDir: 'descending', pageSize: 1 },
      });
      return alerts.edges[0]?.node.events.edges[0]?.node;
    },
  });
}
