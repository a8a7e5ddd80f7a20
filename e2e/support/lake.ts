import type { TestServer } from './server.ts';

/** Runs SQL as the administrator, as the search screen would. */
export async function querySql(
  server: TestServer,
  text: string,
  rowLimit = 1000,
): Promise<Record<string, unknown>[]> {
  const { runQuery } = await server.graphql<{ runQuery: { columns: string[]; rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { columns rows } }',
    { input: { language: 'sql', text, rowLimit } },
  );
  const { columns, rows } = runQuery;
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

/** The number a `select count(*) as n …` answers. */
export async function countRows(server: TestServer, sql: string): Promise<number> {
  const [row] = await querySql(server, sql);
  return Number(row?.['n']);
}

export interface Balance {
  received: number;
  stored: number;
  duplicate: number;
  failed: number;
  inFlight: number;
}

/** The balance of a source over all its minutes of the past hour. */
export async function balanceOf(server: TestServer, sourceId: string): Promise<Balance> {
  const { source } = await server.graphql<{ source: { balance: Balance[] } }>(
    'query ($id: ID!) { source(id: $id) { balance { received stored duplicate failed inFlight } } }',
    { id: sourceId },
  );
  const sum: Balance = { received: 0, stored: 0, duplicate: 0, failed: 0, inFlight: 0 };
  for (const minute of source.balance) {
    sum.received += minute.received;
    sum.stored += minute.stored;
    sum.duplicate += minute.duplicate;
    sum.failed += minute.failed;
    sum.inFlight += minute.inFlight;
  }
  return sum;
}
