import { identifier, stringLiteral, tableReference, type TableName } from '../engines/literals.ts';

/** Name of the cluster in the servers' own configuration; undefined for one server and for the embedded engine. */
export type Cluster = string | undefined;

/** Ends the name of the table that holds rows on each server of a cluster; its name without that reads all of them. */
const localMark = '__local';

/** The table that holds the rows. */
export const rowsTable = <T extends TableName>(name: T, cluster: Cluster): T =>
  cluster === undefined ? name : { ...name, table: `${name.table}${localMark}` };

/** The name that statements use, of the table that holds rows; undefined for any other table. */
export function nameOfRowsTable(table: string, cluster: Cluster): string | undefined {
  const isLocal = table.endsWith(localMark);
  if (cluster === undefined) return isLocal ? undefined : table;
  return isLocal ? table.slice(0, -localMark.length) : undefined;
}

/** Goes behind the name in a definition or a change, so that every server carries it out. */
export const onCluster = (cluster: Cluster): string =>
  cluster === undefined ? '' : ` ON CLUSTER ${identifier(cluster)}`;

/** Parts of every shard, each once. */
export const partsOf = (cluster: Cluster): string =>
  cluster === undefined ? 'system.parts' : `cluster(${stringLiteral(cluster)}, system.parts)`;

export function createDatabaseSql(database: string, cluster: Cluster): string {
  return `CREATE DATABASE IF NOT EXISTS ${identifier(database)}${onCluster(cluster)}`;
}

/** The table over the shards first: nobody reads through it any more when the rows go. */
export function dropTableSql(name: TableName, cluster: Cluster): string[] {
  const names = cluster === undefined ? [name] : [name, rowsTable(name, cluster)];
  return names.map((each) => `DROP TABLE IF EXISTS ${tableReference(each)}${onCluster(cluster)} SYNC`);
}

/** Only the tables that hold rows change places: those over them go by name. At once on one server, on each in turn. */
export function exchangeSql(one: TableName, other: TableName, cluster: Cluster): string {
  const [left, right] = [one, other].map((name) => tableReference(rowsTable(name, cluster)));
  return `EXCHANGE TABLES ${left} AND ${right}${onCluster(cluster)}`;
}
