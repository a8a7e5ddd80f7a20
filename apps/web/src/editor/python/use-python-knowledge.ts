import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createKnowledge } from './knowledge.ts';
import type { PythonKnowledge } from './knowledge.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useHelpers } from './use-helpers.ts';
import type { HelperModule } from './use-helpers.ts';
import { gql } from '../../lib/graphql/gql.ts';

const document = gql(`query DetectionKnowledge($logTypes: [String!]!) {
  eventFields(logTypes: $logTypes) { logType keepsUnknownFields fields { path type description isDiscovered } }
  unifiedNames(logTypes: $logTypes) { name logType source } }`);
const noHelpers: HelperModule[] = [];

/** What the editor should know for rules of these log types: their fields as the schemas stand now, and the helpers. */
export function usePythonKnowledge(logTypes: readonly string[]): PythonKnowledge {
  const graphql = useGraphql();
  const { data: helpers = noHelpers } = useHelpers();
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['detections', 'knowledge', logTypes],
    queryFn: ({ signal }) => graphql.request(document, { logTypes }, { signal }),
    enabled: logTypes.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
  // A log type without fields would make every field of its events look unknown.
  const isWhole = !isPlaceholderData && data?.eventFields.length === logTypes.length;
  return useMemo(
    () =>
      createKnowledge({
        shapes: (isWhole && data?.eventFields) || [],
        unifiedNames: (isWhole && data?.unifiedNames) || [],
        helpers,
      }),
    [data, helpers, isWhole],
  );
}
