import { startClickhouseFront, type ClickhouseFront } from './clickhouse-front.ts';

/** What the servers of the pretended cluster call it. */
export const clusterName = 'margay';

/** A statement as a server of the cluster would get it. */
export interface SentStatement {
  sql: string;
  settings: URLSearchParams;
}

/**
 * What the embedded engine can do of a statement for a cluster: it has no Keeper and knows no other servers, so one server
 * holds everything. `Merge` stands for `Distributed`: it reads through one name what another table holds, and takes no rows.
 */
function forOneServer(sql: string): string {
  return sql
    .replaceAll(` ON CLUSTER \`${clusterName}\``, '')
    .replace('ENGINE = ReplicatedMergeTree', 'ENGINE = MergeTree')
    .replace(
      /\breplicated_deduplication_window = (\d+), replicated_deduplication_window_seconds = \d+/,
      'non_replicated_deduplication_window = $1',
    )
    .replace(/ENGINE = Distributed\('\w+', ('\w+'), '(\w+)', .*\)$/, "ENGINE = Merge($1, '^$2$$')")
    .replace(`cluster('${clusterName}', system.parts)`, 'system.parts')
    .replace('FROM system.clusters', `FROM (SELECT arrayJoin(['${clusterName}', 'other']) AS cluster)`)
    .replace(
      /, engine\s+FROM system\.tables/,
      ", if(engine = 'Merge', 'Distributed', engine) FROM system.tables",
    )
    .replace(/^INSERT INTO (`\w+`)\.`(\w+)`/, 'INSERT INTO $1.`$2__local`');
}

/** The HTTP interface of a server of a cluster, as far as one server can stand for it. `sent` has what arrived. */
export async function startClusterFront(): Promise<ClickhouseFront & { sent: SentStatement[] }> {
  const sent: SentStatement[] = [];
  const front = await startClickhouseFront((sql, settings) => {
    sent.push({ sql, settings });
    return forOneServer(sql);
  });
  return { ...front, sent };
}
