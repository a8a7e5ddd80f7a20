import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { gql } from '../graphql/gql.ts';
import { failureText } from '../graphql/request-error.ts';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';

/** An event can be looked at as fields, as the JSON these make, and as the line it came as. */
export type EventView = 'tree' | 'json' | 'raw';

export const eventViews: readonly { value: EventView; label: string }[] = [
  { value: 'tree', label: 'Tree' },
  { value: 'json', label: 'JSON' },
  { value: 'raw', label: 'Raw' },
];

type EventRow = Readonly<Record<string, unknown>>;

const lineDocument = gql(`query EventLine($event: EventKeyInput!) { eventLine(event: $event) }`);

export function EventJson({ event }: { event: EventRow }) {
  return <CodeBlock label="Event as JSON" wrap code={JSON.stringify(event, null, 2)} />;
}

/** The text that came, before anything was read out of it. */
export function EventLine({ event }: { event: EventRow }) {
  const graphql = useGraphql();
  const key = keyOf(event);
  const line = useQuery({
    queryKey: ['event-line', key?.logType, key?.rowId],
    queryFn: async ({ signal }) =>
      key === undefined ? null : (await graphql.request(lineDocument, { event: key }, { signal })).eventLine,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
  if (line.isError)
    return (
      <FailedState
        title="The line could not be read"
        message={failureText(line.error)}
        onRetry={() => void line.refetch()}
      />
    );
  if (line.data === undefined) return <SkeletonLines lines={4} label="Reading the line" />;
  if (line.data === null)
    return <p>The data lake keeps no line of this row: it is made by a query, or past its retention.</p>;
  return <CodeBlock label="Line as it came" wrap code={line.data} />;
}

function keyOf({ p_log_type: logType, p_row_id: rowId, p_event_time: eventTime }: EventRow) {
  const isEvent = typeof logType === 'string' && typeof rowId === 'string' && typeof eventTime === 'string';
  return isEvent ? { logType, rowId, eventTime } : undefined;
}
