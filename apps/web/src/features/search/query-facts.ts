import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import type { ChartDescription } from './charts/chart.ts';
import type { ChartProperty } from './charts/kept-chart.ts';
import { gql } from '../../lib/graphql/gql.ts';

export interface QueryAnnotations {
  visualize: boolean;
  chart: ChartDescription | null;
}

/** A column of the table as the server keeps it; `propertyId` is its path in the rows. */
export interface TableProperty {
  order: number;
  propertyId: string;
}

export interface UserConfig {
  tableProperties: TableProperty[];
  chartProperties: ChartProperty[];
}

/** What is known of a search beside its rows: whether its text asks for a chart, and what was chosen for it. */
export interface QueryFacts {
  annotations: QueryAnnotations;
  userConfig: UserConfig | null;
}

const factsDocument = gql(`query GetDatalakeQuery($id: ID!) { dataLakeQuery(id: $id) {
  annotations { visualize chart }
  userConfig { tableProperties { order propertyId } chartProperties { order propertyId limit chartType colorHexes
    sortDirection role isStacked isLogarithmic title caption } } } }`);
const updateDocument = gql(`mutation UpdateQueryUserConfig($input: UpdateQueryUserConfigInput!) {
  updateQueryUserConfig(input: $input) { userConfig { queryId } } }`);

export const factsKey = (queryId: string | undefined) => ['search', 'facts', queryId] as const;

const noFacts: QueryFacts = { annotations: { visualize: false, chart: null }, userConfig: null };

export async function readFacts(
  graphql: GraphqlClient,
  id: string,
  signal?: AbortSignal,
): Promise<QueryFacts> {
  const reply = await graphql.request(factsDocument, { id }, signal ? { signal } : {});
  // The schema says JSON for the chart of a text; the server wrote it from its own parser.
  return (reply.dataLakeQuery as QueryFacts | null) ?? noFacts;
}

/** Undefined until they are known. A search whose facts cannot be read is shown without them. */
export function useQueryFacts(queryId: string | undefined): QueryFacts | undefined {
  const graphql = useGraphql();
  const facts = useQuery({
    queryKey: factsKey(queryId),
    queryFn: ({ signal }) => readFacts(graphql, queryId ?? '', signal),
    enabled: queryId !== undefined,
    staleTime: Infinity,
    retry: false,
    meta: { failure: 'panel' },
  });
  return facts.data ?? (facts.isError ? noFacts : undefined);
}

function withConfig(client: QueryClient, queryId: string, part: Partial<UserConfig>): void {
  client.setQueryData<QueryFacts>(factsKey(queryId), (facts = noFacts) => {
    const { tableProperties = [], chartProperties = [] } = facts.userConfig ?? {};
    return { ...facts, userConfig: { tableProperties, chartProperties, ...part } };
  });
}

/** Several changes in a row are sent as one. */
const saveDelayMs = 400;

/** Keeps columns or charts of a search: shown at once, on the server after a moment. */
export function useSaveUserConfig(queryId: string | undefined): (part: Partial<UserConfig>) => void {
  const graphql = useGraphql();
  const client = useQueryClient();
  const waiting = useRef(
    new Map<string, { timer: ReturnType<typeof setTimeout>; part: Partial<UserConfig> }>(),
  );
  const send = (id: string) => {
    const entry = waiting.current.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    waiting.current.delete(id);
    graphql
      .request(updateDocument, { input: { queryId: id, ...entry.part } })
      .catch((error: unknown) =>
        toast.error({ title: 'The choice of columns and charts was not kept', message: failureText(error) }),
      );
  };
  // What was chosen just before leaving is kept too.
  const leave = useEffectEvent(() => [...waiting.current.keys()].forEach(send));
  useEffect(() => () => leave(), []);
  return (part) => {
    if (queryId === undefined) return;
    withConfig(client, queryId, part);
    const before = waiting.current.get(queryId);
    if (before) clearTimeout(before.timer);
    const timer = setTimeout(() => send(queryId), saveDelayMs);
    waiting.current.set(queryId, { timer, part: { ...before?.part, ...part } });
  };
}
