import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@margay/kit';
import type { LakeTarget } from '../engines/engine.ts';
import type { Lake, QueryResult } from '../front-door.ts';
import { openLake } from '../lake.ts';
import { startClickhouseFront } from './clickhouse-front.ts';
import { clusterName, startClusterFront } from './cluster-front.ts';

/** A place a lake can be opened on, more than once one after the other. */
export interface LakePlace {
  open(): Promise<Lake>;
  remove(): Promise<void>;
}

async function folderPlace(): Promise<LakePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'margay-lake-'));
  return placeOf({ dataDir }, () => rm(dataDir, { recursive: true, force: true }));
}

async function serverPlace(): Promise<LakePlace> {
  const front = await startClickhouseFront();
  return placeOf({ url: front.url }, front.close);
}

async function clusterPlace(): Promise<LakePlace> {
  const front = await startClusterFront();
  return placeOf({ url: front.url, cluster: clusterName }, front.close);
}

function placeOf(target: LakeTarget, remove: () => Promise<void>): LakePlace {
  return { open: () => openLake(target, { logger: silentLogger }), remove };
}

/** The list of tests of the lake runs once with each of these. */
export const placesUnderTest = [
  { name: 'chdb', engine: 'chdb', make: folderPlace },
  { name: 'clickhouse', engine: 'clickhouse', make: serverPlace },
  { name: 'a cluster, as far as one engine can be one', engine: 'clickhouse', make: clusterPlace },
] as const;

export function rowObjects(result: QueryResult): Record<string, unknown>[] {
  return result.rows.map((row) =>
    Object.fromEntries(result.columns.map((column, at) => [column.name, row[at]])),
  );
}
