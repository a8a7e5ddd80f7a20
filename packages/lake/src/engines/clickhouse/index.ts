import { Readable } from 'node:stream';
import { createClient } from '@clickhouse/client';
import { invalidInput } from '@margay/kit';
import { parseResult } from '../../queries/parse-result.ts';
import type { Engine, EngineDefinition, Statement } from '../engine.ts';
import { identifier, stringLiteral, tableReference } from '../literals.ts';

/** Statements in flight at once; the server has its own limits behind it. */
const connectionCount = 32;
/** No answer for this long means the connection is dead; the query limits end a query long before. */
const requestTimeoutMs = 600_000;

/** What statements over tables of all shards need, beside their own settings. */
const clusterSettings = {
  // An insert answers when the rows are on their shards, not when this server has a copy to send on later.
  distributed_foreground_insert: 1,
  // The other side of a join or IN is read from all shards once. The servers would refuse it otherwise.
  distributed_product_mode: 'global',
  // A shard that does not answer is an error: half of the rows would look like all of them.
  skip_unavailable_shards: 0,
} as const;

/** A ClickHouse server or cluster over HTTP. */
export const clickhouseEngine: EngineDefinition = {
  kind: 'clickhouse',
  serves: (target) => 'url' in target && /^https?:\/\//.test(target.url),
  open: async (target, { logger }) => {
    if (!('url' in target)) throw new TypeError('the server engine needs an address');
    const client = createClient({
      url: target.url,
      application: 'margay',
      max_open_connections: connectionCount,
      request_timeout: requestTimeoutMs,
      compression: { request: false, response: false },
      // A busy process may be late with its timers: a connection the server closed meanwhile would fail a statement.
      keep_alive: { enabled: true, eagerly_destroy_stale_sockets: true },
      // Refused requests come back as errors; the client's own log would repeat them.
      log: { level: 127 },
      ...(target.cluster === undefined ? {} : { clickhouse_settings: clusterSettings }),
    });
    logger.info({ host: new URL(target.url).host }, 'data lake server chosen');

    // The server keeps the answer back until it is whole, on disk when it is large: an error then always arrives as
    // an error and never as text in the middle of the rows.
    const whole = (statement: Statement): Statement => ({
      ...statement,
      settings: { ...statement.settings, wait_end_of_query: 1 },
    });

    const execute = async (statement: Statement, rows?: Uint8Array): Promise<Readable> => {
      const { stream } = await client.exec({
        query: statement.format ? `${statement.sql}\nFORMAT ${statement.format}` : statement.sql,
        clickhouse_settings: statement.settings ?? {},
        ...(statement.params ? { query_params: statement.params } : {}),
        ...(statement.signal ? { abort_signal: statement.signal } : {}),
        ...(rows ? { values: Readable.from([rows], { objectMode: false }) } : {}),
      });
      return stream;
    };

    const run = async (statement: Statement, rows?: Uint8Array): Promise<Uint8Array> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of await execute(whole(statement), rows)) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    const engine: Engine = {
      kind: 'clickhouse',
      cluster: target.cluster,
      parallelStatements: connectionCount,
      run: (statement) => run(statement),
      stream: async function* (statement) {
        yield* await execute(whole(statement));
      },
      insertRows: async (insert) => {
        const names = insert.columns.map((column) => identifier(column.name)).join(', ');
        const structure = insert.columns
          .map((column) => `${identifier(column.name)} ${column.engineType}`)
          .join(', ');
        const source = insert.where
          ? ` SELECT ${names} FROM input(${stringLiteral(structure)}) WHERE ${insert.where}`
          : '';
        await run(
          {
            sql: `INSERT INTO ${tableReference(insert.table)} (${names})${source} FORMAT RowBinary`,
            settings: insert.settings,
          },
          insert.rows,
        );
      },
      close: () => client.close(),
    };
    if (target.cluster !== undefined) await assertCluster(engine, target.cluster);
    return engine;
  },
};

/** The servers name their clusters in their own configuration. */
async function assertCluster(engine: Engine, cluster: string): Promise<void> {
  const result = await engine.run({
    sql: 'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster',
    format: 'JSONCompact',
  });
  const known = parseResult(result).rows.map(([name]) => String(name));
  if (known.includes(cluster)) return;
  await engine.close();
  throw invalidInput(
    `The ClickHouse server at CLICKHOUSE_URL has no cluster "${cluster}" (MARGAY_LAKE_CLUSTER). It has ${known.length === 0 ? 'none' : known.join(', ')}: name one of them, or add it to remote_servers in the configuration of the servers.`,
    { code: 'LakeClusterUnknown' },
  );
}
