import { useQueries } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { gql, type ResultOf } from '../graphql/gql.ts';
import type { ResultEdge } from './queries.ts';

const findingsDocument =
  gql(`query EventFindings($input: EventFindingsInput!) { eventFindings(input: $input) { rowId
  findings { kind detectionId alertId title severity } } }`);

export type EventFinding = ResultOf<typeof findingsDocument>['eventFindings'][number]['findings'][number];

type Findings = ReadonlyMap<string, readonly EventFinding[]>;

const FindingsContext = createContext<Findings>(new Map());
const none: readonly EventFinding[] = [];

/** What detections found in the event; nothing while that is not known, or for a row that is no event. */
export function useFindings(node: ResultEdge['node'] | undefined): readonly EventFinding[] {
  return useContext(FindingsContext).get(String(node?.['p_row_id'])) ?? none;
}

/** Asks what detections found in the events of each page. The rows do not wait for it. */
export function FindingsProvider({
  searchId,
  pages,
  children,
}: {
  searchId: string | undefined;
  pages: readonly { edges: readonly ResultEdge[] }[] | undefined;
  children: ReactNode;
}) {
  const graphql = useGraphql();
  const asked = (pages ?? []).map(({ edges }) => edges.flatMap(({ node }) => keyOf(node) ?? []));
  const answers = useQueries({
    queries: asked.map((events, page) => ({
      queryKey: ['event-findings', searchId, page, events.length, events[0]?.rowId, events.at(-1)?.rowId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        graphql.request(findingsDocument, { input: { events } }, { signal }),
      enabled: events.length > 0,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.eventFindings ?? []),
  });
  const findings = useMemo(
    () => new Map(answers.map(({ rowId, findings: found }) => [rowId, found] as const)),
    [answers],
  );
  return <FindingsContext value={findings}>{children}</FindingsContext>;
}

function keyOf(node: ResultEdge['node']) {
  const { p_log_type: logType, p_row_id: rowId, p_event_time: eventTime } = node;
  const isEvent = typeof logType === 'string' && typeof rowId === 'string' && typeof eventTime === 'string';
  return isEvent ? { logType, rowId, eventTime } : undefined;
}
