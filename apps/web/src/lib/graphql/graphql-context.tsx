import { createContext, use } from 'react';
import type { GraphqlClient } from './client.ts';

const GraphqlContext = createContext<GraphqlClient | undefined>(undefined);
export const GraphqlProvider = GraphqlContext.Provider;

/** The client of this console, for `useQuery({ queryFn: ({ signal }) => graphql.request<Reply>(document, variables, { signal }) })`. */
export function useGraphql(): GraphqlClient {
  const client = use(GraphqlContext);
  if (!client) throw new Error('useGraphql needs a GraphqlProvider above it');
  return client;
}
