import { tableNameOf } from '@margay/model';
import { useQuery } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

const document = gql(
  `mutation EventsToTestWith($input: RunQueryInput!) { runQuery(input: $input) { columns rows } }`,
);

/** So many are offered; words narrow them. */
export const offeredEvents = 50;

/** A stored event without the fields it does not have, and when it was. */
export interface StoredEvent {
  id: string;
  /** ISO time. */
  at: string;
  event: Record<string, unknown>;
}

/** The newest events of a log type in the past week, or those of them that hold the words, newest first. */
export function queryText(logType: string, words: string): string {
  const wanted = words.trim() === '' ? '' : ` | search ${JSON.stringify(words.trim())}`;
  return `panther_logs.public.${tableNameOf(logType)} | where p_event_time > time.ago(7d)${wanted} | sort p_event_time desc | limit ${offeredEvents}`;
}

export function useStoredEvents(logType: string, words: string, isAsked: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'stored-events', logType, words],
    queryFn: async ({ signal }) => {
      const input = { language: 'pantherflow', text: queryText(logType, words), rowLimit: offeredEvents };
      const { runQuery } = await graphql.request(document, { input }, { signal });
      // One list per row, in the order of columns.
      return (runQuery.rows as unknown[][]).map((row) => eventOf(runQuery.columns, row));
    },
    enabled: isAsked && logType !== '',
    staleTime: 10_000,
    meta: { failure: 'panel' },
  });
}

/** A row has every column of its table; the event had only some. */
function eventOf(names: readonly string[], row: readonly unknown[]): StoredEvent {
  const event = Object.fromEntries(
    names.flatMap((name, at) => {
      const value = row[at];
      return value === null || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
    }),
  );
  return { id: String(event['p_row_id']), at: String(event['p_event_time']), event };
}
