import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@margay/kit';
import type { LakeTarget } from '../engines/engine.ts';
import type { Lake, QueryResult } from '../front-door.ts';
import { openLake } from '../lake.ts';
import { startClickhouseFront } from './clickhouse-front.ts';

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

function placeOf(target: LakeTarget, remove: () => Promise<void>): LakePlace {
  return { open: () => openLake(target, { logger: silentLogger }), remove };
}

/** The list of tests of the lake runs once with each of these. */
export const placesUnderTest = [
  { engine: 'chdb', make: folderPlace },
  { engine: 'clickhouse', make: serverPlace },
] as const;

export function rowObjects(result: QueryResult): Record<string, unknown>[] {
  return result.rows.map((row) =>
    Object.fromEntries(result.columns.map((column, at) => [column.name, row[at]])),
  );
}
