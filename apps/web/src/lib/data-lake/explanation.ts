import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { gql } from '../graphql/gql.ts';
import type { ResultOf } from '../graphql/gql.ts';
import { useGraphql } from '../graphql/graphql-context.tsx';

const explainDocument = gql(`query ExplainDataLakeQuery($input: ExecuteDataLakeQueryInput!) {
  explainDataLakeQuery(input: $input) { sql startTime endTime rowLimit tables { databaseName name }
    diagnostics { code severity message line column endLine endColumn suggestion path } } }`);

/** What the server says of a query text without running it; its SQL has the macros written out. */
export type Explanation = ResultOf<typeof explainDocument>['explainDataLakeQuery'];

/** What a text reads and what is wrong with it; the last answer stays while the next one comes. Not asked for no text. */
export function useExplanation(sql: string, databaseName?: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['data-lake', 'explain', databaseName, sql],
    queryFn: async ({ signal }) => {
      const { explainDataLakeQuery } = await graphql.request(
        explainDocument,
        { input: { sql, ...(databaseName === undefined ? {} : { databaseName }) } },
        { signal },
      );
      return { of: sql, ...explainDataLakeQuery };
    },
    enabled: sql.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // A courtesy: running the query says what is wrong with it.
    retry: false,
    meta: { failure: 'panel' },
  });
}
