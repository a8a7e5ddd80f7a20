import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@margay/kit';
import type { Lake, QueryLane } from '../front-door.ts';
import { openLake, type LakeOptions } from '../lake.ts';

export interface TemporaryLake {
  lake: Lake;
  dataDir: string;
  /** Closes the lake and removes its folder. */
  remove(): Promise<void>;
}

/** What tests ask on. */
export const testLane: QueryLane = { pool: 'interactive', owner: 'test' };

/** An embedded lake in a folder of its own. One at a time per process: the engine holds one folder. */
export async function openTemporaryLake(options: Partial<LakeOptions> = {}): Promise<TemporaryLake> {
  const dataDir = await mkdtemp(join(tmpdir(), 'margay-lake-'));
  const lake = await openLake({ dataDir }, { logger: silentLogger, ...options });
  const remove = async () => {
    await lake.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { lake, dataDir, remove };
}
export { startClickhouseFront } from './clickhouse-front.ts';
export type { ClickhouseFront } from './clickhouse-front.ts';
export { sampleEvent, sampleShape } from './events.ts';
