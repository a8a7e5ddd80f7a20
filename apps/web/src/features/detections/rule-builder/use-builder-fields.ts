import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { builderFieldsOf, type BuilderField } from './builder-fields.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const document = gql(`query BuilderFields($logTypes: [String!]!) {
  eventFields(logTypes: $logTypes) { logType fields { path type description indicators } } }`);

const none: BuilderField[] = [];

/** The fields of the schemas of these log types; none while they load, and fields can be typed meanwhile. */
export function useBuilderFields(logTypes: readonly string[]): readonly BuilderField[] {
  const graphql = useGraphql();
  const { data } = useQuery({
    queryKey: ['detections', 'builder-fields', logTypes],
    queryFn: async ({ signal }) => (await graphql.request(document, { logTypes }, { signal })).eventFields,
    enabled: logTypes.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
  return useMemo(() => (data && logTypes.length > 0 ? builderFieldsOf(data) : none), [data, logTypes.length]);
}
