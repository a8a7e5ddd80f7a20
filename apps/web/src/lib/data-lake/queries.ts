import { useQuery } from '@tanstack/react-query';
import type { GraphqlClient } from '../graphql/client.ts';
import { useUser } from '../session/session-context.tsx';
import { keepCatalog, keptCatalog } from './catalog-cache.ts';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { gql } from '../graphql/gql.ts';
import type { Known, ResultOf } from '../graphql/gql.ts';

export type LakeField = LakeColumn['fields'][number];

export type LakeColumn = LakeTable['columns'][number];

export type LakeTable = LakeDatabase['tables'][number];

export type LakeDatabase = ResultOf<typeof databasesDocument>['dataLakeDatabases'][number];

export type SortDirection = 'ascending' | 'descending';

/** Something wrong with a search: a place in the SQL text, or `path` in the form. */
export interface SearchProblem {
  code: string;
  severity: string;
  message: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** A name that was meant, or a piece of advice. */
  suggestion?: string | null;
  path?: string | null;
}

export type SearchComponent =
  | 'timeline'
  | 'detailsAscending'
  | 'detailsDescending'
  | 'summary'
  | 'indicatorTables'
  | 'indicatorValues'
  | 'indicatorLately';

export type SearchProgress = SearchPart['progress'];

export type ResultEdge = SearchResults['edges'][number];

/** Rows and column types are JSON in the schema; they are objects. */
export type SearchResults = Known<
  NonNullable<ResultOf<typeof partFields>['results']>,
  {
    columnInfo: { order: string[]; types: Record<string, unknown> };
    edges: { id: string; node: Record<string, unknown> }[];
  }
>;

export type SearchPart = Known<ResultOf<typeof partFields>, { results: SearchResults | null }>;

const databasesDocument = gql(`query LoadAllSchemaEntities { dataLakeDatabases { name displayName
  tables { name databaseName displayName description logType groupedBy columns { name type fields { path type } } } } }`);
/** What is asked of every part of a search. */
export const partFields = gql(`fragment SearchPartFacts on DataLakeQuery { status message
  progress { readRows totalRows elapsedMs }
  results { columnInfo { order types } edges { id node } pageInfo { hasNextPage endCursor }
    stats { bytesScanned executionTime rowCount } } }`);
const partDocument = gql(
  `query UberSearch($id: ID!, $component: UberSearchComponent!, $pageSize: Int, $cursor: String, $columns: [String!]) {
  uberSearch(id: $id, component: $component, pageSize: $pageSize, cursor: $cursor, columns: $columns) {
    ...SearchPartFacts } }`,
  [partFields],
);
const cancelDocument = gql(
  `mutation CancelUberSearch($input: IdInput!) { cancelDataLakeQuery(input: $input) { id } }`,
);

export async function cancelSearch(graphql: GraphqlClient, id: string): Promise<void> {
  await graphql.request(cancelDocument, { input: { id } });
}

const leaveDocument = gql(
  `mutation LeaveUberSearch($input: IdInput!) { leaveDataLakeQuery(input: $input) { id } }`,
);

/** What runs of it ends soon, unless a page asks for it again; a page that closes gets this out too. */
export async function leaveSearch(graphql: GraphqlClient, id: string): Promise<void> {
  await graphql.request(leaveDocument, { input: { id } }, { keepalive: true });
}

export interface PartRequest {
  id: string;
  component: SearchComponent;
  pageSize?: number;
  cursor?: string;
  columns?: readonly string[];
}

const pollMs = 400;

/** One part of a search, asked for again every 400 ms while it runs. */
export function readPart(
  graphql: GraphqlClient,
  request: PartRequest,
  signal: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
): Promise<SearchResults> {
  const ask = async () => {
    const reply = await graphql.request(partDocument, { ...request }, { signal });
    return reply.uberSearch as SearchPart;
  };
  return polled(ask, signal, onProgress);
}

/**
 * The results of a part, once it has succeeded. Rejects with the server's message or `Query Failed`, and with an
 * AbortError when it was cancelled.
 */
export async function polled(
  ask: () => Promise<SearchPart>,
  signal: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
): Promise<SearchResults> {
  for (;;) {
    const askedAt = performance.now();
    const { status, message, progress, results } = await ask();
    onProgress(progress);
    if (status === 'cancelled') throw new DOMException('The search was cancelled.', 'AbortError');
    if (status === 'failed') throw new Error(message || 'Query Failed');
    if (status === 'succeeded' && results) return results;
    // The answer itself waits for the end: what comes meanwhile is shown at once, not at the next look.
    await pause(Math.max(0, askedAt + pollMs - performance.now()), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The search was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

const catalogStaleMs = 5 * 60_000;

/** Databases, tables and columns the person may search. */
export function useDatabases() {
  const graphql = useGraphql();
  const userId = useUser()?.id;
  return useQuery({
    queryKey: ['search', 'databases'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(databasesDocument, {}, { signal });
      if (userId !== undefined) keepCatalog(userId, reply.dataLakeDatabases);
      return reply.dataLakeDatabases;
    },
    // What was there last time, so that forms and completion need not wait.
    placeholderData: () => (userId === undefined ? undefined : keptCatalog<LakeDatabase[]>(userId)),
    staleTime: catalogStaleMs,
    meta: { failure: 'panel' },
  });
}
