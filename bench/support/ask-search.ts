import type { TestServer } from '../../e2e/support/server.ts';

export interface Found {
  ms: number;
  rows: number;
}

/** From asking to the first page of a part, as the console asks. Throws what the server says where it fails. */
export async function search(
  server: Pick<TestServer, 'graphql'>,
  params: Record<string, unknown>,
  component = 'detailsDescending',
): Promise<Found> {
  const startedAt = performance.now();
  const { executeUberSearch } = await server.graphql<{ executeUberSearch: { queryID: string } }>(
    'mutation ($params: SearchParamsInput!) { executeUberSearch(input: { params: $params }) { queryID } }',
    { params: { limit: 1_000, ...params } },
  );
  for (;;) {
    const { uberSearch } = await server.graphql<{
      uberSearch: { status: string; message: string; results: { edges: unknown[] } | null };
    }>(
      'query ($id: ID!, $component: UberSearchComponent!) { uberSearch(id: $id, component: $component, pageSize: 100) { status message results { edges { node } } } }',
      { id: executeUberSearch.queryID, component },
    );
    if (uberSearch.status === 'succeeded')
      return { ms: performance.now() - startedAt, rows: uberSearch.results?.edges.length ?? 0 };
    if (uberSearch.status !== 'running') throw new Error(uberSearch.message);
  }
}

/** Rows of a table that a search can find now. */
export async function countRows(server: Pick<TestServer, 'graphql'>, table: string): Promise<number> {
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
    { input: { language: 'sql', text: `select count(*) from ${table}` } },
  );
  return Number(runQuery.rows[0]?.[0]);
}
