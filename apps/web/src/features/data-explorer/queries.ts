import { hasFlowPragma, withoutFlowPragma } from '@margay/query';
import { useQuery } from '@tanstack/react-query';
import { readPart } from '../../lib/data-lake/queries.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { RequestError } from '../../lib/graphql/request-error.ts';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { defaultDatabase } from './query-tabs.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

export interface SqlInput {
  sql: string;
  databaseName?: string;
  savedQueryId?: string;
}

const executeDocument = gql(`mutation ExecuteDataLakeQuery($input: ExecuteDataLakeQueryInput!) {
  executeDataLakeQuery(input: $input) { id } }`);
const summarizeDocument = gql(`mutation SummarizeDataLakeQuery($input: SummarizeQueryInput!) {
  summarizeDataLakeQuery(input: $input) { id } }`);
const textDocument = gql(`query DataLakeQueryText($id: ID!) { dataLakeQuery(id: $id) { sql } }`);
const savedDocument = gql(
  `query SavedQueryText($id: ID!) { savedQuery(id: $id) { id name sqlQuery query databases } }`,
);

export async function executeSql(graphql: GraphqlClient, input: SqlInput): Promise<string> {
  const reply = await graphql.request(executeDocument, { input });
  return reply.executeDataLakeQuery.id;
}

export interface ColumnSummary {
  rows: { value: unknown; rowCount: number; firstSeen: string | null; lastSeen: string | null }[];
  hasTimes: boolean;
  /** The query that counts them. */
  sql: string;
}

/** The values of a column of a query's result, most or least frequent first. */
export function useColumnSummary(
  queryId: string | undefined,
  column: string | undefined,
  sortDir: 'ascending' | 'descending',
) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['data-explorer', 'summary', queryId, column, sortDir],
    queryFn: async ({ signal }): Promise<ColumnSummary> => {
      const input = { id: queryId ?? '', column: column ?? '', sortDir };
      const started = await graphql.request(summarizeDocument, { input }, { signal });
      const { id } = started.summarizeDataLakeQuery;
      const [{ edges, columnInfo }, text] = await Promise.all([
        readPart(graphql, { id, component: 'detailsDescending' }, signal, () => undefined),
        graphql.request(textDocument, { id }, { signal }),
      ]);
      const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
      return {
        rows: edges.map(({ node }) => ({
          value: node['value'] ?? null,
          rowCount: Number(node['row_count']),
          firstSeen: textOf(node['first_seen']),
          lastSeen: textOf(node['last_seen']),
        })),
        hasTimes: columnInfo.order.includes('first_seen'),
        sql: text.dataLakeQuery?.sql ?? '',
      };
    },
    enabled: queryId !== undefined && column !== undefined,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

export type SavedText = NonNullable<ResultOf<typeof savedDocument>['savedQuery']>;

/** What a saved search keeps of a text; undefined where there is none. The usual database goes without saying. */
export function savedFieldsOf(text: string, database: string): SavedSearchFields | undefined {
  if (text.trim() === '') return undefined;
  const scope = { databases: database === defaultDatabase ? [] : [database], tables: [] };
  return hasFlowPragma(text)
    ? { queryKind: 'pantherflow', query: withoutFlowPragma(text), ...scope }
    : { queryKind: 'sql', sqlQuery: text, ...scope };
}

/** The text of a saved search as the editor shows it; undefined where it is neither SQL nor PantherFlow. */
export function textOfSaved({ sqlQuery, query }: SavedText): string | undefined {
  if (query) return `-- pragma: pantherflow\n${query}`;
  return sqlQuery ?? undefined;
}

/** The text of a saved search. Rejects when there is none. */
export function useSavedText(id: string | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['data-explorer', 'saved', id],
    queryFn: async ({ signal }) => {
      const { savedQuery } = await graphql.request(savedDocument, { id: id ?? '' }, { signal });
      if (!savedQuery)
        throw new RequestError(`Saved search ${id ?? ''} does not exist. It may have been deleted.`, 404);
      return savedQuery;
    },
    enabled: id !== undefined,
    meta: { failure: 'panel' },
  });
}
