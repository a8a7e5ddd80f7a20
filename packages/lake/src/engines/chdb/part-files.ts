import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { parseResult } from '../../queries/parse-result.ts';
import type { Engine } from '../engine.ts';
import type { TableName } from '../literals.ts';

/** An active part of a table, as the engine remembers it. */
export interface Part extends TableName {
  name: string;
  /** Its folder. */
  path: string;
  /** What the column files and the skipping indexes take, from the checksums in the engine's memory. */
  dataBytes: number;
  indexBytes: number;
}

const Row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.coerce.number(), z.coerce.number()]);

/** A part without rows, which the engine puts in the place of a dropped partition, has files of no bytes by right. */
async function activeParts(
  run: Engine['run'],
  condition: string,
  params: Record<string, unknown>,
): Promise<Part[]> {
  const bytes = await run({
    sql: `SELECT database, table, name, path, data_compressed_bytes, secondary_indices_compressed_bytes
      FROM system.parts WHERE active AND rows > 0 AND database != 'system' AND ${condition}`,
    params,
    format: 'JSONCompact',
  });
  return parseResult(bytes).rows.map((row) => {
    const [database, table, name, path, dataBytes, indexBytes] = Row.parse(row);
    return { database, table, name, path, dataBytes, indexBytes };
  });
}

/** Parts in use of which bytes are lacking on the disk. `condition` is SQL over `system.parts`. */
export async function findBrokenParts(
  run: Engine['run'],
  condition: string,
  params: Record<string, unknown> = {},
): Promise<Part[]> {
  const lacking: Part[] = [];
  for (const part of await activeParts(run, condition, params))
    if (await lacksBytes(part)) lacking.push(part);
  if (lacking.length === 0) return lacking;
  // A part being removed lacks files too. One in use until now was not being removed when its files were looked at.
  const inUse = new Set((await activeParts(run, condition, params)).map(({ path }) => path));
  return lacking.filter(({ path }) => inUse.has(path));
}

const isData = (file: string) => file.endsWith('.bin');
const isIndex = (file: string) => file.startsWith('skp_idx_') && /\.idx\d*$/.test(file);

/**
 * True when files of the part lack bytes that the engine believes it wrote. On a full disk it drops the last buffer of a
 * file without an error (observed in 26.7): the insert or merge succeeds and leaves empty or cut files behind.
 * A part that is gone has been merged or removed and is not broken.
 */
async function lacksBytes(part: Part): Promise<boolean> {
  let names: string[];
  try {
    names = await readdir(part.path);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  const sizes = await Promise.all(names.map((name) => sizeOf(join(part.path, name))));
  // A file went between the two looks: the part is being removed.
  if (sizes.includes(undefined)) return false;
  const sum = (isOne: (file: string) => boolean) =>
    names.reduce((total, name, at) => total + (isOne(name) ? (sizes[at] ?? 0) : 0), 0);
  const isEmptied = names.some(
    (name, at) => sizes[at] === 0 && !isData(name) && !name.startsWith('skp_idx_'),
  );
  return isEmptied || sum(isData) < part.dataBytes || sum(isIndex) < part.indexBytes;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export const describePart = (part: Part) => `${part.database}.${part.table} ${basename(part.path)}`;
